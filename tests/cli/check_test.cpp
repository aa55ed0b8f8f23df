#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/needs.h"
#include "tests/support/occurrences.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

constexpr const char* kUnsafe = "configs/small/torus_no_dateline.yaml";

class CheckCommand : public testing::Test {
 protected:
  CheckCommand() { std::filesystem::current_path(source_folder()); }

  static nlohmann::json checked(const std::string& config) {
    return nlohmann::json::parse(run_switchyard({"check", config, "--json"}).out);
  }
  TemporaryFolder folder_;
};

TEST_F(CheckCommand, ProvesTheQuickstartAndSaysWhatItOffers) {
  const CommandResult result = run_switchyard({"check", "configs/quickstart.yaml"});
  EXPECT_EQ(result.status, kGood) << result.err;
  EXPECT_NE(result.out.find("escape: cannot deadlock"), std::string::npos) << result.out;
  EXPECT_NE(result.out.find("throughput bound  0.4980"), std::string::npos) << result.out;
}

TEST_F(CheckCommand, EveryShippedConfigurationHasTheVerdictThatItExpects) {
  for (const std::string& config : good_config_files()) {
    const CommandResult result = run_switchyard({"check", config, "--json"});
    const nlohmann::json json = nlohmann::json::parse(result.out);
    const bool is_unsafe = json.at("verdict") == "unsafe";
    EXPECT_EQ(is_unsafe, contents_of(config).find("verdict: unsafe") != std::string::npos) << config;
    EXPECT_EQ(result.status, kGood) << config << result.err;
    EXPECT_EQ(json.at("cycle").empty() && json.at("message_cycle").empty(), !is_unsafe) << config;
  }
}

TEST_F(CheckCommand, AVerdictThatIsNotExpectedFails) {
  const CommandResult unsafe =
      run_switchyard({"check", "configs/quickstart.yaml", "--set", "router.vc_reallocation=immediate"});
  EXPECT_EQ(unsafe.status, 1);
  EXPECT_NE(unsafe.out.find("unsafe: may deadlock"), std::string::npos) << unsafe.out;
  EXPECT_NE(unsafe.err.find("the network may deadlock"), std::string::npos) << unsafe.err;
  const CommandResult other = run_switchyard({"check", kUnsafe, "--set", "routing.dateline=true"});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("expect.verdict = unsafe, but the verdict is acyclic"), std::string::npos)
      << other.err;
}

TEST_F(CheckCommand, AnUnsafeNetworkIsNotRunUnlessThatIsAllowed) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", kUnsafe},
        {"cosim", kUnsafe, "--levels", "clocked", "--out", folder_.path().string()}}) {
    const CommandResult result = run_switchyard(command);
    EXPECT_EQ(result.status, kBadInput) << result.err;
    EXPECT_NE(result.err.find("may deadlock"), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("--allow-unsafe"), std::string::npos) << result.err;
  }
  EXPECT_EQ(run_switchyard({"run", kUnsafe, "--allow-unsafe"}).status, kDeadlock);
}

/// Where a verdict is unsafe and the status is 0, the text says who asked for that.
TEST_F(CheckCommand, SaysThatAnUnsafeVerdictIsTheOneThatIsExpected) {
  const CommandResult result = run_switchyard({"check", kUnsafe});
  EXPECT_EQ(result.status, kGood) << result.err;
  EXPECT_NE(result.out.find("unsafe, as expect.verdict says: may deadlock"), std::string::npos) << result.out;
  EXPECT_EQ(checked(kUnsafe).at("as_expected"), true);
}

TEST_F(CheckCommand, ARunOfAnUnsafeNetworkSaysSo) {
  const std::vector<std::string> run{
      "run",   "configs/quickstart.yaml", "--set", "router.vc_reallocation=immediate",
      "--set", "measure.cycles=200",      "--set", "measure.warmup=100",
      "--out", folder_.path().string()};
  std::vector<std::string> allowed = run;
  allowed.emplace_back("--allow-unsafe");
  const CommandResult result = run_switchyard(allowed);
  EXPECT_NE(result.out.find("UNSAFE: the network may deadlock"), std::string::npos) << result.out;
  const auto check = nlohmann::json::parse(contents_of(folder_ / "results.json")).at("check");
  EXPECT_EQ(check.at("verdict"), "unsafe");
  EXPECT_FALSE(check.at("reason").is_null());
}

