#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/routing/dimension_reversal.h"
#include "hw/routing/duato.h"
#include "hw/routing/four_queue.h"
#include "hw/routing/minimal.h"
#include "hw/routing/up_down.h"
#include "hw/topology/grid.h"
#include "testbench/catalog/standard_catalogs.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/random_experiment.h"
#include "tests/support/random_output_queued_experiment.h"
#include "tests/support/random_queue_experiment.h"
#include "tests/support/random_splitter_experiment.h"
#include "tests/support/router_doubles.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

// Each property is a function that says what is wrong, so that its mutants can be tested too.

/// Flits that have arrived at every input VC and credits that have come back for them.
class CreditLedger final : public LinkObserver {
 public:
  explicit CreditLedger(const Design& design)
      : topology_(*design.topology),
        vcs_(static_cast<std::size_t>(design.router.terminal.virtual_channels)),
        outstanding_(topology_.node_count() * static_cast<std::size_t>(topology_.port_count() + 1) * vcs_,
                     0) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(arrivals.flit_ports, [&](PortId p) { ++outstanding(node, p, arrivals.flits[p].vc); });
    for_each_bit(arrivals.credit_ports, [&](PortId p) {
      const bool terminal = p == topology_.terminal_port();
      const PortRef far = terminal ? PortRef{node, sink()} : topology_.peer({node, p});
      for_each_bit(VcMask{arrivals.credits[p]}, [&](VcId vc) { --outstanding(far.node, far.port, vc); });
    });
  }
  void at_terminal(Cycle, NodeId node, const PortInputs& arrivals) override {
    if (arrivals.flit_ports != 0) ++outstanding(node, sink(), arrivals.flits[0].vc);
    if (arrivals.credit_ports == 0) return;
    for_each_bit(VcMask{arrivals.credits[0]},
                 [&](VcId vc) { --outstanding(node, topology_.terminal_port(), vc); });
  }

  /// Of an input VC of a router.
  int& outstanding(NodeId node, PortId port, VcId vc) {
    const std::size_t ports = static_cast<std::size_t>(topology_.port_count()) + 1;
    return outstanding_[(node * ports + static_cast<std::size_t>(port)) * vcs_ +
                        static_cast<std::size_t>(vc)];
  }

 private:
  PortId sink() const { return topology_.port_count(); }

  const Topology& topology_;
  std::size_t vcs_;
  std::vector<int> outstanding_;  ///< [node][input port, then the terminal's sink][vc]
};

/// Every credit is at its source, in a VC's occupancy or on its way back, and none is anywhere twice.
std::string fault_in_credits(const Design& design, const Network& network, CreditLedger& ledger) {
  std::string fault;
  for (NodeId node = 0; node < design.topology->node_count(); ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (view.buffer.side != Side::Input) return;
      const int channel = view.buffer.port == design.topology->terminal_port()
                              ? -1
                              : design.topology->channel_to({node, view.buffer.port});
      const int latency =
          channel < 0 ? 1 : design.topology->channels()[static_cast<std::size_t>(channel)].latency;
      const int outstanding = ledger.outstanding(node, view.buffer.port, view.buffer.vc);
      const int on_their_way = outstanding - view.occupancy;
      if (on_their_way >= 0 && on_their_way <= latency &&
          outstanding <= design.router.terminal.input_depth[view.buffer.vc])
        return;
      fault = "node " + std::to_string(node) + ", port " + std::to_string(view.buffer.port) + ": " +
              std::to_string(outstanding) + " credits are out for " + std::to_string(view.occupancy) +
              " flits";
    });
  }
  return fault;
}

/// What went into a router and did not come out is inside. `in_crossbar`: flits that may be in none of its
/// VCs.
std::string fault_in_flits(const Network& network, const std::vector<MeteredRouter::Meter>& meters,
                           int in_crossbar) {
  for (NodeId node = 0; node < meters.size(); ++node) {
    std::int64_t inside = 0;
    network.router(node).visit_buffers([&](const BufferView& view) { inside += view.occupancy; });
    const std::int64_t missing = meters[node].in - meters[node].out - inside;
    if (missing >= 0 && missing <= in_crossbar) continue;
    return "node " + std::to_string(node) + ": " + std::to_string(missing) + " flits are lost";
  }
  return "";
}

