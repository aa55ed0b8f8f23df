#include "testbench/wave/wave_probe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/config/config_node.h"
#include "hw/design/read/read_design.h"
#include "testbench/monitor/observer_list.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/traffic/network_interface.h"
#include "testbench/wave/port_names.h"
#include "tests/support/fst_round_trip.h"
#include "tests/support/needs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/vcd_reader.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

/// A few short packets per node, to places at random, and then no more.
class FewPackets final : public PacketSource {
 public:
  explicit FewPackets(NodeId nodes) : sent_(nodes, 0) {
    for (NodeId node = 0; node < nodes; ++node) random_.emplace_back(7, node, Purpose::Process);
  }
  bool next(NodeId source, PacketRequest& request) override {
    if (sent_[source] == 25) return false;
    RandomStream& random = random_[source];
    request.created = 6 * Cycle{sent_[source]++} + random.below(6);
    const auto nodes = static_cast<std::uint32_t>(sent_.size());
    request.destination = (source + 1 + random.below(nodes - 1)) % nodes;
    request.flits = static_cast<std::uint16_t>(1 + random.below(6));
    return true;
  }
  bool finite() const override { return true; }

 private:
  std::vector<std::uint32_t> sent_;
  std::vector<RandomStream> random_;
};

struct NoListener final : DeliveryListener {
  void on_created(NodeId, const PacketRecord&) override {}
  void on_flits(NodeId, NodeId, std::uint64_t) override {}
  void on_delivered(PacketId, NodeId, const PacketRecord&, Cycle) override {}
};

/// Where something arrives: port 0 of a terminal, or a port of a router.
struct Pin {
  bool terminal;
  NodeId node;
  PortId port;
  friend auto operator<=>(const Pin&, const Pin&) = default;
};
struct Arrival {
  Flit flit;
  VcMask credits = 0;
  bool request = false;
};

/// Keeps all that arrives, by place and cycle.
class Journal final : public LinkObserver {
 public:
  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    note(now, false, node, arrivals);
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    note(now, true, node, arrivals);
  }

  const std::map<Cycle, Arrival>& at(const Pin& pin) { return arrivals_[pin]; }
  Arrival at(const Pin& pin, Cycle cycle) {
    const auto found = arrivals_[pin].find(cycle);
    return found == arrivals_[pin].end() ? Arrival{} : found->second;
  }

 private:
  void note(Cycle now, bool terminal, NodeId node, const PortInputs& arrivals) {
    const auto note_at = [&](PortId port) -> Arrival& { return arrivals_[Pin{terminal, node, port}][now]; };
    for_each_bit(arrivals.flit_ports, [&](PortId p) { note_at(p).flit = arrivals.flits[p]; });
    for_each_bit(arrivals.credit_ports, [&](PortId p) { note_at(p).credits = arrivals.credits[p]; });
    for_each_bit(arrivals.request_ports, [&](PortId p) { note_at(p).request = true; });
  }

  std::map<Pin, std::map<Cycle, Arrival>> arrivals_;
};

/// A network that runs until all is delivered, and then a little longer.
class SmallNetwork final : public Network {
 public:
  explicit SmallNetwork(const std::string& yaml) {
    ConfigDocument document = ConfigDocument::from_text(yaml, "test.yaml");
    std::optional<Design> read = read_design(document.root(), standard_catalog());
    document.finish();
    design_ = *std::move(read);
  }

