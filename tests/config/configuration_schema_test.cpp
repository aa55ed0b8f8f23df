#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/reference/configuration_schema.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

/// tests/cli/schema_test.cpp has what it accepts and refuses.
TEST(SchemaOfConfigurations, IsTheFileThatTheyName) {
  std::ifstream file(source_folder() / "configs/schema.json");
  const std::string schema(std::istreambuf_iterator<char>(file), {});
  EXPECT_TRUE(schema == configuration_schema(standard_catalogs()))
      << "written anew by: build/switchyard schema > configs/schema.json";
}

TEST(SchemaOfConfigurations, IsNamedInTheFirstLineOfEachGoodOne) {
  const std::filesystem::path configs = source_folder() / "configs";
  std::vector<std::string> files = good_config_files();
  for (std::string& file : config_files("configs/platform")) files.push_back(std::move(file));
  for (const std::string& file : files) {
    const std::filesystem::path folder = (source_folder() / file).parent_path();
    std::ifstream text(source_folder() / file);
    std::string line;
    std::getline(text, line);
    EXPECT_EQ(line,
              "# yaml-language-server: $schema=" +
                  (std::filesystem::relative(configs, folder) / "schema.json").lexically_normal().string())
        << file;
  }
}

}  // namespace
}  // namespace switchyard
