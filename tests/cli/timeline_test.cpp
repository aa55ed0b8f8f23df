#include <algorithm>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "hw/topology/grid.h"
#include "testbench/cosim/rtl_model.h"
#include "tests/support/command.h"
#include "tests/support/config_files.h"
#include "tests/support/csv_fields.h"
#include "tests/support/needs.h"
#include "tests/support/packet_ways.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_circuit_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/running_command.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

const std::string kTorus = "configs/small/torus_8x8_duato.yaml";

using Row = std::map<std::string, std::string>;

/// The rows of a CSV file, by the names of their columns.
std::vector<Row> rows_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = csv_fields(line);
  std::vector<Row> rows;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = csv_fields(line);
    EXPECT_EQ(fields.size(), names.size()) << line;
    Row& row = rows.emplace_back();
    for (std::size_t i = 0; i < std::min(names.size(), fields.size()); ++i) row[names[i]] = fields[i];
  }
  return rows;
}

std::uint64_t count(const Row& row, const std::string& name) { return std::stoull(row.at(name)); }
double number(const Row& row, const std::string& name) { return std::stod(row.at(name)); }
Cycle cycles_of(const Row& row) { return count(row, "end") - count(row, "begin"); }

std::uint64_t sum(const std::vector<Row>& rows, const std::string& name) {
  std::uint64_t all = 0;
  for (const Row& row : rows) all += count(row, name);
  return all;
}

/// They follow each other from cycle 0 to the end of the run.
void expect_samples(const std::vector<Row>& rows, Cycle cycles, Cycle end) {
  Cycle now = 0;
  for (const Row& row : rows) {
    ASSERT_EQ(count(row, "begin"), now);
    now = count(row, "end");
    ASSERT_EQ(cycles_of(row), std::min(cycles, end - count(row, "begin")));
  }
  EXPECT_EQ(now, end);
}

class TimelineOf : public testing::Test {
 protected:
  TimelineOf() { std::filesystem::current_path(source_folder()); }

