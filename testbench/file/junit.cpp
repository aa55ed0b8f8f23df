#include "testbench/file/junit.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <ctime>

#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

/// Text for an attribute or an element: what XML 1.0 cannot hold becomes a question mark.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\n': out += "&#10;"; break;
      default: out += static_cast<unsigned char>(c) < ' ' && c != '\t' ? '?' : c;
    }
  }
  return out;
}

std::string host_name() {
  std::array<char, HOST_NAME_MAX + 1> name{};
  const bool known = gethostname(name.data(), name.size() - 1) == 0 && name[0] != '\0';
  return known ? name.data() : "localhost";
}

std::string to_xml(const JunitCase& test) {
  using Outcome = JunitCase::Outcome;
  const std::string open = fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"",
                                       escaped(test.group), escaped(test.name), test.seconds);
  if (test.outcome == Outcome::Passed) return open + "/>\n";
  const std::string message = fmt::format("message=\"{}\"", escaped(test.message));
  if (test.outcome == Outcome::Skipped) return fmt::format("{}><skipped {}/></testcase>\n", open, message);
  const char* const element = test.outcome == Outcome::Failed ? "failure" : "error";
  std::string text = test.message + "\n";
  for (const std::string& file : test.files) text += file + "\n";
  return fmt::format("{0}>\n    <{1} type=\"{1}\" {2}>{3}</{1}>\n  </testcase>\n", open, element, message,
                     escaped(text));
}

}  // namespace

void write_junit(const std::filesystem::path& file, const std::string& suite,
                 const std::vector<JunitCase>& cases, const std::vector<JunitProperty>& properties) {
  const auto count = [&](JunitCase::Outcome outcome) {
    return std::count_if(cases.begin(), cases.end(),
                         [&](const JunitCase& test) { return test.outcome == outcome; });
  };
  double seconds = 0;
  for (const JunitCase& test : cases) seconds += test.seconds;
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format(
      "<testsuite name=\"{}\" timestamp=\"{:%FT%T}\" hostname=\"{}\" tests=\"{}\" failures=\"{}\" "
      "errors=\"{}\" "
      "skipped=\"{}\" time=\"{:.3f}\">\n",
      escaped(suite), fmt::gmtime(std::time(nullptr)), escaped(host_name()), cases.size(),
      count(JunitCase::Outcome::Failed), count(JunitCase::Outcome::Error), count(JunitCase::Outcome::Skipped),
      seconds);
  xml += "  <properties>\n";
  for (const JunitProperty& property : properties) {
    xml += fmt::format("    <property name=\"{}\" value=\"{}\"/>\n", escaped(property.name),
                       escaped(property.value));
  }
  xml += "  </properties>\n";
  for (const JunitCase& test : cases) xml += to_xml(test);
  write_file(file, xml + "  <system-out/>\n  <system-err/>\n</testsuite>\n");
}

}  // namespace switchyard
