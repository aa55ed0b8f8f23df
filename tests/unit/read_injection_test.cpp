#include "testbench/workload/read_injection.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/builders.h"
#include "testbench/catalog/standard_catalogs.h"

namespace switchyard {
namespace {

Topology torus(const std::vector<int>& radix) { return build_torus({radix, /*link_latency=*/1}); }
Topology ring_of_six() { return build_custom({6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}}); }

/// The first line of every fault of a document: what it says, without the excerpt.
std::vector<std::string> fault_lines(ConfigDocument& document) {
  std::vector<std::string> lines;
  try {
    document.finish();
  } catch (const ConfigError& error) {
    std::istringstream text(error.what());
    for (std::string line; std::getline(text, line);) {
      if (line.find(": error: ") != std::string::npos) lines.push_back(line);
    }
  }
  return lines;
}

std::vector<std::string> faults_of(const std::string& text, const Topology* topology) {
  ConfigDocument document = ConfigDocument::from_text(text, "x.yaml");
  read_injection(document.root(), topology, 1, standard_catalogs().traffic);
  return fault_lines(document);
}

std::vector<std::string> faults_of(const std::string& text) {
  const Topology topology = torus({4, 4});
  return faults_of(text, &topology);
}

std::vector<std::string> faults_of(const std::string& text, const Topology& topology) {
  return faults_of(text, &topology);
}

/// Reads a configuration that must not have faults.
Injection read(const std::string& text, const Topology& topology, std::uint64_t seed = 1) {
  ConfigDocument document = ConfigDocument::from_text(text, "x.yaml");
  Injection injection = read_injection(document.root(), &topology, seed, standard_catalogs().traffic);
  EXPECT_EQ(fault_lines(document), std::vector<std::string>{}) << text;
  return injection;
}

using Faults = std::vector<std::string>;

/// Destination of the first packet of each node; the node itself if it is silent.
std::vector<NodeId> first_destinations(const Injection& injection, NodeId nodes) {
  const auto source = injection.make_source();
  std::vector<NodeId> destinations;
  for (NodeId node = 0; node < nodes; ++node) {
    PacketRequest request;
    destinations.push_back(source->next(node, request) ? request.destination : node);
  }
  return destinations;
}

TEST(ReadInjection, ReadsOpenLoopTraffic) {
  const Injection injection =
      read("traffic: {pattern: uniform, load: 0.3, packet_length: {min: 2, max: 8}}", torus({4, 4}));
  EXPECT_EQ(injection.load, 0.3);
  EXPECT_EQ(injection.longest_packet, 8);
  EXPECT_EQ(injection.mean_packet, 5);
  EXPECT_FALSE(injection.finite);
  EXPECT_FALSE(injection.make_source()->finite());
}

TEST(ReadInjection, ReadsAStaticWorkload) {
  const Injection injection = read(
      "workload: {kind: static, packets_per_node: 3, pattern: complement, packet_length: 8}", torus({4, 4}));
  EXPECT_EQ(injection.load, 0);
  EXPECT_EQ(injection.longest_packet, 8);
  EXPECT_EQ(injection.mean_packet, 8);
  EXPECT_TRUE(injection.finite);
  const auto source = injection.make_source();
  PacketRequest request;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(source->next(0, request));
  EXPECT_EQ(request.destination, 15u);
  EXPECT_FALSE(source->next(0, request));
}

TEST(ReadInjection, EverySourceStartsFromTheBeginning) {
  const Injection injection = read("traffic: {pattern: uniform, load: 0.3, packet_length: 4}", torus({4, 4}));
  const auto first = injection.make_source(), second = injection.make_source();
  for (int i = 0; i < 20; ++i) {
    PacketRequest a, b;
    first->next(5, a);
    second->next(5, b);
    EXPECT_EQ(a.created, b.created);
    EXPECT_EQ(a.destination, b.destination);
  }
}

TEST(ReadInjection, BuildsThePatternThatIsNamed) {
  const Topology topology = torus({4, 4});
  const auto destinations = [&](const std::string& pattern) {
    return first_destinations(
        read("traffic: {load: 0.5, packet_length: 1, pattern: " + pattern + "}", topology), 16);
  };
  EXPECT_EQ(destinations("complement")[1], 14u);
  EXPECT_EQ(destinations("transpose")[1], 4u);
  EXPECT_EQ(destinations("bit_reversal")[1], 8u);
  EXPECT_EQ(destinations("shuffle")[1], 2u);
  EXPECT_EQ(destinations("tornado")[0], 5u);
  EXPECT_EQ(destinations("neighbour")[3], 4u);
  const std::vector<NodeId> random = destinations("permutation");
  EXPECT_EQ(std::set<NodeId>(random.begin(), random.end()).size(), 16u);
  const std::vector<NodeId> hot = destinations("hot_spot, hot_nodes: [9], hot_fraction: 1");
  EXPECT_EQ(std::count(hot.begin(), hot.end(), 9u), 15);
  const std::vector<NodeId> uniform = destinations("uniform");
  EXPECT_GT(std::set<NodeId>(uniform.begin(), uniform.end()).size(), 4u);
}

TEST(ReadInjection, TheSeedChoosesTheRandomPermutation) {
  const std::string text = "traffic: {load: 0.5, packet_length: 1, pattern: permutation}";
  const Topology topology = torus({4, 4});
  EXPECT_EQ(first_destinations(read(text, topology, 1), 16), first_destinations(read(text, topology, 1), 16));
  EXPECT_NE(first_destinations(read(text, topology, 1), 16), first_destinations(read(text, topology, 2), 16));
}

TEST(ReadInjection, SilentNodesOfferNoLoad) {
  const Injection injection =
      read("traffic: {pattern: transpose, load: 0.4, packet_length: 4}", torus({4, 4}));
  EXPECT_DOUBLE_EQ(injection.load, 0.4 * 12 / 16);
}

TEST(ReadInjection, BurstsComeAtTheirLoadAndPausesFillTheRest) {
  const Injection injection = read(
      "traffic: {pattern: uniform, load: 0.1, packet_length: 1, process: bursty, burst_length: 25, "
      "burst_load: 0.5}",
      torus({4, 4}));
  constexpr Cycle kCycles = 4'000'000;
  const auto source = injection.make_source();
  double packets = 0, followed = 0;
  PacketRequest request;
  for (Cycle last = kNever; source->next(0, request) && request.created < kCycles; last = request.created) {
    ++packets;
    if (request.created == last + 1) ++followed;
  }
  EXPECT_NEAR(packets / kCycles, 0.1, 0.003);
  // The burst goes on, and its next cycle has a packet.
  EXPECT_NEAR(followed / packets, 0.5 * 24 / 25, 0.01);
}

TEST(ReadInjection, NeedsTrafficOrAWorkloadButNotBoth) {
  EXPECT_EQ(faults_of("{}"),
            Faults{"x.yaml:1:1: error: traffic and workload are both missing; a run needs one of them"});
  EXPECT_EQ(faults_of("traffic: {pattern: uniform, load: 0.3, packet_length: 1}\n"
                      "workload: {kind: static, packets_per_node: 1, pattern: uniform, packet_length: 1}\n"),
            Faults{"x.yaml:2:1: error: traffic and workload are both given; a run has only one of them"});
}

TEST(ReadInjection, FindsEveryFault) {
  EXPECT_EQ(faults_of("traffic:\n"
                      "  pattern: hot_spot\n"
                      "  load: 1.4\n"
                      "  packet_length: 0\n"
                      "  process: bursty\n"
                      "  burst_length: 0.5\n"
                      "  burst_load: 2\n"
                      "  hot_nodes: [3, 16, 3]\n"
                      "  hot_fraction: much\n"
                      "  hot_frction: 1\n"),
            (Faults{
                "x.yaml:3:9: error: traffic.load = 1.4 is out of range: 0..1",
                "x.yaml:4:18: error: traffic.packet_length = 0 is out of range: 1..65535",
                "x.yaml:6:17: error: traffic.burst_length = 0.5 is out of range: 1..1e+09",
                "x.yaml:7:15: error: traffic.burst_load = 2 is out of range: 0.01..1",
                "x.yaml:8:18: error: traffic.hot_nodes[1] = 16 is out of range: 0..15",
                "x.yaml:9:17: error: traffic.hot_fraction = 'much' is not a number",
                "x.yaml:10:3: error: unknown key 'hot_frction' in traffic; did you mean 'hot_fraction'?",
            }));
}

TEST(ReadInjection, NamesWhatIsMissing) {
  EXPECT_EQ(faults_of("traffic: {process: bursty}"),
            (Faults{
                "x.yaml:1:1: error: traffic.load is missing",
                "x.yaml:1:1: error: traffic.packet_length is missing",
                "x.yaml:1:1: error: traffic.burst_length is missing",
                "x.yaml:1:1: error: traffic.pattern is missing; one of uniform, complement, transpose, "
                "bit_reversal, shuffle, tornado, neighbour, hot_spot, permutation, permutation_file, matrix",
            }));
  EXPECT_EQ(faults_of("workload: {packets_per_node: 3}"),
            Faults{"x.yaml:1:1: error: workload.kind is missing; one of static, trace, barriers, messages, "
                   "pram_permutation, "
                   "pram_random, pram_all_to_one, pram_hot_spots, pram_strided, pram_mixed, pram_histogram, "
                   "pram_list_ranking, pram_prefix, many_to_one, sorting"});
}

TEST(ReadInjection, SuggestsTheNearestName) {
  EXPECT_EQ(
      faults_of("traffic: {pattern: neighbor, load: 0.1, packet_length: 1, process: burst}"),
      (Faults{
          "x.yaml:1:20: error: traffic.pattern = 'neighbor' is not one of uniform, complement, transpose, "
          "bit_reversal, shuffle, tornado, neighbour, hot_spot, permutation, permutation_file, matrix; did "
          "you mean "
          "'neighbour'?",
          "x.yaml:1:68: error: traffic.process = 'burst' is not one of bernoulli, bursty; did you mean "
          "'bursty'?",
      }));
}

TEST(ReadInjection, KeysOfOtherPatternsAndProcessesAreUnknown) {
  EXPECT_EQ(
      faults_of("traffic: {pattern: uniform, load: 0.1, packet_length: 1, hot_nodes: [1], burst_length: 5}"),
      (Faults{
          "x.yaml:1:58: error: unknown key 'hot_nodes' in traffic; legal keys: load, phases, classes, parts, "
          "pattern, packet_length, process, rates",
          "x.yaml:1:74: error: unknown key 'burst_length' in traffic; legal keys: load, phases, "
          "classes, parts, pattern, packet_length, process, rates",
      }));
}

TEST(ReadInjection, ANodeIsHotOnce) {
  EXPECT_EQ(faults_of("traffic: {pattern: hot_spot, load: 0.1, packet_length: 1, hot_fraction: 0.1, "
                      "hot_nodes: [5, 3, 5]}"),
            Faults{"x.yaml:1:96: error: traffic.hot_nodes[2] = 5 is in the list already"});
}

TEST(ReadInjection, PatternsOfCoordinatesNeedAGrid) {
  for (const std::string pattern : {"transpose", "tornado", "neighbour"}) {
    EXPECT_EQ(faults_of("traffic: {pattern: " + pattern + ", load: 0.1, packet_length: 1}", ring_of_six()),
              Faults{"x.yaml:1:20: error: traffic.pattern = '" + pattern +
                     "' moves coordinates: the topology must be a torus, mesh or hypercube, not custom"});
  }
  EXPECT_EQ(faults_of("traffic: {pattern: complement, load: 0.1, packet_length: 1}", ring_of_six()),
            Faults{});
}

TEST(ReadInjection, PatternsOfAddressBitsNeedAPowerOfTwo) {
  for (const std::string pattern : {"bit_reversal", "shuffle"}) {
    EXPECT_EQ(faults_of("traffic: {pattern: " + pattern + ", load: 0.1, packet_length: 1}", ring_of_six()),
              Faults{"x.yaml:1:20: error: traffic.pattern = '" + pattern +
                     "' moves address bits: the number of nodes must be a power of two, not 6"});
  }
}

TEST(ReadInjection, TransposeNeedsEqualHalves) {
  EXPECT_EQ(
      faults_of("traffic: {pattern: transpose, load: 0.1, packet_length: 1}", torus({4, 8})),
      Faults{
          "x.yaml:1:20: error: traffic.pattern = 'transpose' swaps the halves of the coordinates: both need "
          "the same radices, not [4, 8]"});
}

TEST(ReadInjection, APatternThatLeavesEveryNodeSilentIsAFault) {
  EXPECT_EQ(
      faults_of("traffic: {pattern: tornado, load: 0.1, packet_length: 1}", build_hypercube({4})),
      Faults{
          "x.yaml:1:20: error: traffic.pattern = 'tornado' maps every node of this network to itself: none "
          "would send"});
}

TEST(ReadInjection, BurstsNeedRoomForPauses) {
  const std::string common = "traffic: {pattern: uniform, packet_length: 4, process: bursty, ";
  EXPECT_EQ(faults_of(common + "load: 0.5, burst_load: 0.5, burst_length: 9}"),
            Faults{"x.yaml:1:70: error: traffic.load = 0.5 leaves no pause between bursts: it must be below "
                   "traffic.burst_load = 0.5"});
  EXPECT_EQ(faults_of(common + "load: 1, burst_length: 9}"),
            Faults{"x.yaml:1:70: error: traffic.load = 1 leaves no pause between bursts: it must be below "
                   "traffic.burst_load = 1"});
  EXPECT_EQ(faults_of(common + "load: 0.8, burst_length: 2}"),
            Faults{"x.yaml:1:89: error: traffic.burst_length = 2 makes the mean pause 0.5 cycles, but a "
                   "pause lasts at least 1: with traffic.load = 0.8 bursts of at least 4 cycles are needed"});
  EXPECT_EQ(faults_of(common + "load: 0.8, burst_length: 4.001}"), Faults{});
}

TEST(ReadInjection, StaticPacketsAreCountedByPacketIds) {
  EXPECT_EQ(
      faults_of("workload: {kind: static, packets_per_node: 268435456, pattern: uniform, packet_length: 1}"),
      Faults{"x.yaml:1:44: error: workload.packets_per_node = 268435456 is out of range: 1..268435455"});
}

TEST(ReadInjection, WithoutATopologyItStillFindsWhatDoesNotNeedOne) {
  EXPECT_EQ(
      faults_of("traffic: {pattern: hot_spot, load: 2, packet_length: 1, hot_nodes: [-1], hot_fraction: 3}",
                nullptr),
      (Faults{
          "x.yaml:1:36: error: traffic.load = 2 is out of range: 0..1",
          "x.yaml:1:69: error: traffic.hot_nodes[0] = -1 is out of range: 0..4294967294",
          "x.yaml:1:88: error: traffic.hot_fraction = 3 is out of range: 0..1",
      }));
  for (const auto& part : standard_catalogs().traffic.patterns) {
    const Faults faults =
        faults_of("traffic: {load: 2, packet_length: 1, pattern: " + part.name + "}", nullptr);
    EXPECT_EQ(faults.back(), "x.yaml:1:17: error: traffic.load = 2 is out of range: 0..1");
  }
}

TEST(ReadInjection, ReadsNoMoreThanTheCatalogNames) {
  TrafficCatalog catalog = standard_catalogs().traffic;
  catalog.patterns.resize(1);
  ConfigDocument document =
      ConfigDocument::from_text("traffic: {pattern: shuffle, load: 0.1, packet_length: 1}", "x.yaml");
  const Topology topology = torus({4, 4});
  read_injection(document.root(), &topology, 1, catalog);
  EXPECT_EQ(fault_lines(document),
            Faults{"x.yaml:1:20: error: traffic.pattern = 'shuffle' is not one of uniform"});
}

/// A folder of its own for one test, gone after it.
class ReadInjectionFiles : public testing::Test {
 protected:
  ReadInjectionFiles()
      : folder_(std::filesystem::path(testing::TempDir()) /
                (std::string("switchyard_injection_") +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~ReadInjectionFiles() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Reads `text` as if it were the file net.yaml of the folder.
  Injection read(const std::string& text) {
    ConfigDocument document = ConfigDocument::from_text(text, path("net.yaml"));
    Injection injection = read_injection(document.root(), &topology_, 1, standard_catalogs().traffic);
    faults_ = fault_lines(document);
    return injection;
  }

  std::filesystem::path folder_;
  Topology topology_ = torus({2, 2});
  Faults faults_;
};

TEST_F(ReadInjectionFiles, APermutationIsReadFromItsFile) {
  write("p.txt", "# the two diagonals\n3\n2\n1\n0\n");
  const Injection injection =
      read("traffic: {pattern: permutation_file, permutation_file: p.txt, load: 0.1, packet_length: 1}");
  EXPECT_EQ(faults_, Faults{});
  EXPECT_EQ(first_destinations(injection, 4), (std::vector<NodeId>{3, 2, 1, 0}));
}

TEST_F(ReadInjectionFiles, FaultsOfAPermutationAreReportedAtItsName) {
  write("p.txt", "3\n2\none\n");
  read("traffic: {pattern: permutation_file, permutation_file: p.txt, load: 0.1, packet_length: 1}");
  EXPECT_EQ(faults_, Faults{path("net.yaml") + ":1:56: error: traffic.permutation_file: " + path("p.txt") +
                            ":3:1: error: destination = 'one' is not a whole number"});
}

TEST_F(ReadInjectionFiles, APermutationFileNeedsItsPattern) {
  write("p.txt", "3\n2\n1\n0\n");
  read("traffic: {pattern: uniform, permutation_file: p.txt, load: 0.1, packet_length: 1}");
  EXPECT_EQ(faults_, Faults{path("net.yaml") +
                            ":1:29: error: unknown key 'permutation_file' in traffic; legal keys: load, "
                            "phases, classes, parts, pattern, packet_length, process, rates"});
}

TEST_F(ReadInjectionFiles, ATraceIsReadFromItsFile) {
  write("t.csv", "cycle,source,destination,flits\n5,3,0,2\n1,3,1,4\n");
  const Injection injection = read("workload: {kind: trace, file: t.csv}");
  EXPECT_EQ(faults_, Faults{});
  EXPECT_TRUE(injection.finite);
  EXPECT_EQ(injection.longest_packet, 4);
  EXPECT_EQ(injection.mean_packet, 3);
  EXPECT_EQ(first_destinations(injection, 4), (std::vector<NodeId>{0, 1, 2, 1}));
}

TEST_F(ReadInjectionFiles, FaultsOfATraceAreReportedAtItsName) {
  write("t.csv", "cycle,source,destination,flits\n5,4,0,2\n1,3,1\n");
  read("workload:\n  kind: trace\n  file: t.csv\n");
  const std::string place = path("net.yaml") + ":3:9: error: workload.file: " + path("t.csv");
  EXPECT_EQ(faults_, (Faults{place + ":2:3: error: source = 4 is out of range: 0..3",
                             place + ":3:6: error: flits is missing"}));
}

TEST_F(ReadInjectionFiles, AFileThatIsNotThereIsAFault) {
  read("workload: {kind: trace, file: none.csv}");
  EXPECT_EQ(faults_,
            Faults{path("net.yaml") +
                   ":1:31: error: workload.file = 'none.csv' cannot be read: No such file or directory"});
}

TEST_F(ReadInjectionFiles, WithoutATopologyATraceIsStillChecked) {
  write("t.csv", "cycle,source,destination,flits\n1,0,70,0\n");
  ConfigDocument document =
      ConfigDocument::from_text("workload: {kind: trace, file: t.csv}", path("net.yaml"));
  read_injection(document.root(), nullptr, 1, standard_catalogs().traffic);
  EXPECT_EQ(fault_lines(document), Faults{path("net.yaml") + ":1:31: error: workload.file: " + path("t.csv") +
                                          ":2:8: error: flits = 0 is out of range: 1..65535"});
}

}  // namespace
}  // namespace switchyard
