#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "hw/design/node_links.h"
#include "hw/router/packet/recirculation.h"
#include "testbench/monitor/watchdog.h"
#include "testbench/regression/router_neighbours.h"
#include "tests/support/chaos_frames.h"
#include "tests/support/hand_made_packets.h"
#include "tests/support/naive_chaos_router.h"
#include "tests/support/random_chaos_experiment.h"
#include "tests/support/router_doubles.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

using Mutant = NaiveChaosRouter::Mutant;

InjectionConfig injection_in(const ConfigNode& root, NodeId nodes) {
  static const std::array<std::string, 4> kPolicies{"competition", "control", "private_buffer", "token"};
  InjectionConfig config;
  config.nodes = nodes;
  const ConfigNode node = root.child("injection");
  if (!node.exists()) return config;
  config.policy = static_cast<InjectionConfig::Policy>(node.choice("policy", kPolicies, 0));
  config.buffers = static_cast<int>(node.integer("buffers", {1, 99}, config.buffers));
  config.tokens = static_cast<int>(node.integer("tokens", {1, 99}, config.tokens));
  config.patience = static_cast<int>(node.integer("patience", {0, 99}, config.patience));
  return config;
}

ChaosConfig config_in(const Experiment& experiment) {
  ConfigDocument document = ConfigDocument::from_text(experiment.config, "test.yaml");
  const ConfigNode router = document.root().child("router");
  static const std::array<std::string, 3> kVariants{"chaos", "priority", "natural"};
  static const std::array<std::string, 2> kEmptyVisits{"free", "counted"};
  ChaosConfig config;
  config.injection = injection_in(document.root(), experiment.design.topology->node_count());
  config.packet_flits = static_cast<int>(router.integer("packet_flits", {1, 99}, 1));
  config.queue_size = static_cast<int>(router.integer("queue_size", {2, 99}, config.queue_size));
  config.visits_per_cycle = static_cast<int>(router.integer("visits_per_cycle", {1, 32}, 1));
  config.variant = static_cast<ChaosConfig::Variant>(router.choice("variant", kVariants, 0));
  config.empty_visits = static_cast<ChaosConfig::EmptyVisits>(router.choice("empty_visits", kEmptyVisits, 0));
  config.injection_buffer = static_cast<int>(router.integer("injection_buffer", {1, 64}, 2));
  config.ejection_buffer = static_cast<int>(router.integer("ejection_buffer", {1, 64}, 2));
  config.arbiter_start = experiment.design.router.arbiter_start;
  return config;
}

std::vector<int> latencies_at(const Topology& topology, NodeId node) {
  std::vector<int> latencies(static_cast<std::size_t>(topology.port_count()), 0);
  for (const Channel& channel : topology.channels()) {
    if (channel.from.node == node) latencies[static_cast<std::size_t>(channel.from.port)] = channel.latency;
  }
  latencies.back() = 1;
  return latencies;
}

std::unique_ptr<RouterCore> naive_at(const Experiment& experiment, NodeId node, Mutant mutant) {
  const Design& design = experiment.design;
  return std::make_unique<NaiveChaosRouter>(
      config_in(experiment), node, latencies_at(*design.topology, node),
      design.half_duplex() ? first_on_links(*design.topology, node, design.router.arbiter_start, design.seed)
                           : std::vector<bool>{},
      design.seed, *design.routing, mutant);
}

/// The same network of routers that are wrong in some way, or in none.
Experiment naively(const Experiment& experiment, Mutant mutant = Mutant::None) {
  Experiment naive = experiment;
  naive.design.make_router = [experiment, mutant](NodeId node) { return naive_at(experiment, node, mutant); };
  return naive;
}

// The router against the loop of the paper.

std::string first_difference(const PortOutputs& a, const PortOutputs& b) {
  if (a.flit_ports != b.flit_ports) return "other ports send";
  if (a.credit_ports != b.credit_ports) return "other ports return credits";
  if (a.request_ports != b.request_ports) return "other ports ask for their link";
  std::string difference;
  for_each_bit(PortMask{a.flit_ports}, [&](PortId p) {
    const auto port = static_cast<std::size_t>(p);
    if (!(a.flits[port] == b.flits[port])) difference = "port " + std::to_string(p) + " sends another packet";
  });
  return difference;
}

