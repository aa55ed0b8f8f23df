#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "testbench/monitor/event_hash.h"
#include "testbench/packets/packet_file.h"
#include "testbench/wave/port_names.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/message_workload.h"
#include "tests/support/packet_ways.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/running_command.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Ways = std::map<PacketId, WayOfPacket>;

const std::string kTorus = "configs/small/torus_8x8_duato.yaml";

nlohmann::json results_in(const std::filesystem::path& folder) {
  return nlohmann::json::parse(contents_of(folder / "results.json"));
}

std::size_t count_ejected(const Ways& ways) {
  return static_cast<std::size_t>(
      std::count_if(ways.begin(), ways.end(), [](const auto& way) { return way.second.ejected(); }));
}

/// Its routers are neighbours, and nothing is faster than in an empty network.
void expect_way(const Design& design, const WayOfPacket& way) {
  const Topology& topology = *design.topology;
  const auto router = static_cast<Cycle>(design.router.timing.router);
  const std::vector<WayEvent>& events = way.events;
  const PortRef entry = topology.attachment(way.source).entry;
  ASSERT_EQ(events[0].name, "created");
  ASSERT_EQ((PortRef{events[0].node, events[0].port}), entry);
  if (events.size() == 1) return;
  ASSERT_EQ(events[1].name, "injected");
  ASSERT_EQ((PortRef{events[1].node, events[1].port}), entry);
  ASSERT_GE(events[1].cycle, events[0].cycle);
  Cycle arrived = events[1].cycle + 1;  // Over the link of the terminal.
  NodeId at = entry.node;
  for (std::size_t i = 2; i < events.size(); ++i) {
    const WayEvent& event = events[i];
    const PortRef to{event.node, event.port};
    ASSERT_EQ(event.port_name, port_names(topology, event.node)[event.port]);
    ASSERT_GE(event.vc, 0);
    if (i + 1 == events.size() && way.ejected()) {
      ASSERT_EQ(to, topology.attachment(way.destination).exit);
      ASSERT_EQ(at, to.node);
      ASSERT_GE(event.cycle, arrived + router + 1 + way.flits - 1);
      return;
    }
    ASSERT_EQ(event.name, "hop");
    ASSERT_GE(topology.channel_to(to), 0);
    ASSERT_EQ(topology.feeder(to).node, at);
    ASSERT_GE(event.cycle, arrived + router + topology.channels()[topology.channel_to(to)].delay());
    arrived = event.cycle;
    at = event.node;
  }
}

/// The figures of the run, from the ways of its packets.
void expect_figures(const Ways& ways, const nlohmann::json& results) {
  const Cycle begin = results["warmup"]["cycles"];
  const Cycle end = begin + results["measured_cycles"].get<Cycle>();
  EventHash hash;
  double packets = 0, latency = 0, in_network = 0, hops = 0;
  for (const auto& [packet, way] : ways) {
    if (!way.ejected()) continue;
    const Cycle created = way.events[0].cycle, injected = way.events[1].cycle,
                ejected = way.events.back().cycle;
    hash.add(packet, way.source, way.destination, injected, ejected);
    if (created < begin || created >= end) continue;
    ++packets;
    latency += static_cast<double>(ejected - created);
    in_network += static_cast<double>(ejected - injected);
    hops += static_cast<double>(way.events.size() - 3);
  }
  EXPECT_EQ(hash.hex(), results["event_hash"]);
  EXPECT_EQ(count_ejected(ways), results["delivered_packets"]);
  EXPECT_EQ(ways.size() - count_ejected(ways), results["pending_packets"]);
  EXPECT_EQ(packets, results["packet_latency"]["packets"]);
  if (packets == 0) return;
  EXPECT_NEAR(latency / packets, results["packet_latency"]["mean"], 1e-9);
  EXPECT_NEAR(in_network / packets, results["network_latency"]["mean"], 1e-9);
  EXPECT_NEAR(hops / packets, results["hops"]["mean"], 1e-9);
}

/// A network of any router that carries packets, in a folder of its own.
class RandomPackets : public testing::TestWithParam<std::uint64_t> {
 protected:
  RandomPackets() {
    constexpr std::string (*kFamilies[])(std::uint64_t) = {
        random_experiment, random_queue_experiment, random_chaos_experiment, random_exchange_experiment,
        random_attached_experiment};
    yaml_ = kFamilies[GetParam() % std::size(kFamilies)](GetParam());
    std::ofstream(folder_ / "net.yaml") << yaml_;
  }