  CommandResult run(const std::vector<std::string>& arguments, int status = kGood) const {
    std::vector<std::string> all{"run"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    all.insert(all.end(), {"--out", out()});
    CommandResult result = run_switchyard(all);
    EXPECT_EQ(result.status, status) << result.err;
    return result;
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string out() const { return path("out"); }
  std::string text() const { return contents_of(out() + "/timeline.csv"); }
  std::vector<Row> rows() const { return rows_of(text()); }
  nlohmann::json results() const { return nlohmann::json::parse(contents_of(out() + "/results.json")); }

  TemporaryFolder folder_;
};

/// By hand: a flit is at the first router one cycle after it has left its source, three cycles later at the
/// next one, and three after that at its terminal. A ring of four has eight channels.
TEST_F(TimelineOf, ThreePacketsOnARingTellsEveryCycle) {
  run({"configs/small/timeline_ring.yaml", "--timeline", "1"});
  const std::vector<Row> rows = this->rows();
  const auto within = [](Cycle cycle, Cycle first, Cycle flits) {
    return cycle >= first && cycle < first + flits ? 1U : 0U;
  };
  ASSERT_GT(rows.size(), 40U);
  for (Cycle cycle = 0; cycle < rows.size(); ++cycle) {
    SCOPED_TRACE(cycle);
    const Row& row = rows[cycle];
    EXPECT_EQ(count(row, "begin"), cycle);
    EXPECT_EQ(count(row, "end"), cycle + 1);
    EXPECT_EQ(count(row, "injected"), within(cycle, 1, 3) + 2 * within(cycle, 21, 4));
    EXPECT_EQ(row.at("links"), within(cycle, 4, 3) != 0    ? "0.125000"
                               : within(cycle, 24, 4) != 0 ? "0.250000"
                                                           : "0.000000");
    EXPECT_EQ(count(row, "ejected"), within(cycle, 7, 3) + 2 * within(cycle, 27, 4));
    EXPECT_EQ(count(row, "in_flight"), within(cycle, 0, 9) + 2 * within(cycle, 20, 10));
    EXPECT_EQ(count(row, "waiting"), 0U);
    EXPECT_EQ(row.at("phase"), cycle <= 30 ? "run" : "drain");
  }
  expect_samples(rows, 1, results()["cycles"]);
}

/// Four flits each way between two neighbours: eight cycles of one of four links, in place of four cycles of
/// two of eight channels.
TEST_F(TimelineOf, AHalfDuplexLinkIsBusyWithAFlitInEitherDirection) {
  std::ofstream(path("both.csv")) << "cycle,source,destination,flits\n0,0,1,4\n0,1,0,4\n";
  for (const std::string duplex : {"full", "half"}) {
    run({"configs/small/timeline_ring.yaml", "--timeline", "1", "--set", "topology.duplex=" + duplex, "--set",
         "workload.file=" + path("both.csv")});
    std::size_t busy = 0;
    for (const Row& row : rows()) {
      EXPECT_TRUE(row.at("links") == "0.000000" || row.at("links") == "0.250000") << row.at("links");
      busy += row.at("links") == "0.250000";
    }
    EXPECT_EQ(busy, duplex == "full" ? 4U : 8U);
  }
}

TEST_F(TimelineOf, RunsHasTheirTotals) {
  run({kTorus, "--timeline", "70", "--packets", path("packets.csv")});
  const std::vector<Row> rows = this->rows();
  const nlohmann::json results = this->results();
  expect_samples(rows, 70, results["cycles"]);
  EXPECT_EQ(cycles_of(rows.back()), results["cycles"].get<Cycle>() % 70);
  // Channels 2 x 128, so that is what crossed them; injection counts as a hop nowhere.
  double crossed = 0;
  for (const Row& row : rows)
    crossed += std::round(number(row, "links") * 256 * static_cast<double>(cycles_of(row)));
  EXPECT_EQ(static_cast<std::uint64_t>(crossed) + sum(rows, "ejected"), results["flit_hops"]);
  std::uint64_t delivered = 0;
  for (const auto& [packet, way] : read_packet_ways(contents_of(path("packets.csv"))))
    delivered += way.ejected() ? static_cast<std::uint64_t>(way.flits) : 0;
  EXPECT_GE(sum(rows, "ejected"), delivered);
  EXPECT_LE(sum(rows, "ejected"), delivered + 4 * count(rows.back(), "in_flight"));
  EXPECT_EQ(count(rows.back(), "in_flight") + count(rows.back(), "waiting"), results["pending_packets"]);
}

TEST_F(TimelineOf, TheWindowHasTheFlitsOfChannelsCsv) {
  run({kTorus, "--timeline", "500"});  // A warm-up of 500 cycles, and 3000 that are measured.
  std::map<std::string, double> crossed;
  for (const Row& row : rows()) {
    if (row.at("phase") != "measured") continue;
    for (const char* group : {"x", "y"}) crossed[group] += number(row, group) * 128 * 500;
  }
  std::map<std::string, double> expected;
  for (const Row& row : rows_of(contents_of(out() + "/channels.csv")))
    expected[count(row, "from_port") < 2 ? "x" : "y"] += number(row, "flits_per_cycle") * 3000;
  for (const char* group : {"x", "y"}) {
    EXPECT_GT(expected[group], 10000);
    EXPECT_NEAR(crossed[group], expected[group], 1);
  }
}

TEST_F(TimelineOf, ChannelsHaveTheFlitsOfChannelsCsvInTheirOrder) {
  run({kTorus, "--timeline", "500"});
  std::vector<double> carried(256);
  for (const Row& part : rows_of(contents_of(out() + "/timeline_channels.csv"))) {
    if (count(part, "begin") < 500 || count(part, "end") > 3500) continue;
    for (std::size_t c = 0; c < carried.size(); ++c) carried[c] += number(part, fmt::format("c{}", c));
  }
  std::vector<double> expected(256);
  std::size_t vc = 0;
  for (const Row& row : rows_of(contents_of(out() + "/channels.csv")))
    expected[vc++ / 3] += number(row, "flits_per_cycle") * 3000;
  ASSERT_EQ(vc, 3 * expected.size());
  for (std::size_t c = 0; c < carried.size(); ++c) EXPECT_NEAR(carried[c], expected[c], 0.01) << c;
}

TEST_F(TimelineOf, LargeNetworksHaveNoFileOfChannels) {
  run({kTorus, "--set", "topology.radix=[65,64]", "--set", "measure={warmup: 10, cycles: 20}", "--set",
       "expect={}", "--timeline", "10"});
  EXPECT_FALSE(std::filesystem::exists(out() + "/timeline_channels.csv"));
}

TEST_F(TimelineOf, PhasesAreThoseOfTheRun) {
  run({kTorus, "--timeline", "100"});
  std::map<std::string, Cycle> cycles;
  for (const Row& row : rows()) cycles[row.at("phase")] += cycles_of(row);
  const nlohmann::json results = this->results();
  EXPECT_EQ(cycles, (std::map<std::string, Cycle>{{"warm-up", results["warmup"]["cycles"]},
                                                  {"measured", results["measured_cycles"]},
                                                  {"drain", results["drain_cycles"]}}));
}

/// The samples of a network of any router, from all that crosses its links and from the ways of its packets.
class TimelineOfRandomDesigns : public testing::TestWithParam<std::uint64_t> {
 protected:
  TimelineOfRandomDesigns() {
    constexpr std::string (*kFamilies[])(std::uint64_t) = {
        random_experiment,          random_queue_experiment,    random_chaos_experiment,
        random_exchange_experiment, random_switched_experiment, random_hierarchy_experiment,
        random_circuit_experiment};
    yaml_ = kFamilies[GetParam() % std::size(kFamilies)](GetParam());
    std::ofstream(folder_ / "net.yaml") << yaml_;
  }

  std::string timeline(const std::string& level, std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"run",        (folder_ / "net.yaml").string(),
                                       "--level",    level,
                                       "--timeline", std::to_string(cycles_),
                                       "--out",      (folder_ / level).string(),
                                       "--set",      "measure={warmup: 100, cycles: 300, drain: 200}"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult result = run_switchyard(arguments);
    EXPECT_TRUE(result.status == kGood || result.status == 1) << result.err;
    return contents_of(folder_ / level / "timeline.csv");
  }

  std::string yaml_;
  const Cycle cycles_ = 1 + GetParam() * 7 % 40;
  TemporaryFolder folder_;
};

/// Flits per cycle that all channels together carry.
double capacity_of(const Design& design, bool half_duplex) {
  double all = 0;
  for (const Channel& channel : design.topology->channels()) all += 1.0 / channel.cycles_per_flit;
  return all * design.router.link_rate / (half_duplex ? 2 : 1);
}

/// timeline_channels.csv: parts of the whole run, one after the other, with the flits of each channel.
void expect_channels(const std::vector<Row>& parts, const std::vector<LinkEvent>& events,
                     const Topology& topology, Cycle end) {
  ASSERT_FALSE(parts.empty());
  ASSERT_LE(parts.size(), 100U);
  std::vector<std::vector<std::uint64_t>> carried(parts.size());
  Cycle at = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(count(parts[i], "begin"), at);
    at = count(parts[i], "end");
    carried[i].resize(topology.channels().size());
  }
  ASSERT_EQ(at, end);
  for (const LinkEvent& event : events) {
    if (event.credits != 0 || event.request || event.at_terminal) continue;
    const int channel = topology.channel_to({event.node, event.port});
    std::size_t part = 0;
    while (count(parts[part], "end") <= event.cycle) ++part;
    if (channel >= 0) ++carried[part][static_cast<std::size_t>(channel)];
  }
  for (std::size_t i = 0; i < parts.size(); ++i)
    for (std::size_t c = 0; c < carried[i].size(); ++c)
      ASSERT_EQ(count(parts[i], fmt::format("c{}", c)), carried[i][c]) << "part " << i;
}

TEST_P(TimelineOfRandomDesigns, CountsWhatCrossesTheLinks) {
  SCOPED_TRACE(yaml_);
  const std::vector<Row> rows =
      rows_of(timeline("fast", {"--packets", (folder_ / "packets.csv").string(), "--threads", "1"}));
  const nlohmann::json results = nlohmann::json::parse(contents_of(folder_ / "fast/results.json"));
  const Experiment experiment = experiment_from(yaml_);
  const Topology& topology = *experiment.design.topology;
  const Cycle end = results["cycles"];
  ASSERT_NO_FATAL_FAILURE(expect_samples(rows, cycles_, end));
  FastBench bench(experiment, /*record_events=*/true);
  bench.run(end);

  std::vector<std::uint64_t> injected(rows.size()), ejected(rows.size()), crossed(rows.size()),
      in_x(rows.size());
  const Grid* const grid = topology.shape<Grid>();
  double x_channels = 0;
  const auto leads_along_x = [&](const Channel& channel) {
    return grid != nullptr && grid->coordinate(channel.from.node, 0) != grid->coordinate(channel.to.node, 0);
  };
  const double duplex = yaml_.find("duplex: half") != std::string::npos ? 2 : 1;
  for (const Channel& channel : topology.channels())
    x_channels += leads_along_x(channel) ? 1.0 / channel.cycles_per_flit : 0;
  for (const LinkEvent& event : bench.bench.recorder.events()) {
    if (event.credits != 0 || event.request) continue;
    const std::size_t sample = event.cycle / cycles_;
    const int channel = event.at_terminal ? -1 : topology.channel_to({event.node, event.port});
    ++(event.at_terminal ? ejected : channel < 0 ? injected : crossed)[sample];
    if (channel >= 0) in_x[sample] += leads_along_x(topology.channels()[channel]);
  }
  ASSERT_NO_FATAL_FAILURE(expect_channels(rows_of(contents_of(folder_ / "fast/timeline_channels.csv")),
                                          bench.bench.recorder.events(), topology, end));
  std::vector<std::int64_t> in_flight(rows.size()), waiting(rows.size());
  const auto ways = read_packet_ways(contents_of(folder_ / "packets.csv"));
  for (const auto& [packet, way] : ways) {
    const std::size_t created = way.events[0].cycle / cycles_;
    const std::size_t left = way.events.size() > 1 ? way.events[1].cycle / cycles_ : rows.size();
    const std::size_t arrived = way.ejected() ? way.events.back().cycle / cycles_ : rows.size();
    for (std::size_t i = created; i < left; ++i) ++waiting[i];
    for (std::size_t i = left; i < arrived; ++i) ++in_flight[i];
  }
  const double capacity = capacity_of(experiment.design, duplex == 2);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SCOPED_TRACE(i);
    const auto cycles = static_cast<double>(cycles_of(rows[i]));
    ASSERT_EQ(count(rows[i], "injected"), injected[i]);
    ASSERT_EQ(count(rows[i], "ejected"), ejected[i]);
    ASSERT_NEAR(number(rows[i], "links"), static_cast<double>(crossed[i]) / cycles / capacity, 6e-7);
    if (rows[i].count("x") != 0 && grid != nullptr) {
      const double x_capacity = x_channels * experiment.design.router.link_rate / duplex;
      ASSERT_NEAR(number(rows[i], "x"), static_cast<double>(in_x[i]) / cycles / x_capacity, 6e-7);
    }
    ASSERT_EQ(count(rows[i], "in_flight"), static_cast<std::uint64_t>(in_flight[i]));
    ASSERT_EQ(count(rows[i], "waiting"), static_cast<std::uint64_t>(waiting[i]));
  }
}

