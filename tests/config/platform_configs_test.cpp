#include <string>

#include <gtest/gtest.h>

#include "testbench/catalog/standard_catalogs.h"
#include "testbench/experiment/experiment.h"
#include "testbench/platform/platform_config.h"
#include "tests/support/config_files.h"

namespace switchyard {
namespace {

class PlatformConfigs : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  static PlatformExperiment read(ConfigDocument document) {
    return read_platform_experiment(document, standard_catalogs().hardware);
  }
};

TEST_P(PlatformConfigs, AreReadAndReadBackFromTheirOwnYaml) {
  const PlatformExperiment first = read(ConfigDocument::from_file(GetParam()));
  EXPECT_EQ(first.design.name, stem_of(GetParam()));
  EXPECT_EQ(read(ConfigDocument::from_text(first.config, GetParam())).config, first.config);
}

INSTANTIATE_TEST_SUITE_P(All, PlatformConfigs, testing::ValuesIn(config_files("configs/platform")),
                         [](const auto& test) { return stem_of(test.param); });

}  // namespace
}  // namespace switchyard
