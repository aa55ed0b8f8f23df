#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/occurrences.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

const char* const kTinyTorus = R"(
name: tiny
topology: {kind: torus, radix: [4, 4], link_latency: 2}
router: {kind: duato, virtual_channels: 3, input_depth: 8, output_depth: 2}
routing: {kind: duato}
traffic: {pattern: uniform, packet_length: 4, load: 0.25}
)";

class ShowCommand : public testing::Test {
 protected:
  ShowCommand() { std::ofstream(config_) << kTinyTorus; }

  CommandResult show(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"show", config_});
    return run_switchyard(arguments);
  }
  nlohmann::json figures(std::vector<std::string> arguments = {}) {
    arguments.emplace_back("--json");
    return nlohmann::json::parse(show(arguments).out);
  }

  TemporaryFolder folder_;
  std::string config_ = (folder_ / "tiny.yaml").string();
};

TEST_F(ShowCommand, TellsTheSizeOfTheNetwork) {
  const nlohmann::json topology = figures()["topology"];
  EXPECT_EQ(topology["nodes"], 16);
  EXPECT_EQ(topology["ports_per_router"], 5);
  EXPECT_EQ(topology["channels"], 64);
  EXPECT_EQ(topology["link_latencies"], nlohmann::json::parse(R"([{"latency": 2, "links": 32}])"));
  EXPECT_EQ(topology["diameter"], 4);
  EXPECT_EQ(topology["bisection_channels"], 16);
  EXPECT_EQ(topology["bisection_exact"], true);
  EXPECT_EQ(topology["capacity"], 1.0);
  EXPECT_EQ(topology["channel_capacity"], 2.0);
}

/// Of node 0, and of all nodes, there are ports that nothing is at.
TEST_F(ShowCommand, CountsThePortsAndBuffersThatAreInUse) {
  const std::filesystem::path configs = source_folder() / "configs/small";
  const auto shown = [&](const std::string& name) {
    return nlohmann::json::parse(
        run_switchyard({"show", (configs / (name + ".yaml")).string(), "--json"}).out);
  };
  const nlohmann::json tree = shown("fat_tree_4_ary_3");
  EXPECT_EQ(tree["topology"]["ports_per_router"], 8);
  EXPECT_EQ(tree["router"]["input_vcs"], 2 * 8);
  const nlohmann::json roots = shown("fat_tree_with_fewer_roots");
  EXPECT_EQ(roots["topology"]["ports_per_router"], 7);
  EXPECT_EQ(roots["router"]["output_vcs"], 3 * 7);
  const nlohmann::json stages = shown("custom_stages");
  EXPECT_EQ(stages["router"]["input_vcs"], 2 * 4);
  EXPECT_NE(run_switchyard({"show", (configs / "custom_stages.yaml").string()}).out.find("8, one way\n"),
            std::string::npos);
}

TEST_F(ShowCommand, HalvesTheCapacityOfHalfDuplexLinks) {
  const nlohmann::json shown = figures({"--set", "topology.duplex=half"});
  EXPECT_EQ(shown["topology"]["capacity"], 1.0);
  EXPECT_EQ(shown["load_share_of_capacity"], 0.25);
}

TEST_F(ShowCommand, CountsTheBuffersOfBothSides) {
  const nlohmann::json router = figures()["router"];
  EXPECT_EQ(router["input_vcs"], 5 * 3);
  EXPECT_EQ(router["output_vcs"], 5 * 3);
  EXPECT_EQ(router["buffer_flits"], 5 * 3 * (8 + 2));
  EXPECT_EQ(router["buffer_flits_of_network"], 16 * 5 * 3 * (8 + 2));
}

TEST_F(ShowCommand, CountsNoOutputVcsWhereThereAreNone) {
  const nlohmann::json router = figures({"--set", "router.output_depth=0"})["router"];
  EXPECT_EQ(router["output_vcs"], 0);
  EXPECT_EQ(router["buffer_flits"], 5 * 3 * 8);
}

TEST_F(ShowCommand, PromisesTheLatencyThatALonelyPacketHas) {
  const nlohmann::json shown = figures();
  EXPECT_EQ(shown["zero_load_latency"]["all_pairs"], true);
  const std::string report = (folder_ / "report").string();
  ASSERT_EQ(run_switchyard({"run", config_, "--set", "traffic.load=0.001", "--set", "measure.cycles=200000",
                            "--out", report})
                .status,
            0);
  const nlohmann::json measured = nlohmann::json::parse(contents_of(report + "/results.json"));
  EXPECT_NEAR(measured["packet_latency"]["mean"], shown["zero_load_latency"]["mean"], 0.5);
}

TEST_F(ShowCommand, TakesTheSameLatencyFromDistancesAsFromAllPairs) {
  const nlohmann::json pairs = figures({"--set", "topology.radix=[32, 32]"})["zero_load_latency"];
  const nlohmann::json distances = figures({"--set", "topology.radix=[32, 33]"})["zero_load_latency"];
  EXPECT_EQ(pairs["all_pairs"], true);
  EXPECT_EQ(distances["all_pairs"], false);
  EXPECT_EQ(pairs["min"], distances["min"]);
  EXPECT_EQ(pairs["max"], distances["max"]);  // Half of 33 rounds down to half of 32.
  EXPECT_NEAR(pairs["mean"], distances["mean"], 2);
}