TEST_P(TimelineOfRandomDesigns, IsTheSameAtBothLevelsAndOnSeveralThreads) {
  SCOPED_TRACE(yaml_);
  const std::string fast = timeline("fast", {"--threads", "1"});
  EXPECT_GT(rows_of(fast).size(), 1U);
  EXPECT_TRUE(timeline("fast", {"--threads", "3"}) == fast);
  EXPECT_TRUE(timeline("clocked") == fast);
  EXPECT_TRUE(contents_of(folder_ / "clocked/timeline_channels.csv") ==
              contents_of(folder_ / "fast/timeline_channels.csv"));
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, TimelineOfRandomDesigns, testing::Range<std::uint64_t>(1, 36));

TEST_F(TimelineOf, ALargeNetworkIsTheSameOnSeveralThreads) {
  std::vector<std::string> texts;
  for (const std::string threads : {"1", "2", "3"}) {
    run({kTorus, "--set", "topology.radix=[48, 48]", "--set", "measure={warmup: 50, cycles: 100, drain: 0}",
         "--set", "expect={}", "--threads", threads, "--timeline", "7"});
    texts.push_back(text());
  }
  EXPECT_TRUE(texts[0] == texts[1]);
  EXPECT_TRUE(texts[0] == texts[2]);
  EXPECT_EQ(rows_of(texts[0]).size(), 22U);
}

