#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "testbench/cosim/rtl_model.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"

namespace switchyard {
namespace {

constexpr std::uint64_t kPeriod = 1000;  ///< In ps.

/// When the edge of a cycle comes.
std::uint64_t edge_of(std::uint64_t cycle) { return (cycle + 2) * kPeriod + kPeriod / 2; }

struct Module {
  const char* scope;  ///< What instances are called below the RTL of a router.
  const char* file;   ///< Below rtl/.
  std::vector<const char*> parameters;
};
const std::vector<Module> kModules{
    {"(link|input)_arbiter_\\d+", "arbiter/rr_arbiter", {"NumReq"}},
    {"allocator", "allocator/port_allocator", {"NumPorts", "Kind", "Arbiters", "Iterations"}},
    {"vc_allocator", "allocator/vc_allocator", {"NumPorts", "NumVcs"}},
    {"vc_matching", "allocator/port_allocator", {"NumPorts", "Kind", "Arbiters", "Iterations"}},
    {"crossbar(_\\d+)?", "crossbar/mux_crossbar", {"NumIn", "NumOut", "Width"}},
    {"merge_switch", "merge/merge_switch", {"Depth", "StepWidth", "KeyWidth", "WordWidth"}},
    {"node_buffers", "mesh/node_buffers", {"Banks", "Capacity", "CoordWidth", "DataWidth"}},
    {"vc_router",
     "router/vc_router",
     {"NumPorts", "NumVcs", "Depth", "Radix", "Allocator", "Arbiters", "Iterations"}}};

/// A block in a dump: what it shows, by the names of its module.
struct Block {
  std::string path;
  const Module* module;
  std::vector<std::string> inputs;  ///< Besides clock and reset.
  std::vector<std::string> outputs;
  bool has_clock = false;
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// All blocks below the RTL of the routers.
std::vector<Block> blocks_in(const VcdDump& dump) {
  std::map<std::string, Block> blocks;
  for (const auto& [name, variable] : dump.variables) {
    const std::size_t rtl = name.find(".rtl.");
    const std::size_t dot = name.rfind('.');
    if (rtl == std::string::npos || dot == rtl + 4) continue;
    const std::string scope = name.substr(rtl + 5, dot - rtl - 5);
    for (const Module& module : kModules) {
      if (!std::regex_match(scope, std::regex(module.scope))) continue;
      Block& block = blocks[name.substr(0, dot)];
      block.path = name.substr(0, dot);
      block.module = &module;
      const std::string pin = name.substr(dot + 1);
      if (pin == "clk_i") {
        block.has_clock = true;
      } else if (pin != "rst_ni" && ends_with(pin, "_i")) {
        block.inputs.push_back(pin);
      } else if (ends_with(pin, "_o")) {
        block.outputs.push_back(pin);
      }
    }
  }
  std::vector<Block> found;
  for (auto& [path, block] : blocks) found.push_back(std::move(block));
  return found;
}

/// A program in SystemVerilog that gives a module the inputs of each cycle, one line of text each, and looks
/// for the outputs that come after them.
std::string bench_for(const Block& block, const VcdDump& dump) {
  const auto width = [&](const std::string& pin) { return dump.variable(block.path + "." + pin).width; };
  std::string pins;
  int at = 0;
  const auto connect = [&](const std::vector<std::string>& names, const char* bus) {
    at = 0;
    for (const std::string& pin : names) {
      pins += fmt::format("{}.{}({}[{} +: {}])", pins.empty() ? "" : ", ", pin, bus, at, width(pin));
      at += width(pin);
    }
    return at;
  };
  const int inputs = connect(block.inputs, "in");
  const int outputs = connect(block.outputs, "out");
  std::string parameters;
  for (const char* name : block.module->parameters) {
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name,
                              dump.number(block.path + "." + name, edge_of(0)).value());
  }
  const std::string name =
      std::string(block.module->file).substr(std::string(block.module->file).find('/') + 1);
  return fmt::format(R"(module bench;
  reg clk = 0, rst_n = 1;
  reg [{0}:0] in;
  wire [{1}:0] out;
  reg [{1}:0] expected;
  integer file, cycle;
  {2} #({3}) dut ({4}{5});
  initial begin
    file = $fopen("vectors", "r");
    cycle = $fscanf(file, "%b %b\n", in, expected);
    #1 rst_n = 0;
    #1 rst_n = 1;
    cycle = 0;
    do begin
      #1 if (out !== expected) begin
        $display("cycle %0d: %b in the dump, %b here", cycle, expected, out);
        $finish;
        $fclose(file);
      end
      clk = 1;
      #1 clk = 0;
      cycle = cycle + 1;
    end while ($fscanf(file, "%b %b\n", in, expected) == 2);
    $display("%0d cycles agree", cycle);
    $finish;
  end
endmodule
)",
                     inputs - 1, outputs - 1, name, parameters,
                     block.has_clock ? ".clk_i(clk), .rst_ni(rst_n), " : "", pins);
}

/// What the pins have just before an edge, the first pin lowest.
std::string values_at(const Block& block, const std::vector<std::string>& pins, const VcdDump& dump,
                      std::uint64_t edge) {
  std::string bits;
  for (const std::string& pin : pins) bits.insert(0, dump.bits(block.path + "." + pin, edge - 1));
  return bits;
}

/// Replays the block in Icarus Verilog. What that says.
std::string replay(const Block& block, const VcdDump& dump, std::uint64_t cycles) {
  const TemporaryFolder folder;
  std::ofstream(folder / "bench.sv") << bench_for(block, dump);
  {
    std::ofstream vectors(folder / "vectors");
    for (std::uint64_t cycle = 0; cycle < cycles; ++cycle) {
      vectors << values_at(block, block.inputs, dump, edge_of(cycle)) << ' '
              << values_at(block, block.outputs, dump, edge_of(cycle)) << '\n';
    }
  }
  // The always_comb of Icarus 11 wakes itself in a router.
  const std::string process =
      block.module->file == std::string("router/vc_router") ? "always @*" : "always_comb";
  const std::string command = fmt::format(
      "cd '{0}' && cp -r '{1}/rtl' . && sed -i 's/always_comb/{2}/' rtl/*/*.sv && iverilog -g2012 "
      "-Irtl/include -s bench "
      "-o bench.vvp rtl/pkg/net_pkg.sv $(ls rtl/arbiter/*.sv rtl/allocator/*.sv rtl/crossbar/*.sv "
      "rtl/merge/*.sv rtl/mesh/*.sv "
      "rtl/router/*.sv) bench.sv > log 2>&1; vvp -n bench.vvp > said 2>&1",
      folder.path().string(), source_folder().string(), process);
  static_cast<void>(std::system(command.c_str()));
  const std::string said = contents_of(folder / "said");
  return said.substr(0, said.find('\n'));
}

struct ReplayCase {
  const char* name;
  const char* config;
  const char* node;
  std::size_t blocks;  ///< That there are at least.
};

class WaveReplay : public testing::TestWithParam<std::tuple<ReplayCase, const char*>> {};

/// What an edge samples is in the dump just before it: so the module, given these inputs, does what the dump
/// says.
TEST_P(WaveReplay, EachBlockDoesWithTheInputsOfTheDumpWhatItsOutputsThereSay) {
  NEEDS(has_rtl(), "Verilator");
  NEEDS(std::system("command -v iverilog > /dev/null 2>&1") == 0, "iverilog");
  const auto& [tested, level] = GetParam();
  constexpr std::uint64_t kCycles = 400;
  const TemporaryFolder folder;
  const std::string file = (folder / "waves.vcd").string();
  const CommandResult result =
      run_switchyard({"run", (source_folder() / tested.config).string(), "--level", level, "--vcd", file,
                      "--vcd-nodes", tested.node, "--vcd-to", std::to_string(kCycles - 1)});
  ASSERT_EQ(result.status, 0) << result.err;
  const VcdDump dump = VcdDump::read(file);
  const std::vector<Block> blocks = blocks_in(dump);
  ASSERT_GE(blocks.size(), tested.blocks);
  std::size_t busy = 0;
  std::map<const Module*, int> replayed;
  for (const Block& block : blocks) {
    const bool used = std::any_of(block.inputs.begin(), block.inputs.end(), [&](const std::string& pin) {
      return dump.variable(block.path + "." + pin).changes.size() > 4;
    });
    if (!used || ++replayed[block.module] > 2) continue;
    ++busy;
    EXPECT_EQ(replay(block, dump, kCycles), fmt::format("{} cycles agree", kCycles)) << block.path;
  }
  EXPECT_GE(busy, std::min<std::size_t>(tested.blocks, 3));
}

INSTANTIATE_TEST_SUITE_P(
    Configurations, WaveReplay,
    testing::Combine(testing::Values(ReplayCase{"ports", "configs/small/rtl_torus4.yaml", "5", 13},
                                     ReplayCase{"islip", "configs/small/mesh_8x8_islip.yaml", "5", 13},
                                     ReplayCase{"matched", "configs/small/mesh_4x4_matched_vcs.yaml", "5",
                                                13},
                                     ReplayCase{"vcs", "configs/small/torus_8x8_duato.yaml", "9", 25},
                                     ReplayCase{"machine", "configs/small/ranade_3_mixed.yaml", "5", 1},
                                     ReplayCase{"mesh", "configs/small/mesh16_8_random.yaml", "27", 1}),
                     testing::Values("lockstep", "rtl")),
    [](const auto& tested) {
      return std::string(std::get<0>(tested.param).name) + "_" + std::get<1>(tested.param);
    });
INSTANTIATE_TEST_SUITE_P(
    WholeRouter, WaveReplay,
    testing::Combine(testing::Values(ReplayCase{"router", "configs/small/rtl_cube3.yaml", "5", 1},
                                     ReplayCase{"router4", "configs/small/rtl_torus4.yaml", "5", 1}),
                     testing::Values("rtl_router")),
    [](const auto& tested) { return std::string(std::get<0>(tested.param).name); });

}  // namespace
}  // namespace switchyard