/// Makes null packets, and packets that leave one, of some that come over the links.
class NullPackets {
 public:
  NullPackets(const Experiment& experiment, NodeId node, std::uint64_t seed)
      : config_(config_in(experiment).injection), node_(node), random_(seed, node, Purpose::Selection) {}

  PortInputs mix_in(PortInputs inputs, PortMask links) {
    const bool tokens = config_.policy == InjectionConfig::Policy::Token;
    if (!tokens && config_.policy != InjectionConfig::Policy::PrivateBuffer) return inputs;
    for_each_bit(inputs.flit_ports, [&](PortId p) { flits_[index(p)] = inputs.flits[p]; });
    for_each_bit(inputs.flit_ports & links, [&](PortId p) {
      Flit& flit = flits_[index(p)];
      if (!flit.head || random_.below(3) != 0) return;
      const bool own = flit.destination == node_;
      if (flit.tail() && random_.below(2) == 0 && (!own || tokens || under_way_ > 0)) {
        under_way_ -= own;
        flit.packet = kNullPacket;
      } else if (flit.packet % config_.nodes != node_) {
        flit.over_null = true;
      }
    });
    inputs.flits = flits_.data();
    return inputs;
  }
  /// A null packet of this node is under way for each packet that it injects over one.
  void note(const PortOutputs& outputs, PortMask links) {
    for_each_bit(outputs.flit_ports & links, [&](PortId p) {
      const Flit& flit = outputs.flits[index(p)];
      under_way_ += flit.over_null && flit.packet % config_.nodes == node_;
    });
  }

 private:
  static std::size_t index(PortId p) { return static_cast<std::size_t>(p); }

  InjectionConfig config_;
  NodeId node_;
  RandomStream random_;
  int under_way_ = 0;
  std::array<Flit, kMaxPorts> flits_{};
};

class ChaosRouterModel : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ChaosRouterModel, DoesInEveryCycleWhatTheLoopOfThePaperDoes) {
  for (std::uint64_t n = GetParam(); n < GetParam() + 12; ++n) {
    std::string yaml = random_chaos_experiment(n);
    const std::size_t control = yaml.find("injection: {policy: control");
    if (control != std::string::npos) yaml.erase(control, yaml.find('\n', control) - control);
    SCOPED_TRACE(yaml);
    const Experiment experiment = experiment_from(yaml);
    const Design& design = experiment.design;
    const NodeId node = design.topology->node_count() / 2;
    const auto links = low_bits<PortMask>(design.topology->terminal_port());
    const std::unique_ptr<RouterCore> router = design.make_router(node);
    const std::unique_ptr<RouterCore> naive = naive_at(experiment, node, Mutant::None);
    const double load = 0.1 * static_cast<double>(1 + n % 9);
    RouterNeighbours neighbours(design, node, load, design.router.packets.flits, n);
    NullPackets nulls(experiment, node, n);
    RandomStream requests(n, node, Purpose::Process);
    int sent = 0;
    for (int cycle = 0; cycle < 2000; ++cycle) {
      PortInputs inputs = nulls.mix_in(neighbours.next(), links);
      if (design.half_duplex())
        inputs.request_ports = requests.below(1U << 16) & requests.below(1U << 16) & links;
      PortOutputs expected;
      PortOutputs actual;
      expected.clear();
      actual.clear();
      naive->step(inputs, expected);
      router->step(inputs, actual);
      ASSERT_EQ(first_difference(expected, actual), "") << "in cycle " << cycle;
      std::vector<std::pair<int, bool>> buffers;
      naive->visit_buffers([&](const BufferView& v) { buffers.emplace_back(v.occupancy, v.allocated); });
      std::size_t buffer = 0;
      router->visit_buffers([&](const BufferView& view) {
        ASSERT_EQ(buffers.at(buffer++), std::make_pair(view.occupancy, view.allocated))
            << "in cycle " << cycle;
      });
      neighbours.take(actual);
      nulls.note(actual, links);
      sent += actual.flit_ports.count();
    }
    EXPECT_GT(sent, 100);
  }
}

INSTANTIATE_TEST_SUITE_P(RandomDesigns, ChaosRouterModel, testing::Range<std::uint64_t>(1, 61, 12));