TEST_F(TimelineOf, RtlIsThatOfTheModel) {
  NEEDS(has_rtl(), "Verilator");
  const std::vector<std::string> common{"configs/small/rtl_torus4.yaml", "--timeline", "33", "--set",
                                        "measure.cycles=300"};
  std::vector<std::string> texts;
  for (const std::string level : {"fast", "clocked", "lockstep", "rtl", "rtl_router"}) {
    std::vector<std::string> arguments = common;
    arguments.insert(arguments.end(), {"--level", level, "--set", "expect={}"});
    run(arguments);
    texts.push_back(text());
    EXPECT_TRUE(texts.back() == texts.front()) << level;
  }
  EXPECT_GT(rows_of(texts[0]).size(), 5U);
}

TEST_F(TimelineOf, AStaticWorkloadEndsWithNothingInFlight) {
  run({"configs/small/static_torus.yaml", "--timeline", "10"});
  const std::vector<Row> rows = this->rows();
  const nlohmann::json results = this->results();
  expect_samples(rows, 10, results["cycles"]);
  EXPECT_EQ(sum(rows, "injected"), sum(rows, "ejected"));
  EXPECT_EQ(sum(rows, "ejected"), 8 * results["delivered_packets"].get<std::uint64_t>());
  EXPECT_GT(count(rows.front(), "waiting"), 0U);
  EXPECT_EQ(count(rows.back(), "waiting") + count(rows.back(), "in_flight"), 0U);
  const Cycle last_arrival = results["measured_cycles"];
  for (const Row& row : rows)
    EXPECT_EQ(row.at("phase"), count(row, "begin") < last_arrival ? "run" : "drain") << row.at("begin");
}