/// Whether the VCs of a router show all flits that are in it: frames show packets, and null packets come
/// and go.
bool shows_flits(const Experiment& experiment) {
  const Design& design = experiment.design;
  const bool nulls =
      design.router.circulating_packets != 0 || experiment.config.find("private_buffer") != std::string::npos;
  return !design.router.derouting || (design.router.packets.flits == 1 && !nulls);
}

/// Flits that may be in a router's crossbar and in none of its VCs.
int crossbar_slots(const Design& design) {
  return design.router.timing.output_depth == 0
             ? design.topology->port_count() * design.router.timing.send_overhead
             : 0;
}

/// Random packets, all created in the first 300 cycles.
std::vector<TraceEntry> random_packets(const Experiment& experiment, std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::Process);
  const TerminalId terminals = experiment.design.topology->terminal_count();
  const auto longest = static_cast<std::uint32_t>(std::min(experiment.design.router.packets.flits, 14));
  std::vector<TraceEntry> packets;
  for (TerminalId n = 0; n < 12 * terminals; ++n) {
    packets.push_back(
        {random.below(terminals),
         {random.below(300), random.below(terminals), 1 + static_cast<int>(random.below(longest))}});
  }
  return packets;
}

/// Hops that the packets must take together: minimal, or up*/down*'s own shortest; of FourQueue's dynamic
/// links only the most is known.
std::uint64_t hops_of(const Design& design, const std::vector<TraceEntry>& packets) {
  const auto* up_down = dynamic_cast<const UpDown*>(design.routing.get());
  const auto* four_queue = dynamic_cast<const FourQueue*>(design.routing.get());
  std::uint64_t hops = 0;
  for (const TraceEntry& entry : packets) {
    const NodeId to = entry.packet.destination;
    hops += static_cast<std::uint64_t>(up_down != nullptr      ? up_down->distance(entry.source, to)
                                       : four_queue != nullptr ? four_queue->distance(entry.source, to)
                                                               : design.distance(entry.source, to));
  }
  return hops;
}

/// VCs that hold more than they say they can. Queues without bound hold what they like.
std::string fault_in_buffers(const Design& design, const Network& network) {
  const bool unbounded = design.router.link_queues && design.router.link_queues->size == 0;
  std::string fault;
  for (NodeId node = 0; node < design.topology->node_count(); ++node) {
    network.router(node).visit_buffers([&](const BufferView& view) {
      if (unbounded && view.buffer.side == Side::Output) return;
      if (view.occupancy > view.capacity) fault = "a buffer of node " + std::to_string(node) + " overflows";
    });
  }
  return fault;
}

/// Sends random packets through the network until all are delivered. Returns the first thing that is wrong.
std::string fault_in_run(const Experiment& network, std::uint64_t seed) {
  const std::vector<TraceEntry> packets = random_packets(network, seed);
  const NodeId nodes = network.design.topology->node_count();
  std::vector<MeteredRouter::Meter> meters(nodes);
  const Experiment experiment =
      with_routers(with_packets(network, packets), [&](NodeId node, std::unique_ptr<RouterCore> core) {
        return std::make_unique<MeteredRouter>(std::move(core), meters[node]);
      });
  FastBench bench(experiment);
  CreditLedger ledger(experiment.design);
  bench.bench.observers.add(&ledger);
  Measurement& measurement = bench.bench.measurement;
  measurement.open_window(0, kNever);
  const PacketLog& log = bench.bench.scoreboard.log();
  const std::size_t all = packets.size();

  for (Cycle now = 0; log.delivered() < all; now += 50) {
    if (now > 100000) return std::to_string(log.pending()) + " packets never arrive";
    try {
      bench.run(50);
    } catch (const std::logic_error& error) {
      return error.what();
    }
    const std::string faults[] = {
        bench.bench.scoreboard.failure(), bench.bench.links.failure(),
        fault_in_buffers(experiment.design, bench),
        shows_flits(experiment) ? fault_in_flits(bench, meters, crossbar_slots(experiment.design)) : "",
        fault_in_credits(experiment.design, bench, ledger)};
    for (const std::string& fault : faults) {
      if (!fault.empty()) return fault;
    }
  }
  bench.run(200);  // The last credits.
  bench.bench.links.check_drained();
  if (!bench.bench.links.failure().empty()) return bench.bench.links.failure();
  std::int64_t inside = 0;
  for (NodeId node = 0; node < nodes; ++node) {
    bench.router(node).visit_buffers(
        [&](const BufferView& view) { inside += view.occupancy + (view.allocated ? 1 : 0); });
  }
  if (inside > network.design.router.circulating_packets) return "something is left in a VC";
  if (log.created() != all || measurement.packet_latency().count() != all)
    return "not as many arrived as were created";
  if (measurement.flits_arrived() != measurement.flits_created()) return "flits are lost";
  const bool may_be_shorter = dynamic_cast<const FourQueue*>(network.design.routing.get()) != nullptr;
  const auto* reversal = dynamic_cast<const DimensionReversal*>(network.design.routing.get());
  const bool may_be_longer = dynamic_cast<const Minimal*>(network.design.routing.get()) != nullptr ||
                             (reversal != nullptr && reversal->misroutes()) ||
                             network.design.routing->routes_by_packet() ||
                             !network.design.routing->stops_at_destination();
  const std::uint64_t hops = hops_of(network.design, packets);
  if ((measurement.hops() > hops && !may_be_longer) || (measurement.hops() < hops && !may_be_shorter))
    return "a path is not the shortest";
  return "";
}