  /// Runs with `probe` and `others`; returns the number of cycles.
  Cycle run(WaveProbe& probe, const std::vector<LinkObserver*>& others = {}) {
    return run({&probe}, others, [&](Cycle now) { probe.end_cycle(now, *this); });
  }
  Cycle run(const std::vector<LinkObserver*>& observers, const std::vector<LinkObserver*>& others,
            const std::function<void(Cycle)>& end_cycle) {
    const NodeId nodes = design_.topology->node_count();
    NoListener listener;
    Scoreboard scoreboard(nodes, design_.router.terminal.virtual_channels, listener);
    FewPackets source(nodes);
    ObserverList list;
    for (LinkObserver* observer : observers) list.add(observer);
    for (LinkObserver* observer : others) list.add(observer);
    const TerminalFactory interfaces = [&](NodeId node) {
      return std::make_unique<NetworkInterface>(node, design_.router.terminal, source, scoreboard);
    };
    FastEngine engine(design_, interfaces, &list);
    engine_ = &engine;
    constexpr Cycle kSettle = 30;  // Until the last credits are home.
    Cycle quiet = 0;
    while (quiet < kSettle && engine.now() < 5000) {
      const Cycle now = engine.now();
      engine.step_cycle();
      end_cycle(now);
      quiet = now > 200 && scoreboard.log().pending() == 0 ? quiet + 1 : 0;
    }
    EXPECT_EQ(scoreboard.failure(), "");
    EXPECT_EQ(scoreboard.log().pending(), 0u);
    engine_ = nullptr;
    return engine.now();
  }

  const RouterCore& router(NodeId node) const override { return engine_->router(node); }
  const Design& design() const { return design_; }
  const Topology& topology() const { return *design_.topology; }

  Pin far_end(NodeId node, PortId port) const {
    if (port == topology().terminal_port()) return {true, node, 0};
    const PortRef& peer = topology().peer({node, port});
    return {false, peer.node, peer.port};
  }
  Cycle latency(NodeId node, PortId port) const {
    if (port == topology().terminal_port()) return 1;
    return static_cast<Cycle>(
        topology().channels()[static_cast<std::size_t>(topology().channel_from({node, port}))].latency);
  }

 private:
  Design design_;
  const FastEngine* engine_ = nullptr;
};

/// The project's clock: 1 ns, the first edge at 0.5 ns, two edges in reset.
std::uint64_t edge_of(Cycle cycle) { return 500 + 1000 * (cycle + 2); }
/// When to look for what a cycle samples, and for what it leaves behind.
std::uint64_t before(Cycle cycle) { return edge_of(cycle) - 1; }
std::uint64_t after(Cycle cycle) { return edge_of(cycle); }

std::string port_path(const SmallNetwork& network, NodeId node, PortId port) {
  return "network.router_" + std::to_string(node) + ".port_" +
         port_names(network.topology(), node)[static_cast<std::size_t>(port)];
}

/// What a flit did in one router, put together from what crossed the links around it.
struct Stay {
  BufferRef input;
  BufferRef output;
  Flit flit;
  Cycle arrived;
  Cycle left_input;  ///< Its credit left in that cycle.
  Cycle sent;
};

std::vector<Stay> stays_at(const SmallNetwork& network, Journal& journal, NodeId node) {
  struct Exit {
    BufferRef buffer;
    Cycle sent;
  };
  std::map<std::pair<PacketId, int>, Exit> exits;
  std::map<BufferRef, std::vector<Cycle>> departures;
  for (PortId port = 0; port < network.topology().port_count(); ++port) {
    const bool open = port != network.topology().terminal_port() && network.topology().is_open({node, port});
    if (open) continue;
    const Cycle latency = network.latency(node, port);
    for (const auto& [cycle, arrival] : journal.at(network.far_end(node, port))) {
      if (arrival.flit.valid()) {
        exits[{arrival.flit.packet, arrival.flit.remaining}] = {{Side::Output, port, arrival.flit.vc},
                                                                cycle - latency};
      }
      for_each_bit(arrival.credits, [&, at = cycle](VcId vc) {
        departures[{Side::Input, port, vc}].push_back(at - latency);
      });
    }
  }
  std::vector<Stay> stays;
  std::map<BufferRef, std::size_t> passed;
  for (PortId port = 0; port < network.topology().port_count(); ++port) {
    for (const auto& [cycle, arrival] : journal.at({false, node, port})) {
      if (!arrival.flit.valid()) continue;
      const BufferRef buffer{Side::Input, port, arrival.flit.vc};
      const Exit& exit = exits.at({arrival.flit.packet, arrival.flit.remaining});
      stays.push_back(
          {buffer, exit.buffer, arrival.flit, cycle, departures[buffer].at(passed[buffer]++), exit.sent});
    }
  }
  for (const auto& [buffer, cycles] : departures) EXPECT_EQ(cycles.size(), passed[buffer]);
  return stays;
}

