#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "testbench/catalog/standard_catalogs.h"
#include "tests/support/config_files.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr NodeId kMaxNodesToBuild = 4096;

class GoodConfig : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  Experiment experiment() const {
    ConfigDocument document = ConfigDocument::from_file(GetParam());
    return read_experiment(document, standard_catalogs());
  }
};

TEST_P(GoodConfig, Elaborates) {
  const Experiment good = experiment();
  if (good.injection.machine != nullptr) return;  // Both levels run each of them in the tests of the command.
  ASSERT_NE(good.injection.make_source, nullptr);
  if (good.design.topology->node_count() > kMaxNodesToBuild) return;
  FastBench bench(good);
  bench.run(20);
  EXPECT_EQ(bench.bench.scoreboard.failure(), "");
  EXPECT_EQ(bench.bench.links.failure(), "");
}

TEST_P(GoodConfig, IsNamedAfterItsFile) { EXPECT_EQ(experiment().design.name, stem_of(GetParam())); }

TEST_P(GoodConfig, BeginsWithACommentThatGivesTheUnits) {
  std::ifstream stream(GetParam());
  std::string comment;
  for (std::string line; std::getline(stream, line) && line.starts_with("#");) comment += line + '\n';
  EXPECT_NE(comment.find("Units: cycles and flits"), std::string::npos) << comment;
}

TEST_P(GoodConfig, ReadsBackFromItsOwnYaml) {
  const Experiment first = experiment();
  // The name of the file places relative paths.
  ConfigDocument document = ConfigDocument::from_text(first.config, GetParam());
  EXPECT_EQ(read_experiment(document, standard_catalogs()).config, first.config);
}

INSTANTIATE_TEST_SUITE_P(All, GoodConfig, testing::ValuesIn(good_config_files()),
                         [](const auto& test) { return stem_of(test.param); });

}  // namespace
}  // namespace switchyard
