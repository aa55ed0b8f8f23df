#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "testbench/cosim/switch/rtl_switch.h"
#include "testbench/regression/cosim_regression.h"
#include "testbench/report/exit_status.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/dice.h"
#include "tests/support/needs.h"
#include "tests/support/occurrences.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

class LevelsThatCannotRun : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::current_path(source_folder()); }

  /// Refused once, and before there is anything in the folder.
  void expect_refused(std::vector<std::string> command, const std::string& why) const {
    command.insert(command.end(), {"--out", (folder_ / "out").string()});
    const CommandResult result = run_switchyard(command);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(occurrences(result.err, why), 1U) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(folder_.file_count(), 0U);
  }

  TemporaryFolder folder_;
};

TEST_F(LevelsThatCannotRun, AreRefusedOnceByEveryCommand) {
  const std::string chaos = "configs/small/hypercube_4_faulty_chaos.yaml";
  const std::string queued = "configs/small/mesh_4x4_output_queued.yaml";
  const std::string ranade = "configs/small/ranade_3_prefix.yaml";
  const std::string torus = "configs/small/torus_8x8_duato.yaml";
  const std::string platform = "configs/platform/torus_4x4.yaml";
  const std::string no_blocks = "router.kind = output_queued has none of its own";
  expect_refused({"run", queued, "--level", "lockstep"}, no_blocks);
  expect_refused({"cosim", queued}, no_blocks);
  expect_refused({"cosim", queued, "--levels", "lockstep,rtl,rtl_router"}, no_blocks);
  expect_refused({"sweep", queued, "--level", "rtl", "--over", "traffic.load=0.1,0.2"}, no_blocks);
  expect_refused({"run", chaos, "--level", "rtl_router"},
                 "rtl/chaos/chaos_router.sv cannot carry this network: it needs no faults");
  expect_refused({"run", torus, "--level", "rtl_router"}, "it needs router.crossbar = ports");
  expect_refused({"sweep", torus, "--level", "rtl_router", "--over", "traffic.load=0.1,0.2"},
                 "it needs router.crossbar = ports");
  expect_refused({"platform", platform, "--level", "rtl_router", "--set", "router.crossbar=vcs"},
                 "it needs router.crossbar = ports");
  expect_refused({"run", ranade, "--level", "approximate"}, "has no model of router.kind = ranade");
  expect_refused({"platform", "configs/platform/ranade_2_reduce.yaml", "--level", "approximate"},
                 "has no model of router.kind = ranade");
  expect_refused({"platform", "configs/platform/ranade_2_reduce.yaml", "--level", "rtl_router"},
                 "fills the memory of the machine from outside, and the RTL has no pins for that");
  expect_refused({"run", torus, "--level", "approximate", "--set", "faults=[{link: [0, 1], from: 10}]"},
                 "faults that routing does not know of");
  const std::string immediate = "no model of router.vc_reallocation = immediate; use fast";
  const std::string place = "--set router.vc_reallocation=immediate:1:24: error: level approximate has ";
  const std::vector<std::string> options{"--level", "approximate", "--allow-unsafe", "--set",
                                         "router.vc_reallocation=immediate"};
  for (std::vector<std::string> command : {std::vector<std::string>{"run", torus}, {"platform", platform}}) {
    command.insert(command.end(), options.begin(), options.end());
    expect_refused(command, place + immediate);
  }
  expect_refused({"sweep", torus, "--level", "approximate", "--set", "router.vc_reallocation=immediate",
                  "--over", "traffic.load=0.1,0.2"},
                 place + immediate);
}

/// `@` is before the value that is refused.
struct Unmodelled {
  std::string settings;  ///< A line each.
  std::string why;
};