/// All z: there is no flit, and no packet 0 either.
std::string nothing(const VcdDump& dump, const std::string& wire) {
  return std::string(static_cast<std::size_t>(dump.variable(wire).width), 'z');
}

void expect_bundle(const VcdDump& dump, const std::string& path, Cycle cycle, const Arrival& arrival,
                   bool half_duplex) {
  const Flit& flit = arrival.flit;
  const std::map<std::string, std::uint64_t> fields{
      {"vc", flit.vc},         {"head", flit.head},           {"tail", flit.tail()},
      {"packet", flit.packet}, {"remaining", flit.remaining}, {"destination", flit.destination}};
  ASSERT_EQ(dump.number(path + ".valid", before(cycle)), std::uint64_t{flit.valid()})
      << path << ", " << cycle;
  ASSERT_EQ(dump.number(path + ".credit", before(cycle)), arrival.credits) << path << ", " << cycle;
  for (const auto& [name, value] : fields) {
    const std::string wire = path + "." + name;
    if (flit.valid()) {
      ASSERT_EQ(dump.number(wire, before(cycle)), value) << wire << ", cycle " << cycle;
    } else {
      ASSERT_EQ(dump.bits(wire, before(cycle)), nothing(dump, wire)) << wire << ", cycle " << cycle;
    }
  }
  ASSERT_EQ(dump.has(path + ".request"), half_duplex);
  if (half_duplex) {
    ASSERT_EQ(dump.number(path + ".request", before(cycle)), std::uint64_t{arrival.request}) << path;
  }
}

/// Every link of the node, both ways, in every cycle of the window.
void expect_links(const SmallNetwork& network, Journal& journal, const VcdDump& dump, NodeId node, Cycle from,
                  Cycle to) {
  const bool half = network.design().half_duplex();
  for (PortId port = 0; port < network.topology().port_count(); ++port) {
    if (port != network.topology().terminal_port() && network.topology().is_open({node, port})) continue;
    const std::string path = port_path(network, node, port);
    for (Cycle cycle = from; cycle <= to; ++cycle) {
      ASSERT_NO_FATAL_FAILURE(
          expect_bundle(dump, path + ".in", cycle, journal.at({false, node, port}, cycle), half));
      ASSERT_NO_FATAL_FAILURE(
          expect_bundle(dump, path + ".out", cycle, journal.at(network.far_end(node, port), cycle), half));
    }
  }
}

std::string buffer_path(const SmallNetwork& network, NodeId node, const BufferRef& buffer) {
  return port_path(network, node, buffer.port) + ".vc_" + std::to_string(buffer.vc) +
         (buffer.side == Side::Input ? ".input_" : ".output_");
}

