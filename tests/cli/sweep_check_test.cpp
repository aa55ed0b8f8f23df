#include "tests/support/config_files.h"
#include "tests/support/occurrences.h"
#include "tests/support/sweep_command.h"

namespace switchyard {
namespace {

class SweepCheck : public SweepCommand {};

TEST_F(SweepCheck, RefusesABadValueOfTheLastPointBeforeTheFirstRun) {
  expect_refused({"--over", "traffic.load=0.1:0.4:0.1,2"},
                 "--set traffic.load=2:1:14: error: traffic.load = 2 is out of range");
  expect_refused({"--over", "router.virtual_channels=3,99"}, "in router.virtual_channels=99");
  expect_refused({"--saturation", "--over", "router.virtual_channels=3,99"}, "in router.virtual_channels=99");
}

TEST_F(SweepCheck, RefusesACombinationOfValuesThatAreGoodAlone) {
  const std::vector<std::string> axes{"--over", "router.switching=wormhole,cut_through", "--over",
                                      "router.input_depth=2,8"};
  expect_refused(axes, "router.switching = cut_through requires");
  expect_refused(axes, "\n  in router.switching=cut_through, router.input_depth=2\n");
}

TEST_F(SweepCheck, TellsEveryFaultOnce) {
  const CommandResult result =
      sweep({"--over", "router.virtual_channels=3,99,77", "--over", "traffic.load=0.1,0.2,3"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(occurrences(result.err, "virtual_channels = 99 is out of range"), 1U) << result.err;
  EXPECT_EQ(occurrences(result.err, "virtual_channels = 77 is out of range"), 1U) << result.err;
  EXPECT_EQ(occurrences(result.err, "traffic.load = 3 is out of range"), 1U) << result.err;
  EXPECT_NE(result.err.find("in router.virtual_channels=99, traffic.load=0.1 and 2 more\n"),
            std::string::npos)
      << result.err;
}

TEST_F(SweepCheck, SaysNothingOfCombinationsForAFaultOfAllOfThem) {
  const CommandResult result = sweep({"--set", "sed=9", "--over", "traffic.load=0.1,0.2"});
  EXPECT_EQ(occurrences(result.err, "unknown key 'sed'"), 1U) << result.err;
  EXPECT_EQ(result.err.find("\n  in "), std::string::npos) << result.err;
}

TEST_F(SweepCheck, RefusesDesignsWhoseFiguresHaveNoTableInCommon) {
  const std::string configs = (source_folder() / "configs").string();
  for (const std::string& other :
       {configs + "/platform/torus_4x4.yaml", configs + "/small/ranade_3_mixed.yaml",
        configs + "/small/mesh16_8_random.yaml"}) {
    expect_refused({other}, "error: one table cannot hold the figures of the packets of a network and of a");
  }
}

TEST_F(SweepCheck, SaysOfAnUnsafeNetworkThatMayRunThatItIsOne) {
  const CommandResult result = sweep(
      {"--over", "traffic.load=0.1,0.2", "--set", "router.vc_reallocation=immediate", "--allow-unsafe"});
  EXPECT_EQ(result.status, 0) << result.err;
  const std::size_t said = result.err.find("tiny.yaml may deadlock: ");
  ASSERT_NE(said, std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("may deadlock", said + 20), std::string::npos) << "once: " << result.err;
}

TEST_F(SweepCheck, RefusesEveryUnsafeNetworkOnce) {
  config_ = (source_folder() / "configs/small/torus_no_dateline.yaml").string();
  const std::vector<std::string> axes{
      "--over", "routing.dateline=true,false", "--over", "traffic.load=0.1,0.2", "--over", "seed=1,2"};
  expect_refused(axes, "torus_no_dateline.yaml may deadlock: ");
  expect_refused(axes, "\n  in routing.dateline=false, traffic.load=0.1, seed=1 and 3 more\n");
  EXPECT_EQ(occurrences(sweep(axes).err, "may deadlock"), 1U);
  expect_refused({"--saturation"}, "torus_no_dateline.yaml may deadlock: ");
}

}  // namespace
}  // namespace switchyard