TEST_F(LevelsThatCannotRun, AreRefusedWhereTheSettingThatHasNoModelIsMade) {
  const std::string torus = "topology: {kind: torus, radix: [4, 4], link_latency: 3}\n";
  const std::string half = "topology: {kind: torus, radix: [4, 4], duplex: @half}\n";
  const std::string duato = "routing: {kind: duato}\n";
  const std::string minimal = "routing: {kind: minimal}\n";
  const Unmodelled cases[] = {
      {torus + duato + "router: {kind: duato, vc_reallocation: @immediate}\n",
       "router.vc_reallocation = immediate"},
      {torus + duato + "router: {kind: duato, head_flit_order: @in_transit_first}\n",
       "router.head_flit_order = in_transit_first"},
      {torus + duato + "router: {kind: duato, input_depth: @2}\n",
       "router.input_depth = 2 with links of 3 cycles, which need 4 flits here"},
      {"topology: {kind: torus, radix: [4, 4], duplex: half}\nrouter: {kind: duato, output_depth: @0}\n" +
           duato,
       "topology.duplex = half with router.output_depth = 0"},
      {torus + duato + "router: {kind: duato}\nfaults: @[{link: [0, 1], from: 10}]\n",
       "faults that routing does not know of, or that come and go"},
      {torus + minimal + "router: {kind: chaos}\ninjection: {policy: @control, lead: 3}\n",
       "injection policies other than competition"},
      {half + minimal + "router: {kind: chaos}\n", "half-duplex links between chaos routers"},
      {torus + minimal + "router: {kind: @exchange}\n", "router.kind = exchange"},
      {"topology: {kind: custom, nodes: 2, links: [{from: 0, to: 1, latency: 9, cycles_per_flit: 2}]}\n"
       "router: {kind: duato, input_depth: @5}\nrouting: {kind: up_down}\n",
       "router.input_depth = 5 with links of 9 cycles, which need 6 flits here"},
      {"topology: {kind: custom, nodes: 2, links: [{from: 0, to: 1, cycles_per_flit: 99}]}\n"
       "router: {kind: duato, input_depth: @1}\nrouting: {kind: up_down}\n",
       "router.input_depth = 1 with links of 1 cycles, which need 2 flits here"}};
  const TemporaryFolder files;
  Dice dice(1);
  for (const Unmodelled& each : cases) {
    std::vector<std::string> lines{"traffic: {pattern: uniform, packet_length: 1, load: 0.1}"};
    std::istringstream settings(each.settings);
    for (std::string line; std::getline(settings, line);) lines.push_back(line);
    for (int comment = dice.between(0, 9); comment != 0; --comment) lines.emplace_back("# A comment.");
    for (std::size_t n = lines.size(); n > 1; --n)
      std::swap(lines[n - 1], lines[static_cast<std::size_t>(dice.between(0, static_cast<int>(n) - 1))]);
    const std::filesystem::path file = files / "network.yaml";
    std::ofstream out(file);
    std::string place;
    for (std::size_t n = 0; n < lines.size(); ++n) {
      const std::size_t column = lines[n].find('@');
      if (column != std::string::npos) {
        place = std::to_string(n + 1) + ":" + std::to_string(column + 1);
        lines[n].erase(column, 1);
      }
      out << lines[n] << '\n';
    }
    out.close();
    expect_refused({"run", file.string(), "--level", "approximate"},
                   file.string() + ":" + place + ": error: level approximate has no model of " + each.why +
                       "; use fast\n");
  }
}

TEST_F(LevelsThatCannotRun, AreRefusedWhereTheTopologyIsNothingForWholeRoutersInRtl) {
  const std::string reason = "level rtl_router cannot run this: ";
  const std::string terminals = reason + "whole routers in RTL have one terminal each, at the last port\n";
  const std::string links = reason + "the links of whole routers in RTL take a flit per cycle\n";
  const std::string folder = "configs/small/";
  const auto expect = [&](const std::string& file, const std::string& place, const std::string& why) {
    for (const std::string command : {"run", "cosim"}) {
      const std::string option = command == "run" ? "--level" : "--levels";
      expect_refused({command, folder + file, option, "rtl_router"}, folder + file + place + "error: " + why);
    }
  };
  expect("mesh_4x4_concentrated.yaml", ":9:18: ", terminals);
  expect("fat_tree_4_ary_3.yaml", ":7:9: ", terminals);
  expect("chiplets_2x2_duato.yaml", ":11:24: ", links);
  expect("custom_stages.yaml", ":8:9: ", terminals);
}

TEST_F(LevelsThatCannotRun, AreNamedTogetherWithTheWayToTheRtl) {
  const std::vector<std::string> cosim{"cosim", "configs/small/rtl_torus4.yaml", "--levels",
                                       "clocked,lockstep,rtl,rtl_router"};
  if (has_rtl()) GTEST_SKIP() << "built with Verilator";
  expect_refused(cosim, "levels lockstep, rtl, rtl_router cannot run configs/small/rtl_torus4.yaml");
  expect_refused(cosim, "script/rtl");
}