/// Every VC of the node in every cycle of the window, against the stays of the flits that it held.
void expect_buffers(const SmallNetwork& network, Journal& journal, const VcdDump& dump, NodeId node,
                    Cycle from, Cycle to) {
  const std::vector<Stay> stays = stays_at(network, journal, node);
  const bool queued_output = dump.has(
      buffer_path(network, node, {Side::Output, network.topology().terminal_port(), 0}) + "allocated");
  for (Cycle cycle = from; cycle <= to; ++cycle) {
    struct Expected {
      std::uint64_t occupancy = 0;
      const Stay* front = nullptr;
      bool in_passage = false;  ///< A packet's head flit has moved on, its tail has not.
    };
    std::map<BufferRef, Expected> buffers;
    std::map<std::pair<BufferRef, PacketId>, const Stay*>
        last_gone;  // The last flit of a packet to leave its input VC.
    for (const Stay& stay : stays) {
      if (stay.arrived <= cycle && cycle < stay.left_input) {
        Expected& buffer = buffers[stay.input];
        ++buffer.occupancy;
        if (buffer.front == nullptr || stay.arrived < buffer.front->arrived) buffer.front = &stay;
      }
      if (stay.left_input <= cycle && cycle < stay.sent) {
        Expected& buffer = buffers[stay.output];
        ++buffer.occupancy;
        if (buffer.front == nullptr || stay.left_input < buffer.front->left_input) buffer.front = &stay;
      }
      if (stay.left_input <= cycle) last_gone[{stay.input, stay.flit.packet}] = &stay;
    }
    for (const auto& [key, stay] : last_gone) {
      if (!stay->flit.tail()) buffers[stay->input].in_passage = buffers[stay->output].in_passage = true;
    }
    std::uint64_t allocated_inputs = 0;
    std::uint64_t allocated_outputs = 0;
    for (PortId port = 0; port < network.topology().port_count(); ++port) {
      if (port != network.topology().terminal_port() && network.topology().is_open({node, port})) continue;
      for (VcId vc = 0; vc < network.design().router.terminal.virtual_channels; ++vc) {
        for (const Side side : {Side::Input, Side::Output}) {
          if (side == Side::Output && !queued_output) continue;
          const BufferRef ref{side, port, vc};
          const Expected& buffer = buffers[ref];
          const std::string path = buffer_path(network, node, ref);
          ASSERT_EQ(dump.number(path + "occupancy", after(cycle)), buffer.occupancy)
              << path << ", cycle " << cycle;
          if (buffer.front != nullptr) {
            ASSERT_EQ(dump.number(path + "packet", after(cycle)), buffer.front->flit.packet) << path << cycle;
          } else {
            ASSERT_EQ(dump.bits(path + "packet", after(cycle)), nothing(dump, path + "packet"))
                << path << cycle;
          }
          const std::uint64_t allocated = dump.number(path + "allocated", after(cycle)).value();
          if (buffer.in_passage) {
            ASSERT_EQ(allocated, 1u) << path << ", cycle " << cycle;
          }
          if (side == Side::Input && !buffer.in_passage && buffer.occupancy == 0) {
            ASSERT_EQ(allocated, 0u) << path << ", cycle " << cycle;
          }
          (side == Side::Input ? allocated_inputs : allocated_outputs) += allocated;
        }
      }
    }
    if (queued_output) {
      ASSERT_EQ(allocated_inputs, allocated_outputs) << "node " << node << ", cycle " << cycle;
    }
  }
}

struct Kind {
  const char* name;
  const char* yaml;
};
constexpr std::array<Kind, 5> kKinds{{
    {"Torus",
     "topology: {kind: torus, radix: [3, 3]}\n"
     "router: {kind: duato, virtual_channels: 3, input_depth: 3, output_depth: 2}\n"
     "routing: {kind: duato}\n"},
    {"MeshOfLongLinks",
     "topology: {kind: mesh, radix: [3, 2], link_latency: 3}\n"
     "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 4, t_crossbar: 2}\n"
     "routing: {kind: duato}\n"},
    {"InputQueuedHypercube",
     "topology: {kind: hypercube, dimensions: 3}\n"
     "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 0}\n"
     "routing: {kind: duato}\n"},
    {"CustomGraph",
     "topology: {kind: custom, nodes: 4, links: [[0, 1], [1, 2, 2], [2, 0], [1, 2, 5], [3, 2]]}\n"
     "router: {kind: duato, virtual_channels: 2, input_depth: 4, output_depth: 1}\n"
     "routing: {kind: up_down}\n"},
    {"HalfDuplexTorus",
     "topology: {kind: torus, radix: [4, 2], duplex: half}\n"
     "router: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: 2}\n"
     "routing: {kind: duato}\n"},
}};

class WaveProbeOn : public testing::TestWithParam<Kind> {
 protected:
  WaveProbeOn() : network_(GetParam().yaml) {}

