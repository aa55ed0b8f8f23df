#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "hw/analysis/zero_load.h"
#include "hw/router/vc/duato_config.h"
#include "tests/support/both_arrivals.h"
#include "tests/support/random_attached_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/sanitized.h"
#include "tlm/approximate/approximate_network.h"

namespace switchyard {
namespace {

bool has_model(const Design& design) {
  try {
    make_approximate_network(design, [](const PacketArrival&) {});
    return true;
  } catch (const NoModel&) {
    return false;
  }
}

/// Whether a packet goes on flit by flit, as fast as its links are wide.
bool streams(const Design& design, int flits) {
  const PipelineTiming& timing = design.router.timing;
  if (flits <= timing.input_depth.smallest()) return true;
  if (timing.input_depth.smallest() < credit_loop(timing, /*link_delay=*/1)) return false;
  const std::vector<Channel>& links = design.topology->channels();
  return std::all_of(links.begin(), links.end(), [&](const Channel& link) {
    return timing.input_depth.smallest() * link.cycles_per_flit >= credit_loop(timing, link.delay());
  });
}

constexpr Cycle kApart = 600;

/// From every terminal to every other, one after the other.
std::vector<Sent> every_pair(const Topology& topology, int flits) {
  std::vector<Sent> packets;
  for (TerminalId from = 0; from < topology.terminal_count(); ++from) {
    for (TerminalId to = 0; to < topology.terminal_count(); ++to) {
      if (from == to || !topology.attachment(from).sends() || !topology.attachment(to).receives()) continue;
      packets.push_back({kApart * packets.size(), from, to, flits});
    }
  }
  return packets;
}

/// Where a packet has one way at most, or takes the first.
bool takes_the_first_way(const Design& design) {
  const auto* config = design.router.as<DuatoConfig>();
  return config != nullptr && config->selection == DuatoConfig::Selection::First;
}

class ApproximateAlone : public testing::TestWithParam<std::uint64_t> {};

/// With the router's own choices among the ways, so that links of any latency and width may lie on them.
TEST_P(ApproximateAlone, TakesAsLongAsFlitsDoForEveryPairOfTerminals) {
  for (const auto draw :
       {random_attached_experiment, random_hierarchy_experiment, random_switched_experiment}) {
    const std::string yaml = draw(GetParam());
    const Experiment experiment = experiment_from(yaml);
    const Design& design = experiment.design;
    if (!has_model(design)) continue;
    for (const int flits : {1, experiment.injection.longest_packet}) {
      if (!streams(design, flits)) continue;
      const std::vector<Sent> packets = every_pair(*design.topology, flits);
      const Arrivals arrivals = arrivals_of(experiment, packets);
      ASSERT_EQ(arrivals.approximate, arrivals.fast) << flits << " flits" << yaml;
      if (!takes_the_first_way(design)) continue;
      for (std::size_t n = 0; n < packets.size(); ++n) {
        const ZeroLoadPath path = zero_load_path(
            *design.topology, *design.routing, design.topology->attachment(packets[n].source).entry.node,
            design.topology->attachment(packets[n].destination).exit.node);
        ASSERT_EQ(arrivals.approximate[n] - packets[n].at,
                  zero_load_latency(design.router.timing, path, flits))
            << packets[n].source << " to " << packets[n].destination << ", " << flits << " flits" << yaml;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ApproximateAlone,
                         testing::Range<std::uint64_t>(1, kSanitized ? 9 : 121));

/// Credits stop such packets again and again, in the pace of the link behind.
TEST(ApproximateAlone, IsAFewPerCentOffWhereVcsAreShallow) {
  int compared = 0;
  for (std::uint64_t number = 1; number <= (kSanitized ? 10 : 100); ++number) {
    const std::string yaml = random_attached_experiment(number);
    const Experiment experiment = experiment_from(yaml);
    const Design& design = experiment.design;
    constexpr int kFlits = 40;
    if (yaml.find("cut_through") != std::string::npos || yaml.find("konstantinidou") != std::string::npos ||
        !has_model(design) || streams(design, kFlits))
      continue;
    ++compared;
    const std::vector<Sent> packets = every_pair(*design.topology, kFlits);
    const Arrivals arrivals = arrivals_of(experiment, packets);
    for (std::size_t n = 0; n < packets.size(); ++n) {
      const auto latency = static_cast<double>(arrivals.fast[n] - packets[n].at);
      EXPECT_NEAR(static_cast<double>(arrivals.approximate[n] - packets[n].at), latency, 0.03 * latency)
          << packets[n].source << " to " << packets[n].destination << yaml;
    }
  }
  EXPECT_GT(compared, kSanitized ? 0 : 5);
}

/// Several packets leave a node in one cycle, each for its terminal, and each terminal takes one at a time.
TEST(ApproximateNetwork, OfTerminalsThatShareANodeEjectsForEachOfThem) {
  const std::string network =
      "topology: {kind: custom, nodes: 2, links: [[0, 1]], terminals: [{entry: 0}, {entry: 0}, {entry: 0}, "
      "{exit: 1}, {exit: 1}, {exit: 0}, {exit: 0}]}\n";
  const std::string traffic = "traffic: {pattern: uniform, load: 0, packet_length: 1}\n";
  const Experiment vcs = experiment_from(
      network + "router: {kind: duato, injection_vcs: 2}\nrouting: {kind: up_down}\n" + traffic);
  const Experiment queues = experiment_from(
      network + "router: {kind: konstantinidou, input_buffer: 1}\nrouting: {kind: minimal}\n" + traffic);
  for (const Experiment& experiment : {vcs, queues}) {
    for (const std::vector<Sent>& packets : {std::vector<Sent>{{0, 0, 5, 1}, {0, 1, 6, 1}},
                                             {{0, 0, 5, 1}, {0, 1, 5, 1}, {0, 2, 5, 1}},
                                             {{0, 0, 3, 1}, {0, 1, 4, 1}, {0, 2, 5, 1}}}) {
      Arrivals arrivals = arrivals_of(experiment, packets);
      for (std::vector<Cycle>* of : {&arrivals.fast, &arrivals.approximate})
        std::sort(of->begin(), of->end());  // Which goes first is the arbiters' business.
      EXPECT_EQ(arrivals.approximate, arrivals.fast) << experiment.design.router.kind;
    }
  }
}

}  // namespace
}  // namespace switchyard