TEST_F(CheckCommand, ARunTellsItsVerdict) {
  const std::vector<std::string> run{"run",   kUnsafe,
                                     "--set", "routing.dateline=true",
                                     "--set", "expect.verdict=acyclic",
                                     "--out", folder_.path().string()};
  const CommandResult good = run_switchyard(run);
  EXPECT_EQ(good.status, kGood) << good.out;
  EXPECT_NE(good.out.find("cannot happen: acyclic, as expect.verdict says"), std::string::npos) << good.out;
  const auto check = nlohmann::json::parse(contents_of(folder_ / "results.json")).at("check");
  EXPECT_EQ(check.at("verdict"), "acyclic");
  EXPECT_GT(check.at("seconds"), 0);
}

TEST_F(CheckCommand, ARunOfANetworkThatIsTooLargeSaysThatItIsNotChecked) {
  const CommandResult result =
      run_switchyard({"run", "configs/quickstart.yaml", "--set", "topology.radix=[64,64]", "--set",
                      "traffic.load=0.01", "--set", "measure.cycles=10", "--set", "measure.warmup=0", "--set",
                      "expect=null", "--out", folder_.path().string()});
  EXPECT_NE(result.out.find("not checked: the network is too large"), std::string::npos) << result.out;
  const auto results = nlohmann::json::parse(contents_of(folder_ / "results.json"));
  EXPECT_TRUE(results.at("check").at("verdict").is_null());
}

TEST_F(CheckCommand, TheFilesOfATraceAreNamedAndExpectTheirVerdict) {
  const std::string trace = (folder_ / "trace").string();
  const CommandResult result = run_switchyard({"check", kUnsafe, "--trace", trace});
  EXPECT_NE(result.out.find("switchyard run " + trace + "/deadlock.yaml --allow-unsafe"), std::string::npos)
      << result.out;
  EXPECT_NE(result.out.find(trace + "/deadlock.csv"), std::string::npos) << result.out;
  EXPECT_EQ(run_switchyard({"check", trace + "/deadlock.yaml"}).status, kGood);
  const CommandResult blank = run_switchyard({"check", kUnsafe, "--trace", trace + " it's"});
  EXPECT_NE(blank.out.find("switchyard run '" + trace + " it'\\''s/deadlock.yaml' --allow-unsafe"),
            std::string::npos)
      << blank.out;
}

TEST_F(CheckCommand, SumsAdaptivityUpInALine) {
  const CommandResult result =
      run_switchyard({"check", "configs/small/torus_8x8_duato.yaml", "--set", "topology.radix=[16,16]",
                      "--set", "routing={kind: dimension_order}"});
  const std::size_t at = result.out.find("adaptivity");
  ASSERT_NE(at, std::string::npos) << result.out;
  const std::string line = result.out.substr(at, result.out.find('\n', at) - at);
  EXPECT_LT(line.size(), 170U) << line;
  EXPECT_EQ(line.find("e-"), std::string::npos) << line;
  EXPECT_NE(line.find("by distance, 1 to 16: 1.000 "), std::string::npos) << line;
}

TEST_F(CheckCommand, DrawsTheDependenciesWithTheCycleInRed) {
  const std::string dot = (folder_ / "dependencies.dot").string();
  run_switchyard({"check", kUnsafe, "--set", "topology.radix=[8]", "--dot", dot});
  const std::string graph = contents_of(dot);
  const std::string red = "\"channel 1 -> 0 VC 0\" -> \"channel 0 -> 7 VC 0\" [color=red";
  EXPECT_NE(graph.find(red), std::string::npos);
  const std::size_t edges = occurrences(graph, " -> \"channel");
  EXPECT_EQ(occurrences(graph, "red"), 8U);
  EXPECT_NE(graph.find(std::to_string(edges) + " dependencies"), std::string::npos);
}

class DrawingOf : public CheckCommand, public testing::WithParamInterface<std::vector<std::string>> {};

