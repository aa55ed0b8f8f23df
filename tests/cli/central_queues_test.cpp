#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "testbench/cosim/rtl_model.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

class CentralQueues : public testing::Test {
 protected:
  static CommandResult run(std::vector<std::string> more) {
    const std::string config = (source_folder() / "configs/small/hypercube_4_three_queue.yaml").string();
    more.insert(more.begin(), {"run", config});
    return run_switchyard(more);
  }
};

TEST_F(CentralQueues, RunAsWholeRoutersInRtlWithASignalForEachFault) {
  NEEDS(has_rtl(), "Verilator");
  const std::vector<std::string> level{"--level", "rtl_router", "--set", "measure.cycles=500"};
  EXPECT_EQ(run(level).status, 0);
  std::vector<std::string> spoilt = level;
  spoilt.insert(spoilt.end(), {"--fault", "router_3.queue_router_1@600"});
  const CommandResult result = run(spoilt);
  EXPECT_EQ(result.status, 4);
  EXPECT_NE(result.err.find("network.router_3.rtl.queue_router.flit_o[1]"), std::string::npos) << result.err;
}

TEST_F(CentralQueues, SayWhatTheirRtlDoesNotDo) {
  const CommandResult result = run({"--level", "lockstep", "--set", "routing.selection=least_loaded"});
  EXPECT_EQ(result.status, 2);
  const char* const why =
      has_rtl() ? "it needs routing.selection = random or first" : "built without Verilator";
  EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
}

TEST_F(CentralQueues, AreReportedPerNodeAndSourcesByFairness) {
  const TemporaryFolder folder;
  ASSERT_EQ(run({"--out", folder.path().string()}).status, 0);
  std::istringstream csv(contents_of(folder / "queues.csv"));
  std::string line;
  std::getline(csv, line);
  EXPECT_EQ(line, "node,port,queue,mean,max");
  int lines = 0;
  double packets = 0;
  while (std::getline(csv, line)) {
    int node = -1;
    int queue = -1;
    int most = -1;
    double mean = -1;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,,%d,%lf,%d", &node, &queue, &mean, &most), 4) << line;
    EXPECT_EQ(node, lines / 3);
    EXPECT_EQ(queue, lines % 3);
    EXPECT_LE(mean, most);
    EXPECT_LE(most, 4);
    packets += mean;
    ++lines;
  }
  EXPECT_EQ(lines, 16 * 3);
  EXPECT_GT(packets, 1);

  const auto results = nlohmann::json::parse(contents_of(folder / "results.json"));
  const auto& sources = results.at("sources");
  EXPECT_NEAR(sources["fairness"].get<double>(),
              sources["least"]["accepted"].get<double>() / results["accepted"].get<double>(), 1e-9);
  EXPECT_LE(sources["least"]["accepted"], results["accepted"]);
  EXPECT_GE(sources["most"]["accepted"], results["accepted"]);
  EXPECT_GE(sources["slowest"]["mean_latency"], results["packet_latency"]["mean"]);
}

TEST_F(CentralQueues, AreInTheWavesAtBothLevels) {
  const TemporaryFolder folder;
  std::string dumps[2];
  for (const std::string level : {"fast", "clocked"}) {
    const std::string file = (folder / (level + ".vcd")).string();
    ASSERT_EQ(run({"--level", level, "--vcd", file, "--vcd-nodes", "0,15", "--vcd-to", "300"}).status, 0);
    dumps[level == "fast" ? 0 : 1] = contents_of(file);
  }
  EXPECT_EQ(dumps[0], dumps[1]);
  const VcdDump dump = VcdDump::read(folder / "fast.vcd");
  std::uint64_t most = 0;
  for (const std::uint64_t time : dump.times) {
    most = std::max(most, dump.number("network.router_15.queue_0.occupancy", time).value_or(0));
  }
  EXPECT_GT(most, 0U);
  EXPECT_LE(most, 4U);
  EXPECT_TRUE(dump.has("network.router_0.queue_2.packet"));
  EXPECT_FALSE(dump.has("network.router_0.queue_3.packet"));
  EXPECT_TRUE(dump.has("network.router_0.port_terminal.vc_0.output_occupancy"));  // The ejection buffer.
}

}  // namespace
}  // namespace switchyard
