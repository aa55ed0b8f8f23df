#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

/// Whether it is there to deadlock.
bool deadlocks(const std::string& name) {
  return name == "torus_no_dateline" || name == "hypercube_3_subcubes_always" ||
         name == "torus_4x4_shared_classes";
}

class SmallConfig : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  CommandResult run(const std::string& level) const {
    return run_switchyard(
        {"run", GetParam(), "--level", level, "--allow-unsafe", "--out", (folder_ / level).string()});
  }
  nlohmann::json figures(const std::string& level) const {
    return nlohmann::json::parse(contents_of(folder_ / level / "results.json"));
  }

  TemporaryFolder folder_;
};

TEST_P(SmallConfig, RunsToTheSameEndAtBothLevels) {
  const int expected = deadlocks(stem_of(GetParam())) ? kDeadlock : kGood;
  for (const char* level : {"fast", "clocked"}) {
    const CommandResult result = run(level);
    EXPECT_EQ(result.status, expected) << level << '\n' << result.out << result.err;
  }
  EXPECT_EQ(figures("fast").at("event_hash"), figures("clocked").at("event_hash"));
}

/// What it has no model of is refused.
TEST_P(SmallConfig, HasNearlyTheSameLatencyWithoutFlits) {
  const CommandResult result = run("approximate");
  if (result.err.find("level approximate has no model of") != std::string::npos) {
    EXPECT_EQ(result.status, kBadInput);
    return;
  }
  EXPECT_EQ(result.status, kGood) << result.err;
  const std::string name = stem_of(GetParam());
  if (deadlocks(name)) return;
  ASSERT_EQ(run("fast").status, kGood);
  const double fast = figures("fast").at("packet_latency").at("mean");
  const double off = name == "dragonfly_adaptive" ? 0.15 : 0.1;  // What its packets take first is overloaded.
  EXPECT_NEAR(figures("approximate").at("packet_latency").at("mean").get<double>(), fast, off * fast);
}

INSTANTIATE_TEST_SUITE_P(All, SmallConfig, testing::ValuesIn(config_files("configs/small")),
                         [](const auto& test) { return stem_of(test.param); });
INSTANTIATE_TEST_SUITE_P(Machines, SmallConfig, testing::ValuesIn(config_files("configs/machines")),
                         [](const auto& test) { return stem_of(test.param); });

TEST(AWorkload, IsMeasuredUntilItsLastPacketArrives) {
  std::filesystem::current_path(source_folder());
  const TemporaryFolder folder;
  ASSERT_EQ(
      run_switchyard({"run", "configs/small/static_torus.yaml", "--out", folder.path().string()}).status,
      kGood);
  const nlohmann::json results = nlohmann::json::parse(contents_of(folder / "results.json"));
  EXPECT_EQ(results.at("measured_cycles"), results.at("packet_latency").at("max").get<int>() + 1);
}

TEST(TorusWithADateline, DoesNotDeadlock) {
  std::filesystem::current_path(source_folder());
  const CommandResult result =
      run_switchyard({"run", "configs/small/torus_no_dateline.yaml", "--set", "routing.dateline=true"});
  EXPECT_EQ(result.status, kGood) << result.err;
}

}  // namespace
}  // namespace switchyard