TEST_F(LevelsThatCannotRun, AndModelsThatAreNotBuiltAreSaid) {
  NEEDS(has_rtl(), "Verilator");
  expect_refused(
      {"run", "configs/small/rtl_torus4.yaml", "--level", "rtl_router", "--set", "router.input_depth=5"},
      "no model is built for");
  expect_refused({"run", "configs/small/ranade_3_prefix.yaml", "--level", "rtl", "--set", "router.queue=3"},
                 "is not built for router.queue = 3");
  expect_refused({"cosim", "configs/small/mesh16_8_random.yaml", "--set", "router.queue=3"},
                 "is not built for router.queue = 3");
}

/// A run may still be refused, for a reason that is seen there only: here by a program that does so at one
/// level.
class LevelsThatCannotRunAfterAll : public LevelsThatCannotRun {
 protected:
  void compare_where_refused_at(const std::string& level) {
    compare_where(level, "echo 'switchyard: error: no room' >&2; exit 2");
  }

  /// The program does `instead` of a run at `level`.
  void compare_where(const std::string& level, const std::string& instead) {
    const std::filesystem::path program = folder_ / "program";
    std::ofstream(program) << "#!/bin/sh\ncase \"$*\" in *" + level + "*) " + instead + ";; esac\nexec " +
                                  std::string(std::getenv("SWITCHYARD")) + " \"$@\"\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const CosimRegression regression{.config = "configs/small/rtl_torus4.yaml",
                                     .overrides = {"measure.cycles=300"},
                                     .levels = {"clocked", "lockstep"},
                                     .options = {},
                                     .seeds = {1, 2},
                                     .folder = folder_ / "out",
                                     .program = program.string()};
    std::filesystem::create_directories(regression.folder);
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    status_ = run_regression(regression);
    out_ = testing::internal::GetCapturedStdout();
    err_ = testing::internal::GetCapturedStderr();
    junit_ = contents_of(regression.folder / "junit.xml");
  }

  int status_ = 0;
  std::string out_;
  std::string err_;
  std::string junit_;
};

TEST_F(LevelsThatCannotRunAfterAll, AreNoDifference) {
  compare_where_refused_at("lockstep");
  EXPECT_EQ(status_, kBadInput);
  EXPECT_EQ(out_.find("DIFFERS"), std::string::npos) << out_;
  EXPECT_EQ(occurrences(out_, "  cannot run\n"), 2U) << out_;
  EXPECT_NE(out_.find("6 runs, 0 differ, 2 cannot run"), std::string::npos) << out_;
  EXPECT_EQ(occurrences(err_, "no room"), 1U) << err_;
  EXPECT_NE(err_.find("lockstep, seed 1; lockstep, seed 2"), std::string::npos) << err_;
  EXPECT_NE(junit_.find("failures=\"0\" errors=\"0\" skipped=\"2\""), std::string::npos) << junit_;
}

TEST_F(LevelsThatCannotRunAfterAll, UnlikeARunThatDiesAreNoErrorForCi) {
  compare_where("clocked", "echo dying >&2; kill -9 $$");
  EXPECT_EQ(status_, kFailed);
  EXPECT_NE(junit_.find("failures=\"0\" errors=\"2\""), std::string::npos) << junit_;
  EXPECT_NE(junit_.find("message=\"killed by signal 9 (Killed)\""), std::string::npos) << junit_;
  for (const char* file :
       {"clocked_1/stderr", "fast_1/results.json", "clocked_2/stderr", "fast_2/manifest.json"})
    EXPECT_NE(junit_.find((folder_ / "out" / file).string() + "&#10;"), std::string::npos) << file << "\n"
                                                                                           << junit_;
}

TEST_F(LevelsThatCannotRunAfterAll, AreNoDifferenceIfItIsTheOneToCompareWith) {
  NEEDS(has_rtl(), "Verilator");
  compare_where_refused_at("fast");
  EXPECT_EQ(status_, kBadInput);
  EXPECT_EQ(out_.find("DIFFERS"), std::string::npos) << out_;
  EXPECT_EQ(occurrences(out_, "  cannot run\n"), 2U) << out_;
  EXPECT_EQ(occurrences(out_, "  not compared\n"), 4U) << out_;
  EXPECT_EQ(occurrences(err_, "no room"), 1U) << err_;
  EXPECT_NE(junit_.find("failures=\"0\" errors=\"0\" skipped=\"6\""), std::string::npos) << junit_;
}

}  // namespace
}  // namespace switchyard