// The four frames of a link, and progress.

/// A terminal whose sink keeps each credit for some cycles.
class SlowTerminal final : public Terminal {
 public:
  SlowTerminal(std::unique_ptr<Terminal> terminal, RandomStream random)
      : terminal_(std::move(terminal)), random_(random) {}

  void reset() override { terminal_->reset(); }
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override {
    const Cycle next = terminal_->step(now, inputs, outputs);
    if (outputs.credit_ports != 0) ++withheld_;
    outputs.credits[0] = 0;
    outputs.credit_ports = 0;
    if (withheld_ > 0 && random_.below(6) == 0) {
      outputs.return_credit(0, 0);
      --withheld_;
    }
    return withheld_ > 0 ? now + 1 : next;
  }

 private:
  std::unique_ptr<Terminal> terminal_;
  RandomStream random_;
  int withheld_ = 0;
};

/// What goes wrong within some cycles; `slow`: the terminals refuse packets at times.
std::string fault_in(const Experiment& experiment, Cycle cycles, bool slow) {
  const Design& design = experiment.design;
  TestBench bench(experiment);
  const TerminalFactory plain = bench.terminals();
  const TerminalFactory make = [&](NodeId node) -> std::unique_ptr<Terminal> {
    if (!slow) return plain(node);
    return std::make_unique<SlowTerminal>(plain(node), RandomStream(design.seed, node, Purpose::Process));
  };
  FastEngine engine(design, make, bench.observer());
  std::uint64_t delivered = 0;
  try {
    for (Cycle now = 0; now < cycles; ++now) {
      engine.step_cycle();
      const std::string fault = fault_in_frames(*design.topology, engine);
      if (!fault.empty()) return fault + " in cycle " + std::to_string(now);
      if (now % 500 != 499) continue;
      if (bench.scoreboard.log().delivered() == delivered) return "nothing was delivered in 500 cycles";
      delivered = bench.scoreboard.log().delivered();
    }
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return bench.scoreboard.failure() + bench.links.failure();
}

Experiment overloaded(const std::string& topology, const std::string& router, int seed,
                      const std::string& packet_length = "1", const std::string& injection = "competition") {
  return experiment_from("seed: " + std::to_string(seed) + "\ntopology: {" + topology +
                         "}\nrouter: {kind: chaos, " + router + "}\nrouting: {kind: minimal}\n" +
                         "injection: {policy: " + injection + "}\n" +
                         "traffic: {pattern: uniform, load: 1, packet_length: " + packet_length + "}\n");
}

constexpr Cycle kWatched = kSanitized ? 200 : 1500;

TEST(ChaosProperty, TheFourFramesOfALinkAreNeverAllFull) {
  for (const std::string variant : {"chaos", "priority", "natural"}) {
    for (const std::string topology :
         {"kind: hypercube, dimensions: 4", "kind: torus, radix: [4, 4]", "kind: torus, radix: [3, 5]",
          "kind: mesh, radix: [4, 3]", "kind: torus, radix: [4, 4], link_latency: 3"}) {
      for (const int visits : {1, 4}) {
        for (const bool slow : {false, true}) {
          const std::string router =
              "queue_size: 2, injection_buffer: 1, ejection_buffer: 1, variant: " + variant +
              ", visits_per_cycle: " + std::to_string(visits);
          EXPECT_EQ(fault_in(overloaded(topology, router, visits), kWatched, slow), "")
              << topology << ", " << router << (slow ? ", slow terminals" : "");
          const std::string longer = router + ", packet_flits: 5";
          EXPECT_EQ(fault_in(overloaded(topology, longer, visits, "{min: 1, max: 5}"), kWatched, slow), "")
              << topology << ", " << longer << (slow ? ", slow terminals" : "");
        }
      }
    }
  }
}

bool jams(const std::string& fault) {
  return fault.find("the four frames") == 0 || fault.find("nothing was delivered") == 0;
}

TEST(ChaosPropertyMutant, EveryMutantFillsTheFramesOfALinkOrStops) {
  const std::string router = "queue_size: 2, injection_buffer: 1, ejection_buffer: 1";
  const std::string cube = "kind: hypercube, dimensions: 4";
  const std::string far = cube + ", link_latency: 3";
  EXPECT_EQ(fault_in(naively(overloaded(cube, router, 1)), 3000, true), "");
  EXPECT_EQ(fault_in(naively(overloaded(far, router, 1)), 3000, false), "");
  const auto fault_of = [&](Mutant mutant, const std::string& topology, bool slow) {
    return fault_in(naively(overloaded(topology, router, 1), mutant), 3000, slow);
  };
  EXPECT_PRED1(jams, fault_of(Mutant::ReadsApart, cube, false));
  EXPECT_PRED1(jams, fault_of(Mutant::VisitsUnserved, cube, true));
  EXPECT_PRED1(jams, fault_of(Mutant::InjectsBetween, cube, false));
  EXPECT_PRED1(jams, fault_of(Mutant::EmptiesAtOnce, far, false));
}

TEST(ChaosProperty, TheFourFramesOfALinkAreNeverAllFullWhateverTheDuplexAndThePolicy) {
  for (const std::string topology :
       {"kind: hypercube, dimensions: 4", "kind: torus, radix: [3, 4], link_latency: 2"}) {
    for (const std::string duplex : {"full", "half"}) {
      for (const std::string injection :
           {"competition", "private_buffer, buffers: 2", "token, tokens: 5, patience: 1"}) {
        for (const std::string flits : {"1", "4"}) {
          const Experiment experiment =
              overloaded(topology + ", duplex: " + duplex,
                         "queue_size: 4, injection_buffer: 1, ejection_buffer: 1, packet_flits: 4", 1,
                         "{min: 1, max: " + flits + "}", injection);
          EXPECT_EQ(fault_in(experiment, kWatched, /*slow=*/true), "")
              << topology << ", " << duplex << ", " << injection << ", " << flits << " flits";
        }
      }
    }
  }
}

TEST(ChaosPropertyMutant, AHeadFlitBehindTheTailOfAnotherPacketOverflowsAFrame) {
  const Experiment experiment = overloaded("kind: hypercube, dimensions: 4", "packet_flits: 4", 1, "4");
  EXPECT_EQ(fault_in(naively(experiment), 1000, false), "");
  EXPECT_NE(fault_in(naively(experiment, Mutant::SendsBehindTail), 1000, false).find("overflows"),
            std::string::npos);
}

// Half-duplex links.

/// Cycles in which flits left both ends of a link at once. All links have the same latency.
class CollisionCounter final : public LinkObserver {
 public:
  explicit CollisionCounter(const Topology& topology) : topology_(topology) {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(arrivals.flit_ports & low_bits<PortMask>(topology_.terminal_port()), [&](PortId p) {
      const PortRef here{node, p};
      ++flits_;
      last_[here] = now;
      const auto other = last_.find(topology_.peer(here));
      if (other != last_.end() && other->second == now) ++collisions_;
    });
  }
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  int flits() const { return flits_; }
  int collisions() const { return collisions_; }

 private:
  const Topology& topology_;
  std::map<PortRef, Cycle> last_;
  int flits_ = 0;
  int collisions_ = 0;
};

int collisions_in(const Experiment& experiment) {
  FastBench bench(experiment);
  CollisionCounter counter(*experiment.design.topology);
  bench.bench.observers.add(&counter);
  bench.run(1500);
  EXPECT_GT(counter.flits(), 1000);
  return counter.collisions();
}

TEST(ChaosProperty, AHalfDuplexLinkCarriesOneFlitPerCycleOverBothDirections) {
  for (const std::string latency : {"1", "3"}) {
    for (const std::string flits : {"1", "4"}) {
      const auto network = [&](const std::string& duplex) {
        return overloaded("kind: torus, radix: [4, 4], link_latency: " + latency + ", duplex: " + duplex,
                          "packet_flits: 4, visits_per_cycle: 2", 1, flits);
      };
      EXPECT_EQ(collisions_in(network("half")), 0);
      EXPECT_GT(collisions_in(network("full")), 0) << "or the test sees nothing";
      EXPECT_GT(collisions_in(naively(network("half"), Mutant::IgnoresGrants)), 0);
    }
  }
}

// Recirculation.

/// All packets of a burst, to random destinations.
std::vector<TraceEntry> burst(NodeId nodes, NodeId per_node, std::uint32_t cycles, std::uint64_t seed) {
  RandomStream random(seed, 0, Purpose::Process);
  std::vector<TraceEntry> packets;
  for (NodeId n = 0; n < per_node * nodes; ++n) {
    const NodeId source = random.below(nodes);
    const Cycle created = random.below(cycles);
    packets.push_back({source, {created, random.below(nodes), 1}});
  }
  return packets;
}

/// Null packets in the network: in the cycle after the look, those on the links arrive.
class NullCounter final : public LinkObserver {
 public:
  void at_router(Cycle, NodeId, const PortInputs& arrivals) override {
    for_each_bit(PortMask{arrivals.flit_ports},
                 [&](PortId p) { arrived += arrivals.flits[p].packet == kNullPacket; });
  }
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  int arrived = 0;
};

/// After all packets of a burst have been delivered, over links of one cycle.
int tokens_left(const Experiment& network) {
  const Experiment with_burst =
      with_packets(network, burst(network.design.topology->node_count(), 60, 100, 1));
  FastBench bench(with_burst);
  NullCounter nulls;
  bench.bench.observers.add(&nulls);
  EXPECT_TRUE(bench.drain(100000));
  bench.run(10);
  int inside = 0;
  for (NodeId node = 0; node < network.design.topology->node_count(); ++node) {
    bench.router(node).visit_buffers([&](const BufferView& view) { inside += view.occupancy; });
  }
  nulls.arrived = 0;
  bench.run(1);
  return inside + nulls.arrived;
}

TEST(ExchangeProperty, NoTokenIsLostOrMade) {
  for (const std::string tokens : {"1", "6", "16"}) {
    const Experiment network = experiment_from(
        "topology: {kind: hypercube, dimensions: 4}\nrouter: {kind: exchange}\nrouting: {kind: minimal}\n"
        "injection: {policy: token, patience: 1, tokens: " +
        tokens + "}\ntraffic: {pattern: uniform, load: 1, packet_length: 1}\n");
    EXPECT_EQ(tokens_left(network), std::stoi(tokens));
  }
}

TEST(ChaosProperty, NoTokenIsLostOrMade) {
  for (const std::string tokens : {"1", "6", "16"}) {
    const Experiment network = overloaded("kind: hypercube, dimensions: 4", "queue_size: 3", 1, "1",
                                          "token, patience: 1, tokens: " + tokens);
    EXPECT_EQ(tokens_left(network), std::stoi(tokens));
    EXPECT_LT(tokens_left(naively(network, Mutant::ForgetsNull)), std::stoi(tokens));
  }
}

/// Packets of the source of which the fewest arrive, in a mesh whose routes crowd around some nodes.
std::uint64_t packets_of_the_least(const std::string& router, const std::string& injection,
                                   Mutant mutant = Mutant::None) {
  const Experiment experiment =
      experiment_from("topology: {kind: mesh, radix: [4, 4, 4]}\nrouter: {kind: " + router +
                      "}\nrouting: {kind: minimal}\n"
                      "injection: {policy: " +
                      injection +
                      "}\n"
                      "traffic: {pattern: bit_reversal, load: 1, packet_length: 1}\n");
  FastBench bench(mutant == Mutant::None ? experiment : naively(experiment, mutant));
  bench.run(1000);
  bench.bench.measurement.open_window(1000, 6000);
  bench.run(5000);
  std::uint64_t least = ~std::uint64_t{0};
  for (NodeId node = 0; node < 64; ++node) {
    if (bench.bench.measurement.nodes()[node].created == 0) continue;
    least = std::min(least, bench.bench.measurement.window_flits_by_source()[node]);
  }
  return least;
}

TEST(ChaosProperty, ASourceThatStarvesInCompetitionDoesNotWithAnyOtherPolicy) {
  if (kSanitized) GTEST_SKIP() << "long, and what it runs the tests of tokens run, too";
  for (const std::string router : {"chaos", "exchange"}) {
    EXPECT_LT(packets_of_the_least(router, "competition"), 10U);
    EXPECT_GT(packets_of_the_least(router, "private_buffer"), 40U);
    EXPECT_GT(packets_of_the_least(router, "token, tokens: 16"), 20U);
    EXPECT_GT(packets_of_the_least(router, "control"), 500U);
  }
  EXPECT_LT(packets_of_the_least("chaos", "private_buffer", Mutant::KeepsNothing), 10U);
}

// Deroutes, counted hop by hop.

/// Hops that do not bring a packet nearer, and how far the distances went up and down again.
class DerouteCounter final : public LinkObserver {
 public:
  explicit DerouteCounter(const Design& design) : design_(design) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(PortMask{arrivals.flit_ports}, [&](PortId p) {
      if (p == design_.topology->terminal_port()) return;
      const Flit& flit = arrivals.flits[p];
      const NodeId from = design_.topology->peer({node, p}).node;
      const int before = design_.distance(from, flit.destination);
      const int after = design_.distance(node, flit.destination);
      extra_hops_[flit.packet] += 1 - (before - after);
      if (after >= before) ++deroutes_[flit.packet];
    });
  }
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  int extra_hops() const { return sum(extra_hops_); }
  int most_extra_hops() const { return most(extra_hops_); }
  int deroutes() const { return sum(deroutes_); }

 private:
  static int sum(const std::map<PacketId, int>& counts) {
    int all = 0;
    for (const auto& [id, count] : counts) all += count;
    return all;
  }
  static int most(const std::map<PacketId, int>& counts) {
    int largest = 0;
    for (const auto& [id, count] : counts) largest = std::max(largest, count);
    return largest;
  }

  const Design& design_;
  std::map<PacketId, int> extra_hops_;
  std::map<PacketId, int> deroutes_;
};