  CommandResult run(const std::string& level, const std::string& to, std::vector<std::string> more) const {
    std::vector<std::string> arguments{"run", path("net.yaml"), "--level", level, "--out", path(to)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_switchyard(arguments);
  }
  std::vector<std::string> open_loop() const {
    return {"--set", "measure={warmup: 100, cycles: 300, drain: 200}"};
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  Ways ways(const std::string& name) const { return read_packet_ways(contents_of(folder_ / name)); }

  std::string yaml_;
  TemporaryFolder folder_;
};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

TEST_P(RandomPackets, GoFromNeighbourToNeighbourAndGiveTheFiguresOfTheRunAtEachLevel) {
  SCOPED_TRACE(yaml_);
  for (const std::string level : {"fast", "clocked"}) {
    const CommandResult result =
        run(level, level, open_loop() + std::vector{std::string("--packets"), path(level + ".csv")});
    ASSERT_TRUE(result.status == 0 || result.status == 1) << result.err;
  }
  EXPECT_TRUE(contents_of(folder_ / "fast.csv") == contents_of(folder_ / "clocked.csv"));
  const Experiment experiment = experiment_from(yaml_);
  const Ways ways = this->ways("fast.csv");
  EXPECT_FALSE(ways.empty());
  for (const auto& [packet, way] : ways) {
    SCOPED_TRACE(packet);
    EXPECT_EQ(packet % experiment.design.topology->terminal_count(), way.source);
    ASSERT_NO_FATAL_FAILURE(expect_way(experiment.design, way));
  }
  expect_figures(ways, results_in(folder_ / "fast"));
}

/// Cycle, source, destination and flits of each, in order of cycles and sources, with the cycles of injection
/// and ejection if it has come.
std::string trace_of(const Ways& ways) {
  std::vector<std::tuple<Cycle, TerminalId, PacketId>> order;
  for (const auto& [packet, way] : ways) order.emplace_back(way.events[0].cycle, way.source, packet);
  std::sort(order.begin(), order.end());
  std::string text = "cycle,source,destination,flits,injected,ejected\n";
  for (const auto& [cycle, source, packet] : order) {
    const WayOfPacket& way = ways.at(packet);
    text += std::to_string(cycle) + ',' + std::to_string(source) + ',' + std::to_string(way.destination) +
            ',' + std::to_string(way.flits) + ',';
    const bool has_come = way.ejected();
    text +=
        has_come ? std::to_string(way.events[1].cycle) + ',' + std::to_string(way.events.back().cycle) : ",";
    text += '\n';
  }
  return text;
}

TEST_P(RandomPackets, ThatAreRecordedGoTheSameWayAgain) {
  SCOPED_TRACE(yaml_);
  const std::string level = GetParam() % 3 == 0 ? "clocked" : "fast";
  const CommandResult first =
      run(level, "first",
          open_loop() + std::vector<std::string>{"--packets", path("a.csv"), "--record", path("trace.csv")});
  ASSERT_TRUE(first.status == 0 || first.status == 1) << first.err;
  const Ways before = ways("a.csv");
  EXPECT_EQ(contents_of(folder_ / "trace.csv"), trace_of(before));

  const CommandResult again =
      run("fast", "again",
          {"--set", "traffic=null", "--set", "workload={kind: trace, file: " + path("trace.csv") + "}",
           "--packets", path("b.csv"), "--record", path("again.csv")});
  ASSERT_EQ(again.status, kGood) << again.err;
  const Ways after = ways("b.csv");
  EXPECT_EQ(contents_of(folder_ / "again.csv"), trace_of(after));
  ASSERT_EQ(after.size(), before.size());
  for (const auto& [packet, way] : before) {
    const WayOfPacket& replayed = after.at(packet);
    ASSERT_TRUE(replayed.ejected());
    ASSERT_GE(replayed.events.size(), way.events.size());
    for (std::size_t i = 0; i < way.events.size(); ++i) {
      // A head on its way to the first router at the end of the run has no VC there yet.
      const std::string& line = way.events[i].line;
      const std::string without_vc = line.substr(0, line.rfind(','));
      const bool has_vc = i != 1 || way.events[i].vc >= 0 || way.events.size() > 2;
      if (has_vc) {
        ASSERT_EQ(replayed.events[i].line, line);
      } else {
        ASSERT_EQ(replayed.events[i].line.substr(0, without_vc.size()), without_vc);
      }
    }
    ASSERT_TRUE(!way.ejected() || replayed.events.size() == way.events.size());
  }
}

TEST_P(RandomPackets, OfAStaticWorkloadThatAreRecordedGiveTheSameHash) {
  SCOPED_TRACE(yaml_);
  std::smatch length;
  ASSERT_TRUE(std::regex_search(yaml_, length, std::regex(R"(packet_length: (\{[^}]*\}|\d+))")));
  for (const std::string level : {"fast", "approximate"}) {
    const std::vector<std::string> workload{
        "--set", "traffic=null", "--set",
        "workload={kind: static, packets_per_node: 9, pattern: uniform, " + length.str() + "}"};
    const CommandResult first =
        run(level, "first", workload + std::vector<std::string>{"--record", path("t.csv")});
    if (level == "approximate" && first.status == kBadInput) continue;  // There is no such model.
    ASSERT_EQ(first.status, kGood) << first.err;
    ASSERT_EQ(run(level, "again",
                  {"--set", "traffic=null", "--set", "workload={kind: trace, file: " + path("t.csv") + "}"})
                  .status,
              kGood);
    EXPECT_EQ(results_in(folder_ / "first")["event_hash"], results_in(folder_ / "again")["event_hash"])
        << level;
  }
}

TEST_P(RandomPackets, OfAGraphOfMessagesGiveTheFiguresOfTheRunAtEachLevel) {
  const std::string graph =
      "graph: random, messages: 300, dependences: 1.5, compute: 10, classes: 5, message_length: {min: 1, "
      "max: 9}";
  const Topology& topology = *experiment_from(yaml_).design.topology;
  TerminalId both = 0;
  for (TerminalId t = 0; t < topology.terminal_count(); ++t)
    both += topology.attachment(t).sends() && topology.attachment(t).receives() ? 1U : 0U;
  if (both < 2) GTEST_SKIP() << "nobody is there to answer";
  const std::string yaml = with_messages(yaml_, graph);
  SCOPED_TRACE(yaml);
  std::ofstream(folder_ / "net.yaml") << yaml;
  for (const std::string level : {"fast", "clocked"}) {
    const CommandResult result = run(level, level, {"--packets", path(level + ".csv")});
    ASSERT_EQ(result.status, kGood) << result.err;
  }
  EXPECT_TRUE(contents_of(folder_ / "fast.csv") == contents_of(folder_ / "clocked.csv"));
  const Experiment experiment = experiment_from(yaml);
  const Ways ways = this->ways("fast.csv");
  std::set<std::string> classes;
  for (const auto& [packet, way] : ways) {
    SCOPED_TRACE(packet);
    ASSERT_NO_FATAL_FAILURE(expect_way(experiment.design, way));
    classes.insert(way.label);
  }
  EXPECT_EQ(classes, (std::set<std::string>{"0", "1", "2", "3", "4"}));
  expect_figures(ways, results_in(folder_ / "fast"));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, RandomPackets, testing::Range<std::uint64_t>(1, 31));

/// Of runs in the folder of the sources.
class Packets : public testing::Test {
 protected:
  Packets() { std::filesystem::current_path(source_folder()); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  void run(const std::vector<std::string>& arguments, int status = kGood) const {
    const CommandResult result = run_switchyard(std::vector<std::string>{"run"} + arguments);
    ASSERT_EQ(result.status, status) << result.err;
  }
  std::string text(const std::string& name) const { return contents_of(folder_ / name); }

  TemporaryFolder folder_;
};

TEST_F(Packets, AreKeptToCyclesAndNodes) {
  run({kTorus, "--packets", path("all.csv")});
  run({kTorus, "--packets", path("some.csv"), "--packets-from", "1000", "--packets-to", "1200",
       "--packets-nodes", "9,17-18"});
  const Ways all = read_packet_ways(text("all.csv"));
  const Ways some = read_packet_ways(text("some.csv"));
  std::size_t expected = 0;
  for (const auto& [packet, way] : all) {
    const Cycle created = way.events[0].cycle;
    const bool comes_by = std::any_of(way.events.begin(), way.events.end(), [](const WayEvent& event) {
      return event.node == 9 || event.node == 17 || event.node == 18;
    });
    if (created < 1000 || created > 1200 || !comes_by) continue;
    ++expected;
    ASSERT_EQ(some.count(packet), 1U) << packet;
    ASSERT_EQ(some.at(packet).events.size(), way.events.size());
    for (std::size_t i = 0; i < way.events.size(); ++i)
      EXPECT_EQ(some.at(packet).events[i].line, way.events[i].line);
  }
  EXPECT_EQ(some.size(), expected);
  EXPECT_GT(expected, 20U);
}

TEST_F(Packets, AreKeptToClasses) {
  const std::string graph = "configs/small/messages_request_reply.yaml";
  run({graph, "--packets", path("all.csv")});
  const Ways all = read_packet_ways(text("all.csv"));
  // Servers 0 and 10 answer with five flits, and nobody else does.
  std::map<std::string, Ways> expected;
  for (const auto& [packet, way] : all) {
    const bool reply = way.source == 0 || way.source == 10;
    EXPECT_EQ(way.flits, reply ? 5 : 1);
    EXPECT_EQ(way.label, reply ? "reply" : "request");
    expected[reply ? "1" : "0"].emplace(packet, way);
  }
  expected["request"] = expected["0"];
  expected["reply"] = expected["1"];
  expected["0-1"] = expected["reply,0"] = all;
  EXPECT_EQ(expected["0"].size(), 1400U);
  for (const auto& [classes, ways] : expected) {
    run({graph, "--packets", path("some.csv"), "--packets-classes", classes});
    const Ways some = read_packet_ways(text("some.csv"));
    ASSERT_EQ(some.size(), ways.size()) << classes;
    for (const auto& [packet, way] : ways) {
      ASSERT_EQ(some.count(packet), 1U) << classes;
      EXPECT_EQ(some.at(packet).events.back().line, way.events.back().line);
    }
  }
  const PacketId reply = expected["reply"].begin()->first;
  EXPECT_NE(run_switchyard({"packet", std::to_string(reply), path("all.csv")})
                .out.find(": 5 flits of class reply from terminal "),
            std::string::npos);
}

TEST_F(Packets, AreInOrderOfEjectionAndThenOfNumber) {
  run({kTorus, "--packets", path("all.csv")});
  std::istringstream lines(text("all.csv"));
  std::vector<std::pair<Cycle, PacketId>> order;
  const Ways ways = read_packet_ways(text("all.csv"));
  std::set<PacketId> seen;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("packet")) continue;
    const auto packet = static_cast<PacketId>(std::stoul(line));
    if (!seen.insert(packet).second) continue;
    const WayOfPacket& way = ways.at(packet);
    order.emplace_back(way.ejected() ? way.events.back().cycle : kNever, packet);
  }
  EXPECT_EQ(order.size(), ways.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(Packets, TheSlowestAreThoseOfTheWholeFile) {
  run({kTorus, "--packets", path("packets.csv")});
  std::vector<Cycle> took;
  const Ways ways = read_packet_ways(contents_of(path("packets.csv")));
  for (const auto& [packet, way] : ways)
    if (way.ejected()) took.push_back(way.events.back().cycle - way.events.front().cycle);
  std::sort(took.begin(), took.end(), std::greater<>());
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{50}, took.size() + 1}) {
    const std::vector<PacketStory> slowest = slowest_packets(path("packets.csv"), count);
    ASSERT_EQ(slowest.size(), std::min(count, took.size()));
    for (std::size_t i = 0; i < slowest.size(); ++i) {
      EXPECT_EQ(slowest[i].cycles(), took[i]);
      const WayOfPacket& way = ways.at(slowest[i].packet);
      ASSERT_EQ(slowest[i].events.size(), way.events.size());
      EXPECT_EQ(slowest[i].events.back().cycle, way.events.back().cycle);
      EXPECT_EQ(slowest[i].destination, std::to_string(way.destination));
    }
  }
}

TEST_F(Packets, AreCompressedIfTheNameSaysSo) {
  run({kTorus, "--packets", path("a.csv")});
  run({kTorus, "--packets", path("a.csv.gz")});
  const CommandResult unpacked = run_command("/bin/sh", {"-c", "gzip -dc " + path("a.csv.gz")});
  EXPECT_EQ(unpacked.status, 0);
  EXPECT_TRUE(unpacked.out == text("a.csv"));
  EXPECT_LT(text("a.csv.gz").size(), text("a.csv").size() / 3);
  EXPECT_EQ(run_switchyard({"packet", "1000", path("a.csv.gz")}).out,
            run_switchyard({"packet", "1000", path("a.csv")}).out);
}

TEST_F(Packets, AreTheSameWithAnyNumberOfThreads) {
  for (const std::string threads : {"1", "2"})
    run({kTorus, "--set", "topology.radix=[48, 48]", "--set", "measure={warmup: 0, cycles: 100, drain: 0}",
         "--set", "expect={}", "--threads", threads, "--packets", path(threads + ".csv")});
  EXPECT_TRUE(text("1.csv") == text("2.csv"));
  EXPECT_GT(text("1.csv").size(), 100000U);
}

TEST_F(Packets, OfADeadlockShowWhereTheyStand) {
  run({"configs/small/torus_no_dateline.yaml", "--allow-unsafe", "--packets", path("a.csv"), "--out",
       path("out")},
      kDeadlock);
  const Ways ways = read_packet_ways(text("a.csv"));
  expect_figures(ways, results_in(folder_ / "out"));
  const nlohmann::json knot = results_in(folder_ / "out")["deadlock"]["cycle"];
  ASSERT_FALSE(knot.empty());
  for (const auto& buffer : knot) {
    if (buffer["packet"].is_null()) continue;
    const WayOfPacket& way = ways.at(buffer["packet"]);
    EXPECT_FALSE(way.ejected());
    EXPECT_TRUE(std::any_of(way.events.begin(), way.events.end(),
                            [&](const WayEvent& event) { return event.node == buffer["node"]; }));
  }
}

TEST_F(Packets, OfAnInterruptedRunAreThoseSoFar) {
  for (const std::string name : {"a.csv", "a.csv.gz"}) {
    RunningCommand run({"run", kTorus, "--set", "measure.cycles=1000000000000", "--packets", path(name),
                        "--record", path("t.csv"), "--out", path("out")});
    run.wait_for_cpu_seconds(0.7);
    run.send(SIGINT);
    EXPECT_EQ(run.wait(), 128 + SIGINT) << run.err();
    const std::string text = run_command("/bin/sh", {"-c", "gzip -dcf " + path(name)}).out;
    expect_figures(read_packet_ways(text), results_in(folder_ / "out"));
    EXPECT_EQ(contents_of(folder_ / "t.csv"), trace_of(read_packet_ways(text)));
  }
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(Packets, OfMoreThanAGigabyteAreSaidToBeSoMany) {
  const auto said = [&](const std::string& cycles, const std::vector<std::string>& options) {
    std::vector<std::string> arguments{"run",
                                       (source_folder() / "configs/small/torus_8x8_duato.yaml").string(),
                                       "--set", "measure.cycles=" + cycles, "--packets"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    RunningCommand run(arguments);
    run.wait_for_cpu_seconds(0.3);
    run.send(SIGINT);
    run.wait();
    return run.err();
  };
  const std::string file = (folder_ / "a.csv").string();
  // 64 nodes, 0.3 flits each in packets of 5, 3 lines and 4.1 hops: 1.1 kB a cycle.
  EXPECT_NE(said("1000000", {file}).find("a.csv will have about 1.1 GB; --packets-nodes"), std::string::npos);
  EXPECT_EQ(said("800000", {file}).find("warning"), std::string::npos);
  EXPECT_EQ(said("4000000", {file + ".gz"}).find("warning"), std::string::npos);
  EXPECT_EQ(said("100000000", {file, "--packets-to", "800000"}).find("warning"), std::string::npos);
}

TEST_F(Packets, ThatBeginAfterTheEndAreSaidToBeMissing) {
  const CommandResult result =
      run_switchyard({"run", kTorus, "--packets", path("late.csv"), "--packets-from", "10000000"});
  EXPECT_EQ(result.status, kGood);
  EXPECT_NE(result.err.find("late.csv is empty: the run ended after "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("before --packets-from 10000000"), std::string::npos) << result.err;
  EXPECT_TRUE(read_packet_ways(text("late.csv")).empty());
}

/// The words of a line that are not empty.
std::vector<std::string> words_of(const std::string& line) {
  std::istringstream words(line);
  return {std::istream_iterator<std::string>(words), {}};
}

TEST_F(Packets, AreShownOneByOne) {
  run({kTorus, "--packets", path("a.csv")});
  const Ways ways = read_packet_ways(text("a.csv"));
  std::vector<PacketId> chosen{ways.begin()->first, ways.rbegin()->first};
  for (auto way = ways.begin(); chosen.size() < 12; std::advance(way, 997)) chosen.push_back(way->first);
  for (const PacketId packet : chosen) {
    const CommandResult shown = run_switchyard({"packet", std::to_string(packet), path("a.csv")});
    ASSERT_EQ(shown.status, kGood) << shown.err;
    const WayOfPacket& way = ways.at(packet);
    std::istringstream lines(shown.out);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(
        line.find("packet " + std::to_string(packet) + ": 5 flits from terminal " +
                  std::to_string(way.source) + " to terminal " + std::to_string(way.destination) + ", "),
        0U);
    const Cycle latency = way.events.back().cycle - way.events.front().cycle;
    EXPECT_NE(line.find(way.ejected() ? std::to_string(latency) + " cycles from" : "under way at the end"),
              std::string::npos)
        << line;
    std::getline(lines, line);
    EXPECT_EQ(words_of(line), (std::vector<std::string>{"event", "cycle", "since", "node", "port", "VC"}));
    for (std::size_t i = 0; i < way.events.size(); ++i) {
      const WayEvent& event = way.events[i];
      std::vector<std::string> expected{event.name, std::to_string(event.cycle)};
      if (i != 0) expected.push_back(std::to_string(event.cycle - way.events[i - 1].cycle));
      expected.insert(expected.end(), {std::to_string(event.node), event.port_name,
                                       event.vc < 0 ? "-" : std::to_string(event.vc)});
      std::getline(lines, line);
      EXPECT_EQ(words_of(line), expected);
    }
    EXPECT_FALSE(std::getline(lines, line));
  }
}

TEST_F(Packets, ThatCannotBeShownAreBadInput) {
  run({kTorus, "--set", "measure.cycles=200", "--set", "expect={}", "--packets", path("a.csv")});
  run({kTorus, "--set", "measure.cycles=200", "--set", "expect={}", "--packets", path("a.csv.gz")});
  const std::string all = text("a.csv");
  std::ofstream(folder_ / "damaged.csv") << all.substr(0, all.size() / 2) << "\n1,2,3\n";
  const std::string packed = text("a.csv.gz");
  std::ofstream(folder_ / "half.csv.gz") << packed.substr(0, packed.size() / 2);
  std::ofstream{folder_ / "empty.csv"}.flush();
  struct Case {
    std::string packet, file, said;
  };
  for (const Case& tried :
       {Case{"4000000000", path("a.csv"), "a.csv has no packet 4000000000"},
        Case{"4000000000", path("damaged.csv"), "the line is damaged: '"},
        Case{"4000000000", path("half.csv.gz"), "half.csv.gz is damaged: "},
        Case{"1", path("empty.csv"), "empty.csv is no file of `switchyard run --packets`"},
        Case{"1", "configs/small/trace_mesh.csv", "is no file of"},
        Case{"1", path("none.csv"), "none.csv cannot be read: No such file"},
        Case{"1", folder_.path().string(), " cannot be read: Is a directory"},
        Case{"-1", path("a.csv"), "-1 is not in 0..4294967295"},
        Case{"first", path("a.csv"), "'first' is not a whole number"}}) {
    const CommandResult shown = run_switchyard({"packet", tried.packet, tried.file});
    EXPECT_EQ(shown.status, kBadInput) << tried.said;
    EXPECT_EQ(shown.out, "");
    EXPECT_NE(shown.err.find(tried.said), std::string::npos) << shown.err;
  }
  EXPECT_NE(run_switchyard({"packet"}).err.find("packet needs a number, as in `switchyard packet 7 "),
            std::string::npos);
}

}  // namespace
}  // namespace switchyard