TEST_F(TimelineOf, AGraphOfMessagesAndATraceHasAllOfTheirFlits) {
  run({"configs/small/messages_stencil.yaml", "--timeline", "16"});
  EXPECT_EQ(sum(rows(), "ejected"), results()["messages"]["flits"]);
  run({"configs/small/trace_mesh.yaml", "--timeline", "16"});
  std::uint64_t flits = 0;
  for (const Row& row : rows_of("cycle,source,destination,flits\n" +
                                contents_of("configs/small/trace_mesh.csv")
                                    .substr(contents_of("configs/small/trace_mesh.csv").find("flits\n") + 6)))
    flits += count(row, "flits");
  EXPECT_EQ(sum(rows(), "injected"), flits);
  EXPECT_EQ(sum(rows(), "ejected"), flits);
}

TEST_F(TimelineOf, ACombiningMachineHasItsMessages) {
  std::vector<std::string> texts;
  for (const std::string level : {"fast", "clocked"}) {
    run({"configs/small/ranade_4_permutation.yaml", "--timeline", "5", "--level", level});
    texts.push_back(text());
  }
  EXPECT_TRUE(texts[0] == texts[1]);
  const std::vector<Row> rows = this->rows();
  const nlohmann::json results = this->results();
  expect_samples(rows, 5, results["cycles"]);
  const Experiment experiment = experiment_from(contents_of("configs/small/ranade_4_permutation.yaml"));
  const auto channels = static_cast<double>(experiment.design.topology->channels().size());
  double hops = 0;
  for (const Row& row : rows) {
    hops += std::round(number(row, "links") * static_cast<double>(cycles_of(row)) * channels);
    EXPECT_EQ(row.at("waiting"), "");
  }
  EXPECT_EQ(static_cast<std::uint64_t>(hops) + sum(rows, "injected") + sum(rows, "ejected"),
            results["pram"]["message_hops"]);
  EXPECT_EQ(count(rows.back(), "in_flight"), 0U);
  EXPECT_GT(count(rows[1], "in_flight"), 0U);
  EXPECT_EQ(rows.back().at("phase"), "drain");
}