TEST(ChaosProperty, MisroutesAreTheHopsThatAnIndependentCountFinds) {
  for (const std::string topology : {"kind: hypercube, dimensions: 5", "kind: torus, radix: [5, 5]"}) {
    const Experiment network = overloaded(topology, "queue_size: 3", 3);
    const NodeId nodes = network.design.topology->node_count();
    const Experiment experiment = with_packets(network, burst(nodes, 60, 50, 1));
    FastBench bench(experiment);
    DerouteCounter counter(experiment.design);
    bench.bench.observers.add(&counter);
    bench.bench.measurement.open_window(0, kNever);
    ASSERT_TRUE(bench.drain(100000));
    const Measurement& measurement = bench.bench.measurement;
    EXPECT_EQ(measurement.misroutes(), static_cast<std::uint64_t>(counter.extra_hops()));
    EXPECT_EQ(measurement.most_misroutes(), counter.most_extra_hops());
    EXPECT_GT(counter.deroutes(), 0);
    if (network.design.topology->kind() == "hypercube") {
      EXPECT_EQ(counter.extra_hops(), 2 * counter.deroutes());
    }
  }
}

/// Several visits may inject in one cycle; the terminal is told of one packet per cycle.
TEST(ChaosProperty, EveryCreditComesHome) {
  for (const char* const router : {"kind: chaos, visits_per_cycle: 4", "kind: chaos, visits_per_cycle: 1",
                                   "kind: chaos, visits_per_cycle: 4, empty_visits: counted",
                                   "kind: chaos, packet_flits: 4", "kind: exchange"}) {
    const Experiment experiment = experiment_from(
        std::string("topology: {kind: hypercube, dimensions: 4}\nrouter: {") + router +
        "}\nrouting: {kind: minimal}\n"
        "workload: {kind: static, packets_per_node: 32, pattern: uniform, packet_length: 1}\n");
    FastBench bench(experiment);
    ASSERT_TRUE(bench.drain(10000)) << router;
    bench.run(100);
    bench.bench.links.check_drained();
    EXPECT_EQ(bench.bench.links.failure(), "") << router;
  }
}

