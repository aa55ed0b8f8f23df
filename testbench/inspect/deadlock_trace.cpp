#include "testbench/inspect/deadlock_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <sstream>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "testbench/engine/network_bench.h"
#include "testbench/file/pending_file.h"
#include "testbench/workload/trace_workload.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

constexpr int kRounds = 4;  ///< Of packets: some get through before the buffers are full.
constexpr int kAttempts = 64;
constexpr int kRandomPackets = 64;  ///< Per node.
constexpr int kShortPackets = 8;    ///< Flits: every other attempt has packets of up to so many.

/// The YAML, which our own emitter wrote, without some of its sections.
std::string without(const std::string& yaml, std::initializer_list<std::string_view> sections) {
  std::istringstream lines(yaml);
  std::string kept;
  bool keep = true;
  for (std::string line; std::getline(lines, line);) {
    const bool begins_section = !line.empty() && line.front() != ' ' && line.front() != '-';
    if (begins_section) {
      const std::string_view name = std::string_view(line).substr(0, line.find(':'));
      keep = std::find(sections.begin(), sections.end(), name) == sections.end();
    }
    if (keep) kept += line + '\n';
  }
  return kept;
}

/// Buffers that a packet to `destination` may take of the port through which the dependency goes on.
int vcs_to_fill(const ResourceSpace& space, const RoutingFunction& routing, const Dependency& dependency) {
  const RouteQuery query = space.query(dependency.held, dependency.destination);
  RouteSet routes;
  routing.route(query, routes);
  int vcs = 1;
  for (const RouteChoice& choice : routes) {
    const ResourceId first = space.beyond(query.here, choice.port, 0);
    const Resource wanted = space.at(dependency.wanted);
    if (space.at(first).node == wanted.node && space.at(first).port == wanted.port)
      vcs = std::max(vcs, choice.vcs.count());
  }
  return vcs;
}

using Packets = std::vector<TraceEntry>;

Packets packets_of_cycle(const Design& design, const DeadlockVerdict& verdict) {
  const ResourceSpace space = design.resources();
  const int flits = std::min(design.router.packets.flits,
                             design.router.timing.input_depth.largest() + design.router.timing.output_depth);
  Packets packets;
  for (const Dependency& dependency : verdict.cycle) {
    const int copies = kRounds * vcs_to_fill(space, *design.routing, dependency);
    const Topology& topology = *design.topology;
    const TerminalId source =
        topology.terminal_at({dependency.source, lowest_bit(topology.entry_ports(dependency.source))});
    const TerminalId destination = topology.terminal_at(
        {dependency.destination, lowest_bit(topology.exit_ports(dependency.destination))});
    packets.insert(packets.end(), copies, {source, {0, destination, flits}});
  }
  return packets;
}

/// Packets from every terminal to places at random, some as long as `longest`, some shorter.
Packets random_packets(const Topology& topology, std::uint64_t seed, int longest) {
  const TerminalId terminals = topology.terminal_count();
  Packets packets;
  for (TerminalId source = 0; source < terminals; ++source) {
    if (!topology.attachment(source).sends()) continue;
    RandomStream places(seed, source, Purpose::Destination);
    RandomStream lengths(seed, source, Purpose::Length);
    for (int i = 0; i < kRandomPackets; ++i) {
      const int flits = 1 + lengths.below(longest);
      const TerminalId destination = (source + 1 + places.below(terminals - 1)) % terminals;
      if (topology.attachment(destination).receives()) packets.push_back({source, {0, destination, flits}});
    }
  }
  return packets;
}

/// One try: the network with these packets, until it is deadlocked or empty, or nothing moves for another
/// reason, as behind a fault that routing does not know of.
class Attempt {
 public:
  Attempt(Experiment experiment, const Packets& packets)
      : experiment_(with_packets(std::move(experiment), packets)),
        bench_(experiment_),
        engine_(experiment_.design, bench_.terminals(), &bench_.links) {}

  std::optional<Deadlock> run() {
    Watchdog watchdog(experiment_.design, experiment_.measure.watchdog);
    int still = 0;
    do {
      const std::uint64_t hops = bench_.links.flit_hops();
      while (engine_.now() < watchdog.next_look()) engine_.step_cycle();
      watchdog.look(engine_.now(), engine_);
      still = bench_.links.flit_hops() == hops ? still + 1 : 0;
    } while (!watchdog.deadlock() && bench_.scoreboard.log().pending() != 0 && still < kPatience);
    return watchdog.deadlock();
  }

  /// Those of `packets` that have left their source.
  Packets injected(const Packets& packets) const {
    const PacketLog& log = bench_.scoreboard.log();
    std::vector<std::size_t> waiting(log.node_count(), 0);
    log.for_each_pending([&](PacketId id, const PacketRecord& record) {
      if (record.injected == kNever) ++waiting[log.source_of(id)];
    });
    Packets kept;
    std::for_each(packets.rbegin(), packets.rend(), [&](const TraceEntry& entry) {
      if (waiting[entry.source] == 0)
        kept.push_back(entry);
      else
        --waiting[entry.source];
    });
    return {kept.rbegin(), kept.rend()};
  }

 private:
  static constexpr int kPatience = 8;  ///< Looks of the watchdog: twice what it needs to find a deadlock.

  static Experiment with_packets(Experiment experiment, const Packets& packets) {
    const auto trace = std::make_shared<const Trace>(experiment.design.topology->terminal_count(), packets);
    experiment.injection.make_source = [trace] { return std::make_unique<TraceWorkload>(trace); };
    return experiment;
  }

  Experiment experiment_;
  NetworkBench bench_;
  FastEngine engine_;
};

void write(const Experiment& experiment, const Packets& packets, const std::filesystem::path& folder) {
  std::string csv = "cycle,source,destination,flits\n";
  for (const auto& [source, packet] : packets)
    csv += fmt::format("{},{},{},{}\n", packet.created, source, packet.destination, packet.flits);
  std::filesystem::create_directories(folder);
  write_file(folder / "deadlock.csv", csv);
  write_file(folder / "deadlock.yaml",
             without(experiment.config, {"traffic", "workload", "measure", "expect", "interconnect",
                                         "combining_memory", "platform"}) +
                 fmt::format("workload:\n  kind: trace\n  file: deadlock.csv\nmeasure:\n  watchdog: {}\n"
                             "expect:\n  verdict: unsafe\n",
                             experiment.measure.watchdog));
}

}  // namespace

std::optional<Deadlock> write_deadlock_trace(const Experiment& experiment, const DeadlockVerdict& verdict,
                                             const std::filesystem::path& folder) {
  const Design& design = experiment.design;
  const Packets of_cycle = packets_of_cycle(design, verdict);
  Packets packets = of_cycle;
  std::optional<Deadlock> reached = Attempt(experiment, packets).run();
  for (int i = 0; i < kAttempts && !reached; ++i) {
    const int longest = i % 2 == 0 ? experiment.injection.longest_packet : 1 + i % kShortPackets;
    const auto seed = design.seed + i;
    packets = random_packets(*design.topology, seed, std::min(longest, design.router.packets.flits));
    Attempt attempt(experiment, packets);
    if (!attempt.run()) continue;
    packets = attempt.injected(packets);
    reached = Attempt(experiment, packets).run();
  }
  write(experiment, reached ? packets : of_cycle, folder);
  return reached;
}

}  // namespace switchyard