// The properties, on random networks. Twelve networks a test, as each test is a process.

constexpr std::uint64_t kBatch = 12;

class NetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(NetworkProperty, EveryPacketArrivesOnceByAShortestPathAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, NetworkProperty, testing::Range<std::uint64_t>(1, 49, kBatch));

class HypercubeNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(HypercubeNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_hypercube_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, HypercubeNetworkProperty,
                         testing::Range<std::uint64_t>(1, 49, kBatch));

class TurnModelNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(TurnModelNetworkProperty, EveryPacketArrivesOnceByAShortestPathAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_turn_model_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, TurnModelNetworkProperty,
                         testing::Range<std::uint64_t>(1, 49, kBatch));

class OrderedNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OrderedNetworkProperty, EveryPacketArrivesOnceByAShortestPathAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_ordered_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, OrderedNetworkProperty, testing::Range<std::uint64_t>(1, 49, kBatch));

class MisroutingNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MisroutingNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_misrouting_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, MisroutingNetworkProperty,
                         testing::Range<std::uint64_t>(1, 49, kBatch));

/// Hops of one and two cycles.
class ShortHopNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ShortHopNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_short_hop_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (!experiment.design.topology->has_plain_terminals()) continue;  // As below.
    EXPECT_EQ(fault_in_run(experiment, n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ShortHopNetworkProperty,
                         testing::Range<std::uint64_t>(1, 73, kBatch));

/// Whatever matches the ports.
class AllocatorNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(AllocatorNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_allocator_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    // The ledger of credits is for one terminal per node, and the paths of dragonflies are not the shortest.
    if (!experiment.design.topology->has_plain_terminals() || experiment.design.routing_kind == "dragonfly")
      continue;
    EXPECT_EQ(fault_in_run(experiment, n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, AllocatorNetworkProperty,
                         testing::Range<std::uint64_t>(1, 73, kBatch));

/// Whatever matches head flits with output VCs.
class VcAllocatorNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(VcAllocatorNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_vc_allocator_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, VcAllocatorNetworkProperty,
                         testing::Range<std::uint64_t>(1, 73, kBatch));

/// Stages of VC allocation, speculation and bypass.
class StageNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(StageNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_stage_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (!experiment.design.topology->has_plain_terminals() || experiment.design.routing_kind == "dragonfly")
      continue;
    EXPECT_EQ(fault_in_run(experiment, n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, StageNetworkProperty, testing::Range<std::uint64_t>(1, 97, kBatch));

/// Each VC with a depth of its own.
class DepthNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DepthNetworkProperty, EveryPacketArrivesOnceByAPathOfItsRoutingAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_depth_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    if (!experiment.design.topology->has_plain_terminals() || experiment.design.routing_kind == "dragonfly")
      continue;
    EXPECT_EQ(fault_in_run(experiment, n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, DepthNetworkProperty, testing::Range<std::uint64_t>(1, 73, kBatch));

class QueueNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(QueueNetworkProperty, EveryPacketArrivesOnceByAShortestPathAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_queue_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, QueueNetworkProperty, testing::Range<std::uint64_t>(1, 49, kBatch));

class OutputQueuedNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(OutputQueuedNetworkProperty, EveryPacketArrivesOnceAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    const std::string yaml = random_output_queued_experiment(n);
    EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, OutputQueuedNetworkProperty,
                         testing::Range<std::uint64_t>(1, 97, kBatch));

class DeroutingNetworkProperty : public testing::TestWithParam<std::uint64_t> {};

TEST_P(DeroutingNetworkProperty, EveryPacketArrivesOnceAndNothingIsLost) {
  for (std::uint64_t n = GetParam(); n < GetParam() + kBatch; ++n) {
    for (const std::string& yaml : {random_chaos_experiment(n), random_exchange_experiment(n)}) {
      EXPECT_EQ(fault_in_run(experiment_from(yaml), n), "") << yaml;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, DeroutingNetworkProperty,
                         testing::Range<std::uint64_t>(1, 49, kBatch));

std::uint64_t hash_after(const Experiment& experiment, Cycle cycles, bool observed = true) {
  TestBench bench(experiment);
  FastEngine engine(experiment.design, bench.terminals(), observed ? bench.observer() : nullptr);
  while (engine.now() < cycles) engine.step_cycle();
  return bench.measurement.event_hash().value();
}

TEST(NetworkDeterminism, TheSameSeedGivesTheSameDeliveriesWithAndWithoutObservers) {
  for (std::uint64_t n = 1; n <= 20; ++n) {
    const std::string yaml = random_experiment(n);
    const Experiment experiment = experiment_from(yaml);
    const std::uint64_t hash = hash_after(experiment, 400);
    EXPECT_EQ(hash_after(experiment, 400), hash) << yaml;
    EXPECT_EQ(hash_after(experiment_from(yaml), 400, /*observed=*/false), hash) << yaml;
  }
}

TEST(NetworkDeterminism, AnotherSeedGivesOtherDeliveries) {
  for (std::uint64_t n = 1; n <= 20; ++n) {
    const std::string yaml = random_experiment(n);
    std::string other = yaml;
    const std::string seed = "\nseed: " + std::to_string(n) + "\n";
    other.replace(other.find(seed), seed.size(), "\nseed: 4711\n");
    EXPECT_NE(hash_after(experiment_from(yaml), 400), hash_after(experiment_from(other), 400)) << yaml;
  }
}

// Back-pressure.

/// A terminal that returns the credits of its sink when it likes.
class MoodyTerminal final : public Terminal {
 public:
  MoodyTerminal(std::unique_ptr<Terminal> terminal, RandomStream random)
      : terminal_(std::move(terminal)), random_(random) {}

  void reset() override { terminal_->reset(); }
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override {
    const Cycle next = terminal_->step(now, inputs, outputs);
    for_each_bit(VcMask{outputs.credits[0]}, [&](VcId vc) { ++withheld_[static_cast<std::size_t>(vc)]; });
    outputs.credits[0] = 0;
    outputs.credit_ports = 0;
    bool more = false;
    for (VcId vc = 0; vc < kMaxVcs; ++vc) {
      int& withheld = withheld_[static_cast<std::size_t>(vc)];
      if (withheld > 0 && random_.below(8) == 0) {
        outputs.return_credit(0, vc);
        --withheld;
      }
      more |= withheld > 0;
    }
    return more ? now + 1 : next;
  }

 private:
  std::unique_ptr<Terminal> terminal_;
  RandomStream random_;
  std::array<int, kMaxVcs> withheld_{};
};

void expect_delivery_under_back_pressure(std::string (*make_yaml)(std::uint64_t)) {
  for (std::uint64_t n = 100; n < 120; ++n) {
    const std::string yaml = make_yaml(n);
    SCOPED_TRACE("seed of the back-pressure: " + std::to_string(n) + yaml);
    Experiment experiment = experiment_from(yaml);
    const std::vector<TraceEntry> packets = random_packets(experiment, n);
    experiment = with_packets(std::move(experiment), packets);
    TestBench bench(experiment);
    const TerminalFactory plain = bench.terminals();
    const TerminalFactory moody = [&](NodeId node) {
      return std::make_unique<MoodyTerminal>(plain(node), RandomStream(n, node, Purpose::Process));
    };
    FastEngine engine(experiment.design, moody, bench.observer());
    const auto all = [&] { return bench.scoreboard.log().delivered() == packets.size(); };
    while (!all() && engine.now() < 100000) engine.step_cycle();
    EXPECT_TRUE(all()) << bench.scoreboard.log().pending() << " packets are missing";
    for (int cycle = 0; cycle < 1000; ++cycle) engine.step_cycle();
    bench.links.check_drained();
    EXPECT_EQ(bench.scoreboard.failure() + bench.links.failure(), "");
  }
}

TEST(NetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_experiment);
}

TEST(QueueNetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_queue_experiment);
}

TEST(OutputQueuedNetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_output_queued_experiment);
}

TEST(SplitterNetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_splitter_experiment);
}

TEST(ChaosNetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_chaos_experiment);
}

TEST(ExchangeNetworkUnderBackPressure, EveryPacketArrivesThoughTheSinksWithholdCreditsAtRandom) {
  expect_delivery_under_back_pressure(random_exchange_experiment);
}

// The mutants.

constexpr char kTorus[] = R"(
topology: {kind: torus, radix: [4, 3]}
router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 2}
routing: {kind: duato}
traffic: {pattern: uniform, load: 0.1, packet_length: 1}
)";

TEST(NetworkPropertyMutant, EveryFaultOfOneRouterIsFound) {
  const Experiment sound = experiment_from(kTorus);
  EXPECT_EQ(fault_in_run(sound, 1), "");
  for (const Fault fault : kAllFaults) {
    for (const int opportunities : {0, 3, 10}) {
      EXPECT_NE(fault_in_run(with_fault(sound, /*at=*/5, fault, opportunities), 1), "")
          << name_of(fault) << ", after " << opportunities << " opportunities";
    }
  }
}

class QueueRouterMutant : public testing::TestWithParam<std::string> {};

TEST_P(QueueRouterMutant, EveryFaultOfOneRouterIsFound) {
  const Experiment sound = experiment_from("topology: {kind: hypercube, dimensions: 4}\n" + GetParam() +
                                           "\ntraffic: {pattern: uniform, load: 0.1, packet_length: 1}\n");
  EXPECT_EQ(fault_in_run(sound, 1), "");
  for (const Fault fault :
       {Fault::CorruptPayload, Fault::WrongDestination, Fault::LoseCredit, Fault::DuplicateCredit}) {
    for (const int opportunities : {0, 3, 10}) {
      EXPECT_NE(fault_in_run(with_fault(sound, /*at=*/5, fault, opportunities), 1), "")
          << name_of(fault) << ", after " << opportunities << " opportunities";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, QueueRouterMutant,
                         testing::Values("router: {kind: konstantinidou}\nrouting: {kind: three_queue}",
                                         "router: {kind: output_queued}\nrouting: {kind: oblivious}",
                                         "router: {kind: output_queued, virtual_channels: 2, queue_size: 2}\n"
                                         "routing: {kind: two_phase}",
                                         "router: {kind: chaos}\nrouting: {kind: minimal}",
                                         "router: {kind: exchange}\nrouting: {kind: minimal}"));

/// Minimal, but packets leave node 0 by a port that is not, where there is one.
class Detour final : public RoutingFunction {
 public:
  Detour(const Topology& topology, int vcs) : topology_(topology), minimal_(*topology.shape<Grid>(), vcs) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    RouteSet minimal;
    minimal_.route(query, minimal);
    PortMask wrong = query.here == 0 && query.held_port == topology_.terminal_port()
                         ? low_bits<PortMask>(topology_.terminal_port())
                         : PortMask{0};
    for (const RouteChoice& choice : minimal) wrong &= ~bit<PortMask>(choice.port);
    if (wrong != 0) return routes.add(lowest_bit(wrong), 0b100, Preference::Adaptive);
    for (const RouteChoice& choice : minimal) routes.add(choice.port, choice.vcs, choice.preference);
  }
  std::size_t max_choices() const override { return minimal_.max_choices(); }

 private:
  const Topology& topology_;
  Duato minimal_;
};

TEST(NetworkPropertyMutant, ADetourIsFound) {
  Catalogs catalogs = standard_catalogs();
  catalogs.hardware.routings.push_back(
      {"detour", "", [](const ConfigNode&, const Topology& topology, int vcs) {
         return std::make_unique<Detour>(topology, vcs);
       }});
  std::string yaml = kTorus;
  yaml.replace(yaml.find("routing: {kind: duato}"), std::string("routing: {kind: duato}").size(),
               "routing: {kind: detour}");
  ConfigDocument document = ConfigDocument::from_text(yaml, "test.yaml");
  EXPECT_EQ(fault_in_run(read_experiment(document, catalogs), 1), "a path is not the shortest");
}

}  // namespace
}  // namespace switchyard