TEST(ChaosProperty, NothingIsDeroutedAtLightLoad) {
  for (const std::string variant : {"chaos", "priority", "natural"}) {
    for (const std::string topology : {"kind: hypercube, dimensions: 6", "kind: torus, radix: [6, 6]"}) {
      const Experiment network = overloaded(topology, "variant: " + variant, 5);
      const NodeId nodes = network.design.topology->node_count();
      const Experiment experiment = with_packets(network, burst(nodes, 40, 4000, 2));
      FastBench bench(experiment);
      bench.bench.measurement.open_window(0, kNever);
      ASSERT_TRUE(bench.drain(100000));
      EXPECT_EQ(bench.bench.measurement.misroutes(), 0U) << variant << ", " << topology;
    }
  }
}

TEST(ChaosProperty, AMillionHopsBeyondSaturationWithoutADeadlock) {
  constexpr std::uint64_t kHops = kSanitized ? 100'000 : 1'000'000;
  for (const std::string variant : {"chaos", "priority", "natural"}) {
    const Experiment experiment = overloaded("kind: hypercube, dimensions: 6",
                                             "queue_size: 2, visits_per_cycle: 2, variant: " + variant, 1);
    FastBench bench(experiment);
    Watchdog watchdog(experiment.design, 2000);
    for (Cycle now = 500; bench.bench.links.flit_hops() < kHops; now += 500) {
      bench.run(500);
      if (now >= watchdog.next_look()) watchdog.look(now, bench);
      ASSERT_FALSE(watchdog.deadlock()) << variant;
    }
    EXPECT_EQ(bench.bench.scoreboard.failure() + bench.bench.links.failure(), "");
  }
}