  /// Runs the network with a probe and the journal; returns what the probe wrote.
  VcdDump dump(WaveOptions options = {}) {
    options.file = file();
    WaveProbe probe(network_.design(), options);
    cycles_ = network_.run(probe, {&journal_});
    probe.close();
    return VcdDump::read(file());
  }
  std::filesystem::path file() const { return folder_ / "waves.vcd"; }

  TemporaryFolder folder_;
  SmallNetwork network_;
  Journal journal_;
  Cycle cycles_ = 0;
};

TEST_P(WaveProbeOn, ShowsOnEveryLinkWhatArrives) {
  const VcdDump waves = dump();
  for (NodeId node = 0; node < network_.topology().node_count(); ++node) {
    ASSERT_NO_FATAL_FAILURE(expect_links(network_, journal_, waves, node, 0, cycles_ - 1));
  }
}

TEST_P(WaveProbeOn, ShowsInEveryVcTheFlitsThatCameAndHaveNotLeft) {
  const VcdDump waves = dump();
  for (NodeId node = 0; node < network_.topology().node_count(); ++node) {
    ASSERT_NO_FATAL_FAILURE(expect_buffers(network_, journal_, waves, node, 0, cycles_ - 1));
  }
}

TEST_P(WaveProbeOn, ShowsTheSameInAWindowOfSomeNodes) {
  constexpr Cycle kFrom = 50;
  constexpr Cycle kTo = 120;
  const VcdDump waves = dump({.file = {}, .nodes = {2, 1, 2}, .from = kFrom, .to = kTo});
  std::set<std::string> routers;
  for (const std::string& scope : waves.scopes) {
    if (std::count(scope.begin(), scope.end(), '.') == 1) routers.insert(scope);
  }
  EXPECT_EQ(routers, (std::set<std::string>{"network.router_1", "network.router_2"}));
  EXPECT_EQ(waves.times.front(), edge_of(kFrom - 1));
  EXPECT_EQ(waves.times.back(), edge_of(kTo) + 500);
  for (const NodeId node : {1U, 2U}) {
    ASSERT_NO_FATAL_FAILURE(expect_links(network_, journal_, waves, node, kFrom, kTo));
    ASSERT_NO_FATAL_FAILURE(expect_buffers(network_, journal_, waves, node, kFrom, kTo));
  }
}

TEST_P(WaveProbeOn, SaysSoWhereItCannotKnow) {
  const VcdDump waves = dump({.file = {}, .nodes = {1}, .from = 50, .to = 120});
  const std::string port = port_path(network_, 1, network_.topology().terminal_port());
  EXPECT_EQ(waves.bits(port + ".vc_0.input_occupancy", before(50)), std::string(16, 'x'));
  EXPECT_EQ(waves.bits(port + ".in.valid", before(120)).find('x'), std::string::npos);
  EXPECT_EQ(waves.bits(port + ".in.valid", after(120)), "x");
  EXPECT_EQ(waves.bits(port + ".out.packet", after(120)), std::string(32, 'x'));
}

TEST_P(WaveProbeOn, MeansTheSameToGtkwavesTools) {
  const VcdDump waves = dump();
  const std::optional<VcdDump> back = fst_round_trip(file());
  NEEDS(back, "vcd2fst or fst2vcd");
  EXPECT_EQ(back->timescale, waves.timescale);
  EXPECT_EQ(back->scopes, waves.scopes);
  ASSERT_EQ(back->variables.size(), waves.variables.size());
  for (const auto& [name, variable] : waves.variables) ASSERT_EQ(back->variable(name), variable) << name;
}

INSTANTIATE_TEST_SUITE_P(Networks, WaveProbeOn, testing::ValuesIn(kKinds),
                         [](const testing::TestParamInfo<Kind>& kind) {
                           return std::string(kind.param.name);
                         });

std::string small(const std::string& topology, int output_depth = 2) {
  return "topology: " + topology +
         "\nrouter: {kind: duato, virtual_channels: 3, input_depth: 4, output_depth: " +
         std::to_string(output_depth) + "}\nrouting: {kind: up_down}\n";
}

class WaveProbeTest : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "waves.vcd"; }
  TemporaryFolder folder_;
  SmallNetwork network_{kKinds[0].yaml};
};

