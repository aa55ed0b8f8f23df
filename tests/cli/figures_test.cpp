#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/temporary_folder.h"

namespace switchyard {
namespace {

using nlohmann::json;

class Figures : public testing::Test {
 protected:
  Figures() { std::filesystem::current_path(source_folder()); }

  CommandResult run(const std::string& config, const std::vector<std::string>& overrides = {}) {
    std::vector<std::string> arguments{"run", config, "--out", folder_.path().string()};
    for (const std::string& assignment : overrides) arguments.insert(arguments.end(), {"--set", assignment});
    return run_switchyard(arguments);
  }
  json results() const { return json::parse(contents_of(folder_ / "results.json")); }

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  TemporaryFolder folder_;
};

double sum(const json& values) {
  double total = 0;
  for (const json& value : values) total += value.get<double>();
  return total;
}

/// The mean over all packets of means over groups of them.
double weighted_mean(const json& means, const json& packets) {
  double total = 0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (!means[i].is_null()) total += means[i].get<double>() * packets[i].get<double>();
  }
  return total / sum(packets);
}

class FiguresOf : public Figures, public testing::WithParamInterface<std::string> {};

TEST_P(FiguresOf, ByNodeAndByDistanceAddUpToTheTotals) {
  run(GetParam());
  const json all = results();
  const json& nodes = all.at("by_node");
  const json& distances = all.at("by_distance");
  const auto count = static_cast<double>(nodes.at("offered").size());
  EXPECT_NEAR(sum(nodes.at("offered")) / count, all.at("offered").get<double>(), 1e-9);
  EXPECT_NEAR(sum(nodes.at("accepted")) / count, all.at("accepted").get<double>(), 1e-9);
  EXPECT_NEAR(sum(nodes.at("delivered")) / count, all.at("accepted").get<double>(), 1e-9);
  const json& latency = all.at("packet_latency");
  for (const json& packets :
       {nodes.at("packets_sent"), nodes.at("packets_received"), distances.at("packets")})
    EXPECT_EQ(sum(packets), latency.at("packets").get<double>());
  const double mean = latency.at("mean").get<double>();
  EXPECT_NEAR(weighted_mean(nodes.at("mean_latency_sent"), nodes.at("packets_sent")), mean, 1e-6);
  EXPECT_NEAR(weighted_mean(nodes.at("mean_latency_received"), nodes.at("packets_received")), mean, 1e-6);
  EXPECT_NEAR(weighted_mean(distances.at("mean_packet_latency"), distances.at("packets")), mean, 1e-6);
  EXPECT_NEAR(weighted_mean(distances.at("mean_network_latency"), distances.at("packets")),
              all.at("network_latency").at("mean").get<double>(), 1e-6);
  EXPECT_NEAR(weighted_mean(distances.at("mean_hops"), distances.at("packets")),
              all.at("hops").at("mean").get<double>(), 1e-6);
  const auto least = all.at("least_node").get<std::size_t>();
  EXPECT_EQ(nodes.at("accepted")[least], all.at("accepted_min_node"));
}

INSTANTIATE_TEST_SUITE_P(
    Networks, FiguresOf,
    testing::Values("configs/small/torus_8x8_duato.yaml", "configs/small/bursty_hot_spot.yaml",
                    "configs/small/hypercube_4_three_queue.yaml", "configs/small/torus_4x4_chaos.yaml",
                    "configs/small/torus_4x4_faulty_adaptive.yaml",
                    "configs/small/custom_petersen_up_down.yaml", "configs/small/static_torus.yaml"));

/// A line of four nodes, three packets of two flits that never meet. Cycle 0: 0 -> 2; 100: 3 -> 2; 200: 0
/// -> 1.
TEST_F(Figures, AreThoseOfEachPacketOfATrace) {
  write("three.csv", "cycle,source,destination,flits\n0,0,2,2\n100,3,2,2\n200,0,1,2\n");
  const std::string line =
      "topology: {kind: mesh, radix: [4]}\nrouter: {kind: duato, virtual_channels: 2}\n"
      "routing: {kind: dimension_order}\n";
  const std::string config = write("line.yaml", line + "workload: {kind: trace, file: three.csv}\n");
  const CommandResult ran = run(config);
  ASSERT_EQ(ran.status, 0) << ran.err << ran.out;
  const json all = results();
  const json& nodes = all.at("by_node");
  EXPECT_EQ(nodes.at("packets_sent"), json({2, 0, 0, 1}));
  EXPECT_EQ(nodes.at("packets_received"), json({0, 1, 2, 0}));
  EXPECT_TRUE(nodes.at("mean_latency_sent")[1].is_null());
  const double cycles = all.at("measured_cycles").get<double>();
  const auto flits_of = [&](const char* figure, std::size_t node) {
    return std::lround(nodes.at(figure)[node].get<double>() * cycles);
  };
  EXPECT_EQ(flits_of("offered", 0), 4);
  EXPECT_EQ(flits_of("accepted", 3), 2);
  EXPECT_EQ(flits_of("delivered", 2), 4);
  EXPECT_EQ(flits_of("delivered", 3), 0);

  const std::string alone =
      write("alone.yaml", line + "traffic: {pattern: neighbour, packet_length: 2, load: 0}\n");
  const json zero_load = json::parse(run_switchyard({"show", alone, "--json"}).out).at("zero_load_latency");
  const json& distances = all.at("by_distance");
  EXPECT_EQ(distances.at("distance"), json({1, 2}));
  EXPECT_EQ(distances.at("packets"), json({2, 1}));
  const double one = zero_load.at("min").get<double>();
  const double per_hop = (zero_load.at("max").get<double>() - one) / 2;  // The diameter is 3.
  EXPECT_EQ(distances.at("mean_packet_latency"), json({one, one + per_hop}));
  EXPECT_EQ(nodes.at("mean_latency_received"), json({nullptr, one, one + per_hop / 2, nullptr}));
}

TEST_F(Figures, AreInNanosecondsAndBytesWithAClockAndAWidth) {
  const std::string torus = "configs/small/torus_8x8_duato.yaml";
  run(torus);
  const json plain = results();
  EXPECT_FALSE(plain.contains("units"));
  const CommandResult ran = run(torus, {"clock.period=0.8", "flit.width=128"});
  const json units = results().at("units");
  EXPECT_EQ(results().at("event_hash"), plain.at("event_hash"));
  EXPECT_NEAR(units.at("packet_latency_ns").at("mean").get<double>(),
              0.8 * plain.at("packet_latency").at("mean").get<double>(), 1e-9);
  EXPECT_NEAR(units.at("network_latency_ns").at("p99").get<double>(),
              0.8 * plain.at("network_latency").at("p99").get<double>(), 1e-9);
  const double accepted = plain.at("accepted").get<double>() * 16 / 0.8e-9;  // 16 bytes a flit.
  EXPECT_NEAR(units.at("accepted_bytes_per_second").at("node").get<double>() / accepted, 1, 1e-9);
  EXPECT_NEAR(units.at("accepted_bytes_per_second").at("network").get<double>() / accepted, 64, 1e-6);
  EXPECT_NE(ran.out.find("GB/s per node"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("at 0.8 ns per cycle"), std::string::npos) << ran.out;
  run(torus, {"clock.period=2"});
  EXPECT_FALSE(results().at("units").contains("accepted_bytes_per_second"));
}

TEST_F(Figures, APlatformRefusesAClockThatItDoesNotHave) {
  for (const std::string& config : config_files("configs/platform")) {
    const CommandResult result = run_switchyard({"platform", config, "--set", "clock.period=2"});
    EXPECT_EQ(result.status, 2) << config;
    EXPECT_NE(result.err.find("a platform has a period of 1 ns"), std::string::npos) << result.err;
  }
}

TEST_F(Figures, AWorkloadSaysHowLongItTook) {
  const CommandResult ran = run("configs/small/static_torus.yaml");
  const json all = results();
  const std::string said = "all delivered after " + std::to_string(all.at("measured_cycles").get<int>()) +
                           " cycles (" + std::to_string(all.at("cycles").get<int>()) + " simulated";
  EXPECT_NE(ran.out.find(said), std::string::npos) << ran.out;
  const CommandResult cut = run("configs/small/static_torus.yaml", {"measure.cycles=10"});
  EXPECT_NE(cut.out.find("not done after 10 cycles"), std::string::npos) << cut.out;
}

TEST_F(Figures, OfAProgramNameTheBoundThatTheyCompareWith) {
  const CommandResult ran = run("configs/small/ranade_4_permutation.yaml");
  EXPECT_NE(ran.out.find("% of the steps took more than 15 log2 N = "), std::string::npos) << ran.out;
}

TEST_F(Figures, OfANetworkThatStillFillsUpAreUndecided) {
  std::vector<std::string> overrides{"topology.link_latency=60", "router.input_depth=150", "traffic.load=0.1",
                                     "measure={warmup: 0, cycles: 2000}"};
  const CommandResult filling = run("configs/small/torus_8x8_duato.yaml", overrides);
  EXPECT_NE(filling.out.find("UNDECIDED         the queues of all sources still filled up"),
            std::string::npos)
      << filling.out;
  EXPECT_EQ(results().at("stability").at("verdict"), "undecided");
  overrides.back() = "measure={warmup: 2000, cycles: 10000}";
  const CommandResult warmed = run("configs/small/torus_8x8_duato.yaml", overrides);
  EXPECT_EQ(results().at("stability").at("verdict"), "stable") << warmed.out;
}

TEST_F(Figures, OfFaultsThatRefuseNothingAreThoseOfAKnownLoad) {
  const auto growth_with = [&](const std::string& faults, bool refuses) {
    run("configs/small/torus_4x4_faulty_adaptive.yaml",
        {"faults=" + faults, "expect=null", "traffic.load=0.1", "measure={warmup: 2000, cycles: 5000}"});
    EXPECT_EQ(results().at("refused").at("packets") != 0, refuses) << faults;
    return results().at("stability").at("growth").at("ci95").get<double>();
  };
  const double without = growth_with("null", false);
  EXPECT_NEAR(growth_with("[{random_links: 3}]", false), without, 0.2 * without);
  EXPECT_GT(growth_with("[{node: 5}]", true), 1.3 * without) << "What is offered is not known";
}

TEST_F(Figures, OfAWindowThatIsTooShortToTellAreUndecided) {
  for (const char* stable : {"true", "false"}) {
    const CommandResult ran =
        run("configs/small/torus_8x8_duato.yaml",
            {"measure.warmup=0", "measure.cycles=19", std::string("expect.stable=") + stable});
    EXPECT_EQ(ran.status, 1);
    EXPECT_NE(ran.out.find("UNDECIDED         measure.cycles is too short to tell"), std::string::npos)
        << ran.out;
    const std::string missed = std::string("expect.stable = ") + stable + ", but the run is undecided: ";
    EXPECT_NE(ran.out.find(missed), std::string::npos) << ran.out;
    EXPECT_EQ(results().at("outcome"), "undecided");
    EXPECT_TRUE(results().at("stable").is_null());
    EXPECT_TRUE(results().at("stability").at("growth").is_null());
  }
}

TEST_F(Figures, OfANetworkThatStarvesOneNodeAreUnstable) {
  // Its queue grows by a tenth of what it offers, which is 0.3 % of what all nodes offer.
  const CommandResult ran =
      run("configs/small/hypercube_4_three_queue.yaml",
          {"topology.dimensions=5", "traffic.load=0.76", "measure.cycles=20000", "expect={stable: false}"});
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_NE(ran.out.find("UNSTABLE          the queues of source 31 grow by "), std::string::npos) << ran.out;
  EXPECT_EQ(results().at("stable"), false);
  EXPECT_EQ(results().at("stability").at("slowest_sources"), json{31});
  EXPECT_GT(results().at("stability").at("growth_of_slowest").at("share_of_offered"), 0.05);
  EXPECT_LT(results().at("stability").at("growth").at("share_of_offered"), 0.0075);
}

TEST_F(Figures, OfAShortDrainAreUndecided) {
  const CommandResult ran = run("configs/small/torus_8x8_duato.yaml", {"measure.drain=1", "expect={}"});
  EXPECT_NE(ran.out.find("within 1 cycles of drain; a longer measure.drain would tell"), std::string::npos)
      << ran.out;
  EXPECT_TRUE(results().at("stable").is_null());
}

TEST_F(Figures, SayHowTheWarmUpEnded) {
  run("configs/small/torus_8x8_duato.yaml");
  EXPECT_EQ(results().at("warmup"), json({{"cycles", 500}, {"ended_by", "given"}, {"limit", nullptr}}));
  run("configs/small/torus_8x8_duato.yaml", {"measure={cycles: 3000}", "traffic.load=0.2"});
  EXPECT_EQ(results().at("warmup").at("ended_by"), "settled");
  EXPECT_EQ(results().at("warmup").at("limit"), 16000);
  EXPECT_LE(results().at("warmup").at("cycles"), 4000);
  run("configs/small/torus_8x8_duato.yaml", {"measure={cycles: 20000}", "traffic.load=1", "expect={}"});
  EXPECT_EQ(results().at("warmup").at("ended_by"), "overloaded");
  EXPECT_EQ(results().at("warmup").at("limit"), 40000);
  EXPECT_EQ(results().at("warmup").at("cycles"), 4000);
}

TEST_F(Figures, AreOfPacketsOnlyWhereThereAreSome) {
  for (const char* config : {"configs/small/ranade_3_mixed.yaml", "configs/small/mesh16_6_route_rows.yaml"}) {
    const CommandResult ran = run(config);
    EXPECT_FALSE(results().contains("by_node")) << config;
    EXPECT_EQ(ran.out.find("inf"), std::string::npos) << ran.out;
  }
  const CommandResult silent = run("configs/small/torus_8x8_duato.yaml", {"traffic.load=0", "expect=null"});
  EXPECT_NE(silent.out.find("  hops              no packets\n"), std::string::npos) << silent.out;
}

class PatternBounds : public Figures {
 protected:
  static json shown(const std::vector<std::string>& overrides, const std::string& config) {
    std::vector<std::string> arguments{"show", config, "--json"};
    for (const std::string& assignment : overrides) arguments.insert(arguments.end(), {"--set", assignment});
    return json::parse(run_switchyard(arguments).out);
  }
};

/// On a ring of 8 each node sends 3 to the right: every channel to the right carries 3 packets.
TEST_F(PatternBounds, OfTornadoIsTheLoadOfItsChannels) {
  const json ring = shown({"topology.radix=[8]", "traffic.pattern=tornado", "traffic.load=0.1"},
                          "configs/small/torus_8x8_duato.yaml");
  EXPECT_NEAR(ring.at("pattern_bound").at("load").get<double>(), 1.0 / 3, 1e-9);
}

/// Half of the flits of 15 nodes, and their part of the uniform rest, go to one.
TEST_F(PatternBounds, OfAHotSpotIsWhatItsTerminalTakes) {
  const json hot = shown({"topology.radix=[4,4]", "traffic.pattern=hot_spot", "traffic.hot_nodes=[5]",
                          "traffic.hot_fraction=0.5", "traffic.load=0.01"},
                         "configs/small/torus_8x8_duato.yaml");
  EXPECT_NEAR(hot.at("pattern_bound").at("load").get<double>(), 1 / (15 * (0.5 + 0.5 / 15)), 1e-9);
  EXPECT_EQ(hot.at("pattern_bound").at("limit"), "the terminal of node 5 takes no more");
}

TEST_F(PatternBounds, OfUniformTrafficIsTheCapacityThatTerminalsHave) {
  const json small = shown({"topology.radix=[4,4]"}, "configs/small/torus_8x8_duato.yaml");
  EXPECT_EQ(small.at("topology").at("capacity"), 1.0);
  EXPECT_EQ(small.at("topology").at("channel_capacity"), 2.0);
  EXPECT_EQ(small.at("pattern_bound").at("load"), 1.0);
  const json slow = shown({"router.phits_per_packet=4", "router.ejection_rate=0.5"},
                          "configs/small/hypercube_4_three_queue.yaml");
  EXPECT_EQ(slow.at("topology").at("capacity"), 0.125);
}

}  // namespace
}  // namespace switchyard