// Livelock: the oldest packet in the network never makes a hop in vain.

class OldestWatcher final : public LinkObserver {
 public:
  OldestWatcher(const Design& design, Scoreboard& packets) : design_(design), packets_(packets) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(PortMask{arrivals.flit_ports}, [&](PortId p) {
      const Flit& flit = arrivals.flits[p];
      if (p == design_.topology->terminal_port()) {
        inside_.insert({packets_.record(flit.packet).created, flit.packet});
        created_[flit.packet] = packets_.record(flit.packet).created;
        return;
      }
      if (inside_.begin()->second != flit.packet) return;
      const NodeId from = design_.topology->peer({node, p}).node;
      ++hops_;
      if (design_.distance(node, flit.destination) >= design_.distance(from, flit.destination)) ++in_vain_;
    });
  }
  void at_terminal(Cycle, NodeId, const PortInputs& arrivals) override {
    if (arrivals.flit_ports == 0) return;
    const PacketId packet = arrivals.flits[0].packet;
    inside_.erase({created_.at(packet), packet});
    created_.erase(packet);
  }

  int hops() const { return hops_; }
  int in_vain() const { return in_vain_; }

 private:
  const Design& design_;
  Scoreboard& packets_;
  std::map<PacketId, Cycle> created_;
  std::set<std::pair<Cycle, PacketId>> inside_;
  int hops_ = 0;
  int in_vain_ = 0;
};