TEST_F(TimelineOf, AManyToOneProblemHasItsPacketsAndPhases) {
  std::vector<std::string> texts;
  for (const std::string level : {"fast", "clocked"}) {
    run({"configs/small/mesh16_8_random.yaml", "--timeline", "1", "--level", level});
    texts.push_back(text());
  }
  EXPECT_TRUE(texts[0] == texts[1]);
  const std::vector<Row> rows = this->rows();
  const nlohmann::json results = this->results();
  expect_samples(rows, 1, results["cycles"]);
  EXPECT_EQ(sum(rows, "injected"), results["many_to_one"]["packets"]);
  EXPECT_EQ(sum(rows, "ejected"), results["delivered_packets"]);
  EXPECT_EQ(count(rows.back(), "in_flight"), 0U);
  std::map<std::string, double> hops;
  std::vector<std::string> phases;
  for (const Row& row : rows) {
    const std::string& phase = row.at("phase");
    if (phases.empty() || phases.back() != phase) phases.push_back(phase);
    hops[phase.substr(0, 5)] += std::round(number(row, "links") * 2 * 2 * 8 * 7);
  }
  EXPECT_EQ(hops["route"], results["many_to_one"]["hops"].get<double>());
  std::vector<std::string> expected{"load"};
  for (const auto& phase : results["many_to_one"]["phases"]) expected.push_back(phase["name"]);
  EXPECT_EQ(phases, expected);
}

TEST_F(TimelineOf, APlatformIsThatOfItsNetwork) {
  std::vector<std::string> texts;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"run", "configs/platform/torus_4x4.yaml"},
        {"platform", "configs/platform/torus_4x4.yaml"},
        {"platform", "configs/platform/torus_4x4.yaml", "--level", "clocked"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {"--timeline", "20", "--out", out()});
    const CommandResult result = run_switchyard(arguments);
    ASSERT_EQ(result.status, kGood) << result.err;
    texts.push_back(text());
    EXPECT_TRUE(texts.back() == texts.front());
  }
  const std::vector<Row> rows = this->rows();
  expect_samples(rows, 20, results()["cycles"]);
  EXPECT_EQ(sum(rows, "injected"), sum(rows, "ejected"));
  double crossed = 0;
  for (const Row& row : rows)
    crossed += std::round(number(row, "links") * 64 * static_cast<double>(cycles_of(row)));
  EXPECT_EQ(static_cast<std::uint64_t>(crossed) + sum(rows, "ejected"), results()["flit_hops"]);
  const CommandResult steps = run_switchyard(
      {"platform", "configs/platform/ranade_2_reduce.yaml", "--timeline", "20", "--out", out()});
  ASSERT_EQ(steps.status, kGood) << steps.err;
  EXPECT_EQ(sum(this->rows(), "injected"), sum(this->rows(), "ejected"));
}

TEST_F(TimelineOf, ADeadlockEndsWithPacketsInFlight) {
  run({"configs/small/torus_no_dateline.yaml", "--allow-unsafe", "--timeline", "100"}, kDeadlock);
  const std::vector<Row> rows = this->rows();
  expect_samples(rows, 100, results()["cycles"]);
  EXPECT_GT(count(rows.back(), "in_flight"), 0U);
  EXPECT_EQ(count(rows.back(), "in_flight") + count(rows.back(), "waiting"), results()["pending_packets"]);
}

TEST_F(TimelineOf, AnInterruptedRunIsThatSoFar) {
  RunningCommand run(
      {"run", kTorus, "--set", "measure.cycles=1000000000000", "--timeline", "1000", "--out", out()});
  run.wait_for_cpu_seconds(0.7);
  run.send(SIGINT);
  EXPECT_EQ(run.wait(), 128 + SIGINT) << run.err();
  expect_samples(rows(), 1000, results()["cycles"]);
  for (const auto& entry : std::filesystem::directory_iterator(out()))
    EXPECT_NE(entry.path().extension(), ".part") << entry.path();
}