TEST_F(WaveProbeTest, TicksOnceANanosecondAndResetsForTwoEdges) {
  WaveProbe probe(network_.design(), {file(), {0}, 0, 20});
  network_.run(probe);
  probe.close();
  const VcdDump waves = VcdDump::read(file());
  EXPECT_EQ(waves.timescale, "1 ps");
  const auto& clk = waves.variable("network.clk").changes;
  ASSERT_EQ(clk.size(), 2u * 23u + 1u);  // Two edges in reset and 21 cycles.
  for (std::size_t i = 0; i < clk.size(); ++i) {
    EXPECT_EQ(clk[i], (std::pair<std::uint64_t, std::string>(500 * i, i % 2 == 0 ? "0" : "1")));
  }
  using Changes = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(waves.variable("network.rst_n").changes, (Changes{{0, "0"}, {2000, "1"}}));
  EXPECT_EQ(waves.bits("network.cycle", 2499), std::string(32, 'x'));
  for (Cycle cycle = 0; cycle <= 20; ++cycle)
    EXPECT_EQ(waves.number("network.cycle", 2500 + 1000 * cycle), cycle);
}

TEST_F(WaveProbeTest, TicksThroughALaterWindow) {
  WaveProbe probe(network_.design(), {file(), {0}, 30, 32});
  network_.run(probe);
  probe.close();
  const VcdDump waves = VcdDump::read(file());
  using Changes = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(waves.variable("network.clk").changes, (Changes{{31500, "1"},
                                                            {32000, "0"},
                                                            {32500, "1"},
                                                            {33000, "0"},
                                                            {33500, "1"},
                                                            {34000, "0"},
                                                            {34500, "1"},
                                                            {35000, "0"}}));
  EXPECT_EQ(waves.variable("network.rst_n").changes, (Changes{{31500, "1"}}));
  EXPECT_EQ(waves.number("network.cycle", 31500), 29u);
  EXPECT_EQ(waves.number("network.cycle", 34500), 32u);
}

/// Hands on what it saw in a cycle in the opposite order.
class Reverser final : public LinkObserver {
 public:
  explicit Reverser(LinkObserver& next) : next_(next) {}
  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    keep(now, false, node, arrivals);
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    keep(now, true, node, arrivals);
  }
  void release() {
    std::reverse(calls_.begin(), calls_.end());
    for (Call& call : calls_) {
      call.arrivals.flits = call.flits.data();
      call.arrivals.credits = call.credits.data();
      if (call.terminal) {
        next_.at_terminal(call.now, call.node, call.arrivals);
      } else {
        next_.at_router(call.now, call.node, call.arrivals);
      }
    }
    calls_.clear();
  }

 private:
  struct Call {
    Cycle now;
    bool terminal;
    NodeId node;
    PortInputs arrivals;
    std::array<Flit, kMaxPorts> flits;
    std::array<VcMask, kMaxPorts> credits;
  };
  void keep(Cycle now, bool terminal, NodeId node, const PortInputs& arrivals) {
    Call& call = calls_.emplace_back(Call{now, terminal, node, arrivals, {}, {}});
    for_each_bit(arrivals.flit_ports,
                 [&](PortId p) { call.flits[static_cast<std::size_t>(p)] = arrivals.flits[p]; });
    for_each_bit(arrivals.credit_ports,
                 [&](PortId p) { call.credits[static_cast<std::size_t>(p)] = arrivals.credits[p]; });
  }

  LinkObserver& next_;
  std::vector<Call> calls_;
};

TEST_F(WaveProbeTest, DoesNotDependOnTheOrderOfNodesInACycle) {
  WaveProbe probe(network_.design(), {file(), {}, 0, kNever});
  network_.run(probe);
  probe.close();
  WaveProbe reversed_probe(network_.design(), {folder_ / "reversed.vcd", {}, 0, kNever});
  Reverser reverser(reversed_probe);
  network_.run({&reverser}, {}, [&](Cycle now) {
    reverser.release();
    reversed_probe.end_cycle(now, network_);
  });
  reversed_probe.close();
  EXPECT_EQ(contents_of(file()), contents_of(folder_ / "reversed.vcd"));
}