int hops_in_vain_of_the_oldest(const std::string& topology, const std::string& router) {
  const Experiment experiment =
      experiment_from("topology: {" + topology + "}\nrouter: {" + router + "}\nrouting: {kind: minimal}\n" +
                      "traffic: {pattern: uniform, load: 0.9, packet_length: 1}\n");
  FastBench bench(experiment);
  OldestWatcher watcher(experiment.design, bench.bench.scoreboard);
  bench.bench.observers.add(&watcher);
  bench.run(kSanitized ? 1500 : 6000);
  EXPECT_GT(watcher.hops(), kSanitized ? 75 : 300) << topology << ", " << router;
  return watcher.in_vain();
}

TEST(ChaosProperty, ByAgeTheOldestPacketIsNeverSentTheWrongWay) {
  for (const std::string topology : {"kind: hypercube, dimensions: 5", "kind: torus, radix: [5, 4]"}) {
    for (const std::string visits : {"1", "4"}) {
      const std::string chaos = "kind: chaos, queue_size: 2, visits_per_cycle: " + visits;
      EXPECT_EQ(hops_in_vain_of_the_oldest(topology, chaos + ", variant: priority"), 0);
      EXPECT_GT(hops_in_vain_of_the_oldest(topology, chaos + ", variant: chaos"), 0)
          << "or the test sees nothing";
    }
    EXPECT_EQ(hops_in_vain_of_the_oldest(topology, "kind: exchange, priority: age"), 0);
    EXPECT_GT(hops_in_vain_of_the_oldest(topology, "kind: exchange, priority: none"), 0);
  }
}

}  // namespace
}  // namespace switchyard