TEST_F(ShowCommand, SaysWhatAPersonAsksFirst) {
  const std::string text = show({}).out;
  EXPECT_NE(text.find("torus 4 x 4: 16 nodes"), std::string::npos) << text;
  EXPECT_NE(
      text.find(
          "15 input VCs of 8 flits, 15 output VCs of 2 flits: at most 150 flits per router, 2400 in all"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("0.2500 flits/node/cycle, 25.0 % of capacity"), std::string::npos) << text;
}

TEST_F(ShowCommand, DrawsEveryLinkOnceAndEveryNodeAtItsPlace) {
  const std::string file = (folder_ / "tiny.dot").string();
  ASSERT_EQ(show({"--dot", file}).status, 0);
  const std::string graph = contents_of(file);
  EXPECT_EQ(occurrences(graph, " -- "), 32U);
  EXPECT_EQ(occurrences(graph, "pos="), 16U);
  EXPECT_NE(graph.find("label=\"5\\n(1,1)\""), std::string::npos) << graph;
}

TEST_F(ShowCommand, DrawsTheLevelsOfAFatTreeAsRowsWithTheRootsAbove) {
  const std::string file = (folder_ / "tree.dot").string();
  ASSERT_EQ(show({"--dot", file, "--set", "topology={kind: fat_tree, children: [2, 3, 2], parents: [1, 2]}",
                  "--set", "routing.kind=nearest_ancestor"})
                .status,
            0);
  const std::string graph = contents_of(file);
  std::map<std::string, std::set<double>> rows;  // By level.
  static const std::regex kNode(R"re(pos="([0-9.]+),([0-9.]+)", label="\d+\\n(level \d)")re");
  for (std::sregex_iterator at(graph.begin(), graph.end(), kNode), end; at != end; ++at)
    rows[(*at)[3]].insert(std::stod((*at)[2]));
  ASSERT_EQ(rows.size(), 3U) << graph;
  for (const auto& [level, places] : rows) EXPECT_EQ(places.size(), 1U) << level;
  EXPECT_LT(*rows["level 0"].begin(), *rows["level 1"].begin());
  EXPECT_LT(*rows["level 1"].begin(), *rows["level 2"].begin());
  EXPECT_EQ(occurrences(graph, " -- "), 6U + 2U * 2U);
}

TEST_F(ShowCommand, DrawsAHyperXAsAGrid) {
  const std::string file = (folder_ / "hyperx.dot").string();
  ASSERT_EQ(show({"--dot", file, "--set", "topology={kind: hyperx, radix: [3, 2], concentration: 2}"}).status,
            0);
  const std::string graph = contents_of(file);
  EXPECT_EQ(occurrences(graph, " -- "), 2U * 3U + 3U);
  EXPECT_NE(graph.find("label=\"5\\n(2,1)\""), std::string::npos) << graph;
}

TEST_F(ShowCommand, DrawsRingsAndGroupsAsCircles) {
  const std::string file = (folder_ / "round.dot").string();
  const auto places_of = [&](const std::string& config) {
    EXPECT_EQ(
        run_switchyard({"show", (source_folder() / "configs/small" / config).string(), "--dot", file}).status,
        0);
    const std::string graph = contents_of(file);
    static const std::regex kNode(R"re( (\d+) \[pos="(-?[0-9.]+),(-?[0-9.]+)")re");
    std::vector<std::complex<double>> places;
    for (std::sregex_iterator at(graph.begin(), graph.end(), kNode), end; at != end; ++at) {
      EXPECT_EQ(std::stoul((*at)[1]), places.size());
      places.emplace_back(std::stod((*at)[2]), std::stod((*at)[3]));
    }
    return places;
  };
  constexpr double kRounded = 0.2;  // Points.
  const std::vector<std::complex<double>> ring = places_of("ring_16.yaml");
  ASSERT_EQ(ring.size(), 16U);
  for (std::size_t n = 0; n < 16; ++n) {
    EXPECT_NEAR(std::abs(ring[n]), std::abs(ring[0]), kRounded);
    EXPECT_NEAR(std::abs(ring[n] - ring[(n + 1) % 16]), std::abs(ring[0] - ring[1]), kRounded);
  }
  struct Case {
    const char* config;
    std::size_t parts, nodes;
  };
  for (const Case& drawn : {Case{"dragonfly_minimal.yaml", 9, 4}, Case{"hierarchical_ring_4x8.yaml", 4, 8}}) {
    const std::vector<std::complex<double>> places = places_of(drawn.config);
    ASSERT_EQ(places.size(), drawn.parts * drawn.nodes) << drawn.config;
    for (std::size_t a = 0; a < places.size(); ++a) {
      double widest = 0;
      double nearest = 1e9;  // Of another part.
      for (std::size_t b = 0; b < places.size(); ++b) {
        const double distance = std::abs(places[a] - places[b]);
        if (a / drawn.nodes == b / drawn.nodes) {
          widest = std::max(widest, distance);
        } else {
          nearest = std::min(nearest, distance);
        }
        EXPECT_TRUE(a == b || distance > 40) << drawn.config << ": " << a << " and " << b;
      }
      EXPECT_LT(widest, nearest + kRounded) << drawn.config << ": " << a;
    }
  }
}

TEST_F(ShowCommand, LeavesNoGraphBehindWhenTheConfigurationIsAtFault) {
  const std::string file = (folder_ / "tiny.dot").string();
  const CommandResult result = show({"--dot", file, "--set", "topology.kind=tours"});
  EXPECT_EQ(result.status, 2);
  EXPECT_NE(result.err.find("did you mean 'torus'?"), std::string::npos) << result.err;
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace switchyard
