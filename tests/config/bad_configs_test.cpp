#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/platform_config.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

const std::string kExpect = "# expect: ";

std::vector<std::string> lines_of(const std::string& file) {
  std::vector<std::string> lines;
  std::ifstream stream(file, std::ios::binary);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What `# expect: line:column: error: message` promises: that, the source line, a caret under the column.
std::string block(const std::string& file, const std::vector<std::string>& lines, const std::string& fault) {
  std::size_t length = 0;
  const auto line = static_cast<std::size_t>(std::stoi(fault, &length));
  const auto column = static_cast<std::size_t>(std::stoi(fault.substr(length + 1)));
  const std::string number = fault.substr(0, length);
  const std::string& text = lines.at(line - 1);
  std::string indent = text.substr(0, column - 1);
  for (char& c : indent) c = c == '\t' ? '\t' : ' ';
  const std::string gutter(length, ' ');
  return file + ':' + fault + "\n  " + number + " | " + text + "\n  " + gutter + " | " + indent + '^';
}

std::string expected_faults(const std::string& file) {
  const std::vector<std::string> lines = lines_of(file);
  std::string faults;
  for (const std::string& line : lines) {
    if (!line.starts_with(kExpect)) break;
    faults += (faults.empty() ? "" : "\n") + block(file, lines, line.substr(kExpect.size()));
  }
  return faults;
}

std::string faults_of(const std::string& file) {
  try {
    ConfigDocument document = ConfigDocument::from_file(file);
    if (has_platform(document)) {
      read_platform_experiment(document, standard_catalogs().hardware);
    } else {
      read_experiment(document, standard_catalogs());
    }
    return "no fault";
  } catch (const ConfigError& error) {
    return error.what();
  }
}

class BadConfig : public testing::TestWithParam<std::string> {
 protected:
  // Messages name a file as it was given.
  void SetUp() override { std::filesystem::current_path(source_folder()); }
};

TEST_P(BadConfig, HasExactlyTheFaultsThatItsFirstLinesExpect) {
  const std::string expected = expected_faults(GetParam());
  ASSERT_FALSE(expected.empty()) << GetParam() << " must begin with " << kExpect << "line:column: error: ...";
  EXPECT_EQ(faults_of(GetParam()), expected);
}

INSTANTIATE_TEST_SUITE_P(All, BadConfig, testing::ValuesIn(config_files("configs/bad")),
                         [](const auto& test) { return stem_of(test.param); });

TEST(BadConfigs, AreMany) { EXPECT_GE(config_files("configs/bad").size(), 100u); }

}  // namespace
}  // namespace switchyard