TEST_F(TimelineOf, EveryRunIsDrawnAndNamedInTheSummary) {
  const CommandResult result = run({kTorus, "--timeline", "100"});
  NEEDS(run_command("/bin/sh", {"-c", "command -v gnuplot"}).status == 0, "gnuplot");
  EXPECT_NE(result.out.find("timeline          36 samples of 100 cycles: " + out() + "/timeline.csv and " +
                            "timeline.svg\n"),
            std::string::npos)
      << result.out;
  const std::string svg = contents_of(out() + "/timeline.svg");
  EXPECT_EQ(svg.find("<?xml"), 0U);
  for (const char* part : {"<svg", "</svg>", ">x</text>", ">y</text>", ">in flight</text>", ">warm-up</text>",
                           ">measured</text>"})
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  EXPECT_EQ(contents_of(out() + "/timeline.png").substr(1, 3), "PNG");
  run({kTorus});
  for (const char* name : {"timeline.csv", "timeline.svg", "timeline.png", "timeline.gp"})
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out" / name)) << name << " of the run before";
}

TEST_F(TimelineOf, NothingChangesTheRun) {
  run({kTorus});
  nlohmann::json plain = results();
  run({kTorus, "--timeline", "3"});
  nlohmann::json observed = results();
  for (nlohmann::json* json : {&plain, &observed}) {
    for (const char* key : {"wall_seconds", "peak_memory_bytes"}) json->erase(key);
    json->at("check").erase("seconds");
  }
  EXPECT_EQ(observed, plain);
}

TEST_F(TimelineOf, ARunWithoutAFolderGoesToOneOfItsName) {
  std::filesystem::current_path(folder_.path());
  const std::string config = (source_folder() / "configs/small/timeline_ring.yaml").string();
  const CommandResult result = run_switchyard({"run", config, "--timeline", "5"});
  ASSERT_EQ(result.status, kGood) << result.err;
  EXPECT_NE(result.out.find(": out/timeline_ring/timeline.csv"), std::string::npos) << result.out;
  EXPECT_TRUE(std::filesystem::exists("out/timeline_ring/timeline.csv"));
  EXPECT_TRUE(std::filesystem::exists("out/timeline_ring/results.json"));
}

TEST_F(TimelineOf, NonsenseIsBadInput) {
  for (const std::string cycles : {"0", "-1", "1.5", "ten", "", "18446744073709551616"}) {
    const CommandResult result = run_switchyard({"run", kTorus, "--timeline", cycles, "--out", out()});
    EXPECT_EQ(result.status, kBadInput) << cycles;
    EXPECT_NE(result.err.find("--timeline"), std::string::npos) << result.err;
    EXPECT_FALSE(std::filesystem::exists(out())) << cycles;
  }
  for (const std::string& file : {kTorus, std::string("configs/platform/torus_4x4.yaml")}) {
    const CommandResult result =
        run_switchyard({"run", file, "--level", "approximate", "--timeline", "10", "--out", out()});
    EXPECT_EQ(result.status, kBadInput);
    EXPECT_NE(result.err.find("--timeline counts flits, which level approximate does not have"),
              std::string::npos)
        << result.err;
    EXPECT_FALSE(std::filesystem::exists(out()));
  }
}

TEST_F(TimelineOf, MoreThanAGigabyteIsSaidToBeSoMuch) {
  const auto said = [&](const std::string& cycles, const std::string& sample) {
    RunningCommand run(
        {"run", kTorus, "--set", "measure.cycles=" + cycles, "--timeline", sample, "--out", out()});
    run.wait_for_cpu_seconds(0.3);
    run.send(SIGTERM);
    run.wait();
    return run.err();
  };
  EXPECT_NE(said("100000000", "1").find("warning: timeline.csv will have about 6.8 GB"), std::string::npos);
  EXPECT_EQ(said("100000000", "100").find("warning"), std::string::npos);
}

TEST_F(TimelineOf, AFullDiskIsAnError) {
  std::filesystem::create_directories(out());
  std::filesystem::create_symlink("/dev/full", folder_ / "out/timeline.csv");
  const CommandResult result = run_switchyard({"run", kTorus, "--timeline", "10", "--out", out()});
  EXPECT_EQ(result.status, kBadInput);
  EXPECT_NE(result.err.find("timeline.csv cannot be written: No space left"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace switchyard
