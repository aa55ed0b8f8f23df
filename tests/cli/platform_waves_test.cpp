#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

class PlatformWaves : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// Of a whole run, or of the `limit` first cycles of one.
  VcdDump waves_of(const std::string& config, const std::string& level, int limit = 0) const {
    const std::string file = (folder_ / (level + ".vcd")).string();
    std::vector<std::string> command{"platform", config, "--level", level, "--vcd", file};
    if (limit != 0) command.insert(command.end(), {"--set", "platform.limit=" + std::to_string(limit)});
    EXPECT_EQ(run_switchyard(command).status, limit == 0 ? 0 : 1);
    return VcdDump::read(file);
  }
  static std::map<std::string, VcdDump::Variable> transactions_of(const VcdDump& dump) {
    std::map<std::string, VcdDump::Variable> transactions;
    for (const auto& [name, variable] : dump.variables) {
      if (name.rfind("platform.", 0) == 0) transactions[name] = variable;
    }
    return transactions;
  }

  TemporaryFolder folder_;
};

TEST_F(PlatformWaves, ShowTheTransactionsOfEverySocketTheSameAtEveryLevelWithFlits) {
  constexpr int kLimit = 300;
  for (const std::string config :
       {"configs/platform/torus_4x4.yaml", "configs/platform/ranade_2_reduce.yaml"}) {
    const auto fast = transactions_of(waves_of(config, "fast", kLimit));
    EXPECT_GE(fast.size(), 4U * 5U) << config;
    EXPECT_TRUE(fast == transactions_of(waves_of(config, "clocked", kLimit))) << config;
    EXPECT_EQ(contents_of(folder_ / "fast.vcd"), contents_of(folder_ / "clocked.vcd")) << config;
    if (!has_rtl()) continue;
    EXPECT_TRUE(fast == transactions_of(waves_of(config, "lockstep", kLimit))) << config;
  }
}

TEST_F(PlatformWaves, AreOfTheNodesAndCyclesThatAreAskedForByEitherCommand) {
  const std::string config = "configs/platform/torus_4x4.yaml";
  for (const std::string command : {"platform", "run"}) {
    const std::string file = (folder_ / (command + ".vcd")).string();
    ASSERT_EQ(run_switchyard({command, config, "--vcd", file, "--vcd-nodes", "5", "--vcd-from", "100",
                              "--vcd-to", "150"})
                  .status,
              0);
    const VcdDump some = VcdDump::read(file);
    EXPECT_TRUE(some.has("network.router_5.port_terminal.in.valid"));
    EXPECT_FALSE(some.has("network.router_0.port_terminal.in.valid"));
    EXPECT_TRUE(some.has("platform.dma0.phase"));
    EXPECT_GE(some.times.front(), 100'000U);
    EXPECT_LE(some.times.back(), 155'000U);
  }
  const VcdDump all = waves_of(config, "fast");
  const VcdDump some = VcdDump::read(folder_ / "run.vcd");
  for (const auto& [name, variable] : some.variables) {
    for (std::uint64_t time = 103'500; time < 150'000; time += 1000)
      EXPECT_EQ(some.bits(name, time), all.bits(name, time)) << name << " at " << time;
  }
}

TEST_F(PlatformWaves, CountTheTransactionsThatAreUnderWay) {
  const VcdDump dump = waves_of("configs/platform/torus_4x4.yaml", "fast");
  for (const std::string socket : {"dma0", "dma1", "dma2", "memory_0", "memory_1", "memory_2", "memory_3"}) {
    const std::string scope = "platform." + socket + ".";
    std::uint64_t most = 0;
    for (const auto& [time, bits] : dump.variable(scope + "outstanding").changes)
      most = std::max(most, dump.number(scope + "outstanding", time).value());
    EXPECT_GE(most, 1U) << socket;
    EXPECT_LE(most, 16U) << socket;
    EXPECT_EQ(dump.number(scope + "outstanding", dump.times.back()), 0U) << socket;
    EXPECT_EQ(dump.bits(scope + "address", dump.times.back()), std::string(64, 'z')) << socket;
    for (const auto& [time, bits] : dump.variable(scope + "length").changes) {
      if (bits[0] == 'z') continue;
      EXPECT_LE(dump.number(scope + "length", time), 256U) << socket;
    }
  }
}

TEST_F(PlatformWaves, AreTheFirstLinesOfAViewWhoseEverySignalIsInTheDump) {
  const VcdDump dump = waves_of("configs/platform/torus_4x4.yaml", "fast");
  std::istringstream view(contents_of(folder_ / "fast.gtkw"));
  std::size_t traces = 0;
  for (std::string line; std::getline(view, line);) {
    const std::size_t name = std::min(line.find("platform."), line.find("network."));
    if (name == std::string::npos || line[0] == '[') continue;
    const std::string path = line.substr(name, line.find('[', name) - name);
    ASSERT_TRUE(dump.has(path)) << line;
    EXPECT_EQ(path.rfind("platform.", 0) == 0, traces < 8U * 5U) << line;
    ++traces;
  }
  EXPECT_EQ(traces, dump.variables.size());
}

}  // namespace
}  // namespace switchyard
