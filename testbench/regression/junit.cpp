#include "testbench/regression/junit.h"

#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

void write_junit(const std::filesystem::path& file, const std::string& suite,
                 const std::vector<JunitCase>& cases, const std::vector<JunitProperty>& properties) {
  const auto failures =
      std::count_if(cases.begin(), cases.end(), [](const JunitCase& test) { return !test.failure.empty(); });
  double seconds = 0;
  for (const JunitCase& test : cases) seconds += test.seconds;
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  xml += fmt::format(
      "<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" time=\"{:.3f}\">\n",
      escaped(suite), cases.size(), failures, seconds);
  if (!properties.empty()) xml += "  <properties>\n";
  for (const JunitProperty& property : properties) {
    xml += fmt::format("    <property name=\"{}\" value=\"{}\"/>\n", escaped(property.name),
                       escaped(property.value));
  }
  if (!properties.empty()) xml += "  </properties>\n";
  for (const JunitCase& test : cases) {
    xml += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", escaped(test.group),
                       escaped(test.name), test.seconds);
    xml += test.failure.empty()
               ? "/>\n"
               : fmt::format("><failure message=\"{}\"/></testcase>\n", escaped(test.failure));
  }
  write_file(file, xml + "</testsuite>\n");
}

}  // namespace switchyard