/// What Graphviz cannot lay out within seconds is cut down to the cycle or the part around a node.
TEST_P(DrawingOf, IsSmallEnoughForGraphvizAndSaysWhatItLeavesOut) {
  const std::string dot = (folder_ / "dependencies.dot").string();
  std::vector<std::string> check{"check"};
  check.insert(check.end(), GetParam().begin(), GetParam().end());
  check.insert(check.end(), {"--dot", dot});
  const CommandResult result = run_switchyard(check);
  const std::string graph = contents_of(dot);
  const std::size_t edges = occurrences(graph, "\" -> \"");
  EXPECT_GT(edges, 4U);
  EXPECT_LE(edges, 600U);
  EXPECT_NE(graph.find("label=\""), std::string::npos);
  EXPECT_NE(graph.find(std::to_string(edges) + " of "), std::string::npos) << graph.substr(0, 300);
  EXPECT_NE(result.out.find(dot + ": " + std::to_string(edges) + " of "), std::string::npos) << result.out;
  const bool is_unsafe = result.out.find("unsafe") != std::string::npos;
  EXPECT_EQ(graph.find("color=red") != std::string::npos, is_unsafe);
  NEEDS(run_command("/bin/sh", {"-c", "command -v dot"}).status == 0, "dot");
  EXPECT_EQ(run_command("/usr/bin/timeout", {"60", "dot", "-Tsvg", "-o", dot + ".svg", dot}).status, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Networks, DrawingOf,
    testing::Values(std::vector<std::string>{"configs/quickstart.yaml"}, std::vector<std::string>{kUnsafe},
                    std::vector<std::string>{kUnsafe, "--set", "topology={kind: torus, radix: [40, 5]}"},
                    std::vector<std::string>{"configs/quickstart.yaml", "--set",
                                             "router.vc_reallocation=immediate"},
                    std::vector<std::string>{"configs/quickstart.yaml", "--set", "topology.kind=mesh"},
                    std::vector<std::string>{"configs/small/hypercube_4_three_queue.yaml", "--set",
                                             "topology.dimensions=7"}));

/// The nodes through which the deadlock that a run found goes round.
std::set<int> nodes_of_deadlock(const nlohmann::json& results) {
  std::set<int> nodes;
  for (const auto& vc : results.at("deadlock").at("cycle")) nodes.insert(vc.at("node").get<int>());
  return nodes;
}

class DeadlockTraceOf : public CheckCommand, public testing::WithParamInterface<std::vector<std::string>> {};

TEST_P(DeadlockTraceOf, ReachesTheVeryCycleAtBothLevels) {
  std::vector<std::string> check{"check", kUnsafe, "--json", "--trace", folder_.path().string()};
  for (const std::string& assignment : GetParam()) check.insert(check.end(), {"--set", assignment});
  const nlohmann::json verdict = nlohmann::json::parse(run_switchyard(check).out);
  std::set<int> nodes;
  for (const auto& dependency : verdict.at("cycle")) {
    const std::string channel = dependency.at("holds");  // "channel 3 -> 2 VC 0"
    nodes.insert(std::stoi(channel.substr(channel.find("-> ") + 3)));
  }
  for (const std::string level : {"fast", "clocked"}) {
    const CommandResult run = run_switchyard({"run", (folder_ / "deadlock.yaml").string(), "--allow-unsafe",
                                              "--level", level, "--out", (folder_ / level).string()});
    ASSERT_EQ(run.status, kDeadlock) << run.err;
    const auto results = nlohmann::json::parse(contents_of(folder_ / level / "results.json"));
    EXPECT_EQ(nodes_of_deadlock(results), nodes) << run.err;
    EXPECT_EQ(results.at("deadlock"), verdict.at("trace_deadlock"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Networks, DeadlockTraceOf,
    testing::Values(std::vector<std::string>{}, std::vector<std::string>{"router.injection_vcs=1"},
                    std::vector<std::string>{"topology.radix=[5]"},
                    std::vector<std::string>{"topology.radix=[3,7]", "router.input_depth=8"},
                    std::vector<std::string>{"router.virtual_channels=4", "router.output_depth=4"},
                    std::vector<std::string>{"router.crossbar=ports", "router.output_depth=0"},
                    std::vector<std::string>{"topology.link_latency=3"}));

/// Adaptive packets have ways round a cycle: others must stand in them.
TEST_F(CheckCommand, FindsADeadlockOfPacketsThatHaveOtherPaths) {
  const std::vector<std::string> overrides{"--set", "router.vc_reallocation=immediate",
                                           "--set", "router.injection_vcs=2",
                                           "--set", "router.input_depth=2",
                                           "--set", "router.output_depth=1",
                                           "--set", "traffic.packet_length=4"};
  std::vector<std::string> check{"check", "configs/small/torus_8x8_duato.yaml", "--json", "--trace",
                                 folder_.path().string()};
  check.insert(check.end(), overrides.begin(), overrides.end());
  const nlohmann::json verdict = nlohmann::json::parse(run_switchyard(check).out);
  ASSERT_FALSE(verdict.at("trace_deadlock").is_null());
  for (const std::string level : {"fast", "clocked"}) {
    const CommandResult run = run_switchyard({"run", (folder_ / "deadlock.yaml").string(), "--allow-unsafe",
                                              "--level", level, "--out", (folder_ / level).string()});
    ASSERT_EQ(run.status, kDeadlock) << run.err;
    const auto results = nlohmann::json::parse(contents_of(folder_ / level / "results.json"));
    EXPECT_EQ(results.at("deadlock"), verdict.at("trace_deadlock"));
  }
}

TEST_F(CheckCommand, EndsATraceWhosePacketsWaitForARepair) {
  const std::string yaml =
      "topology: {kind: torus, radix: [8]}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: dimension_order, dateline: false}\nfaults: [{link: [0, 1], known: false}]\n"
      "traffic: {pattern: uniform, packet_length: 4, load: 0.1}\n";
  std::ofstream(folder_ / "ring.yaml") << yaml;
  const CommandResult result =
      run_switchyard({"check", (folder_ / "ring.yaml").string(), "--trace", (folder_ / "trace").string()});
  EXPECT_NE(result.err.find("no deadlock was reached"), std::string::npos) << result.err;
}

TEST_F(CheckCommand, BoundsThroughputByWhatALinkCarries) {
  const auto bound_of = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> check{"check", "configs/small/hypercube_4_three_queue.yaml", "--json"};
    check.insert(check.end(), arguments.begin(), arguments.end());
    return nlohmann::json::parse(run_switchyard(check).out).at("throughput_bound").get<double>();
  };
  EXPECT_NEAR(bound_of({"--set", "router.phits_per_packet=4"}), bound_of({}) / 4, 1e-9);
}

TEST_F(CheckCommand, SaysWhatIsLeftWhenFaultsLeaveNothing) {
  const std::vector<std::string> overrides{"--set", "topology.dimensions=1", "--set",
                                           "faults=[{link: [0, 1]}]"};
  for (const char* command : {"check", "show"}) {
    std::vector<std::string> arguments{command, "configs/small/hypercube_4_chaos.yaml"};
    arguments.insert(arguments.end(), overrides.begin(), overrides.end());
    const CommandResult result = run_switchyard(arguments);
    EXPECT_NE(result.out.find("no two nodes are connected"), std::string::npos) << result.out;
    EXPECT_EQ(result.out.find("throughput bound"), std::string::npos) << result.out;
    EXPECT_NE(result.out.find("1 link from the start"), std::string::npos) << result.out;
    arguments.emplace_back("--json");
    EXPECT_TRUE(nlohmann::json::accept(run_switchyard(arguments).out)) << command;
  }
}

TEST_F(CheckCommand, CountsALinkThatSeveralFaultsNameOnce) {
  const CommandResult result =
      run_switchyard({"check", "configs/small/hypercube_4_chaos.yaml", "--set", "topology.dimensions=2",
                      "--set", "faults=[{node: 3}, {node: 3}, {node: 1}, {link: [3, 1]}]"});
  EXPECT_NE(result.out.find("3 links from the start, those of 2 nodes included"), std::string::npos)
      << result.out;
}

TEST_F(CheckCommand, NamesThePairsThatFaultsOfOneTimeCutOff) {
  const CommandResult result = run_switchyard(
      {"check", "configs/small/hypercube_4_chaos.yaml", "--set", "topology.dimensions=2", "--set",
       "faults=[{link: [0, 1], from: 10, to: 100}, {link: [0, 2], from: 3000, to: 3100}]", "--set",
       "traffic.load=0.01"});
  EXPECT_NE(result.out.find("cut off meanwhile 4 pairs of nodes: 0 -> 1, 0 -> 2, 1 -> 0, 2 -> 0\n"),
            std::string::npos)
      << result.out;
}

TEST_F(CheckCommand, SaysThatATraceReachesNoDeadlock) {
  const CommandResult result =
      run_switchyard({"check", "configs/small/torus_8x8_duato.yaml", "--json", "--set",
                      "router.vc_reallocation=immediate", "--trace", folder_.path().string()});
  EXPECT_NE(result.err.find("no deadlock was reached"), std::string::npos) << result.err;
  EXPECT_TRUE(nlohmann::json::parse(result.out).at("trace_deadlock").is_null());
  EXPECT_EQ(run_switchyard({"run", (folder_ / "deadlock.yaml").string(), "--allow-unsafe"}).status, kGood);
}

TEST_F(CheckCommand, ThereIsNoTraceOfASafeNetwork) {
  const CommandResult result =
      run_switchyard({"check", "configs/quickstart.yaml", "--trace", folder_.path().string()});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_NE(result.err.find("there is no deadlock to write"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace switchyard