TEST_F(WaveProbeTest, NeedsToBeCalledInsideTheWindowOnly) {
  for (const bool always : {true, false}) {
    WaveProbe probe(network_.design(), {folder_ / (always ? "always.vcd" : "inside.vcd"), {}, 20, 60});
    network_.run({&probe}, {}, [&](Cycle now) {
      EXPECT_EQ(probe.covers(now), now >= 20 && now <= 60);
      if (always || probe.covers(now)) probe.end_cycle(now, network_);
    });
    EXPECT_EQ(probe.cycles_dumped(), 41u);
    probe.close();
  }
  EXPECT_EQ(contents_of(folder_ / "always.vcd"), contents_of(folder_ / "inside.vcd"));
}

TEST_F(WaveProbeTest, EndsWithTheRunIfTheWindowIsLonger) {
  WaveProbe probe(network_.design(), {file(), {0}, 0, 1000000});
  const Cycle cycles = network_.run(probe);
  EXPECT_EQ(probe.cycles_dumped(), cycles);
  probe.close();
  EXPECT_EQ(VcdDump::read(file()).times.back(), edge_of(cycles - 1) + 500);
}

TEST_F(WaveProbeTest, MakesALegalFileEvenIfTheRunEndsBeforeTheWindow) {
  for (const Cycle from : {Cycle{0}, Cycle{1000000}}) {
    WaveProbe probe(network_.design(), {file(), {0}, from, kNever});
    EXPECT_EQ(probe.cycles_dumped(), 0u);
    probe.close();
    EXPECT_TRUE(VcdDump::read(file()).has("network.router_0.port_x_up.in.valid"));
  }
}

TEST_F(WaveProbeTest, WritesAViewWhoseEverySignalIsInTheDump) {
  WaveProbe probe(network_.design(), {file(), {3, 7}, 0, 10});
  network_.run(probe);
  probe.close();
  const VcdDump waves = VcdDump::read(file());
  std::istringstream view(contents_of(folder_ / "waves.gtkw"));
  std::set<std::string> shown;
  for (std::string line; std::getline(view, line);) {
    const std::size_t name = line.find("network.");
    if (name == std::string::npos || line[0] == '[') continue;
    const std::size_t range = std::min(line.find('['), line.size());
    const std::string path = line.substr(name, range - name);
    ASSERT_TRUE(waves.has(path)) << line;
    const int width = waves.variable(path).width;
    EXPECT_EQ(line.substr(range), width == 1 ? "" : "[" + std::to_string(width - 1) + ":0]") << line;
    shown.insert(path);
  }
  EXPECT_EQ(shown.size(), waves.variables.size());
}

TEST_F(WaveProbeTest, OpensOneRouterOfManyInItsView) {
  for (const std::size_t nodes : {4U, 5U, 9U}) {
    WaveOptions options{file(), {}, 0, 10};
    for (NodeId node = 0; node < nodes; ++node) options.nodes.push_back(8 - node);
    WaveProbe(network_.design(), options).close();
    const std::string view = contents_of(folder_ / "waves.gtkw");
    for (const NodeId node : options.nodes) {
      const bool open = nodes == 4 || node == 9 - nodes;
      const std::string group =
          (open ? "@800200\n-router_" : "@c00200\n-router_") + std::to_string(node) + "\n";
      EXPECT_NE(view.find(group), std::string::npos) << group << " of " << nodes;
    }
  }
}

