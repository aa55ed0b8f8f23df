#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/reference/configuration_schema.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// tests/cli/schema_test.cpp has what it accepts and refuses.
TEST(SchemaOfConfigurations, IsTheFileThatTheyName) {
  EXPECT_TRUE(contents_of(source_folder() / "configs/schema.json") ==
              configuration_schema(standard_catalogs()))
      << "written anew by: build/switchyard schema > configs/schema.json";
}

TEST(SchemaOfConfigurations, IsNamedInTheFirstLineOfEachGoodOne) {
  const std::filesystem::path configs = source_folder() / "configs";
  int named = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(configs)) {
    const std::filesystem::path file = entry.path(), folder = file.parent_path();
    if (file.extension() != ".yaml" || folder == configs / "bad" || folder == configs / "energy") continue;
    ++named;
    std::ifstream text(file);
    std::string line;
    std::getline(text, line);
    EXPECT_EQ(line,
              "# yaml-language-server: $schema=" +
                  (std::filesystem::relative(configs, folder) / "schema.json").lexically_normal().string())
        << file;
  }
  EXPECT_GE(named, 150);
}

}  // namespace
}  // namespace switchyard