TEST_F(WaveProbeTest, GoesOnAfterAMarkForAPageOfTheView) {
  WaveProbe probe(network_.design(), {file(), {0}, 0, 20});
  network_.run(probe);
  probe.mark(20, "here", {"network.router_0.port_x_up.in.valid", "network.nowhere"});
  probe.close();
  const VcdDump waves = VcdDump::read(file());
  EXPECT_EQ(waves.times.back(), edge_of(20) + 500 + 30000);
  const std::string view = contents_of(folder_ / "waves.gtkw");
  EXPECT_NE(view.find("[timestart] " + std::to_string(edge_of(20) - 9000) + "\n"), std::string::npos) << view;
  EXPECT_NE(view.find("\n*-12.0 22500 22500 -1"), std::string::npos) << view;
  EXPECT_NE(view.find("\n[markername] Ahere\n"), std::string::npos);
  EXPECT_NE(view.find("@200\n-here\n@28\nnetwork.router_0.port_x_up.in.valid\n@200\n-\n[treeopen]"),
            std::string::npos)
      << view;
}

TEST_F(WaveProbeTest, LeavesNoFileUnlessItIsClosed) {
  {
    WaveProbe probe(network_.design(), {file(), {}, 0, 50});
    network_.run(probe);
  }
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(WaveProbeTest, RefusesAWindowOrANodeThatDoesNotExist) {
  EXPECT_THROW(WaveProbe(network_.design(), {file(), {}, 5, 4}), std::invalid_argument);
  EXPECT_THROW(WaveProbe(network_.design(), {file(), {9}, 0, 4}), std::invalid_argument);
  EXPECT_THROW(WaveProbe(network_.design(), {folder_ / "missing" / "a.vcd", {}, 0, 4}), std::system_error);
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(WaveProbeTest, NoticesThatACycleWasLeftOut) {
  WaveProbe probe(network_.design(), {file(), {}, 0, kNever});
  EXPECT_THROW(network_.run({&probe}, {},
                            [&](Cycle now) {
                              if (now != 7) probe.end_cycle(now, network_);
                            }),
               std::logic_error);
}

TEST(PortNames, FollowTheDimensionsOfAGrid) {
  using Names = std::vector<std::string>;
  EXPECT_EQ(port_names(SmallNetwork(small("{kind: torus, radix: [3, 3, 3]}")).topology(), 0),
            (Names{"x_up", "x_down", "y_up", "y_down", "z_up", "z_down", "terminal"}));
  EXPECT_EQ(port_names(SmallNetwork(small("{kind: mesh, radix: 2, dimensions: 6}")).topology(), 63),
            (Names{"", "x_down", "", "y_down", "", "z_down", "", "w_down", "", "d4_down", "", "d5_down",
                   "terminal"}));
  EXPECT_EQ(port_names(SmallNetwork(small("{kind: hypercube, dimensions: 3}")).topology(), 5),
            (Names{"dim0", "dim1", "dim2", "terminal"}));
}

TEST(PortNames, AreThoseOfTheNeighboursElsewhere) {
  const SmallNetwork network(small("{kind: custom, nodes: 3, links: [[0, 1], [0, 2], [1, 0], [0, 1]]}"));
  using Names = std::vector<std::string>;
  EXPECT_EQ(port_names(network.topology(), 0), (Names{"to_1", "to_2", "to_1_2", "to_1_3", "terminal"}));
  EXPECT_EQ(port_names(network.topology(), 2), (Names{"to_0", "", "", "", "terminal"}));
}

TEST_F(WaveProbeTest, ShowsNeitherOpenPortsNorVcsThatARouterHasNot) {
  const SmallNetwork mesh(small("{kind: mesh, radix: [2, 2]}", /*output_depth=*/0));
  WaveProbe(mesh.design(), {file(), {0}, 0, 4}).close();
  const VcdDump waves = VcdDump::read(file());
  EXPECT_EQ(waves.scopes.count("network.router_0.port_x_up.vc_2"), 1u);
  EXPECT_EQ(waves.scopes.count("network.router_0.port_x_up.vc_3"), 0u);
  EXPECT_EQ(waves.scopes.count("network.router_0.port_x_down"), 0u);
  EXPECT_TRUE(waves.has("network.router_0.port_x_up.vc_0.input_occupancy"));
  EXPECT_FALSE(waves.has("network.router_0.port_x_up.vc_0.output_occupancy"));
}

}  // namespace
}  // namespace switchyard
