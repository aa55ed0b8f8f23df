#include "testbench/traffic/read_traffic.h"

#include "testbench/traffic/open_loop.h"

namespace switchyard {
namespace {

std::shared_ptr<const CreationProcess> read_process(const TrafficContext& context, const Offer& offer) {
  const auto& processes = context.catalog.processes;
  const ConfigNode name =
      context.config.child("process", {"", "when a node creates packets", "a name", processes.front().name});
  const auto* process = name.exists() ? find_part(processes, name) : &processes.front();
  if (process != nullptr) {
    const KeysOfKind keys(name, "process", process->name);
    return process->build(context, offer);
  }
  context.config.ignore();  // Which keys the process would have is not known.
  return nullptr;
}

}  // namespace

bool all_send_and_receive(const Topology& topology) {
  if (topology.has_plain_terminals()) return true;
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
    if (!topology.attachment(t).sends() || !topology.attachment(t).receives()) return false;
  }
  return true;
}

std::shared_ptr<const Pattern> read_pattern(const TrafficContext& context) {
  const ConfigNode name = context.config.child("pattern", {"", "where packets go", "a name"});
  const auto* part = find_part(context.catalog.patterns, name);
  if (part == nullptr) {
    context.config.ignore();  // Which keys the pattern would have is not known.
    return nullptr;
  }
  const KeysOfKind keys(name, "pattern", part->name);
  std::shared_ptr<const Pattern> pattern = part->build(context);
  if (pattern != nullptr && sender_count(*pattern, context.topology->terminal_count()) == 0) {
    name.fail(name.path() + " = '" + part->name +
              "' maps every node of this network to itself: none would send");
    return nullptr;
  }
  return pattern;
}

Injection read_traffic(const TrafficContext& context) {
  const double load =
      context.config.real("load", {0, 1}, {"flits per node and cycle", "that a node which sends creates"});
  const PacketLength length = read_packet_length(context.config);
  const auto process = read_process(context, {load, length.mean()});
  const auto pattern = read_pattern(context);

  Injection injection;
  injection.longest_packet = length.longest();
  injection.mean_packet = length.mean();
  if (pattern == nullptr || process == nullptr) return injection;
  const NodeId nodes = context.topology->terminal_count();
  injection.pattern = pattern;
  injection.load = load * sender_count(*pattern, nodes) / nodes;
  injection.make_source = [nodes, seed = context.seed, pattern, process, length] {
    return std::make_unique<OpenLoopSource>(nodes, seed, pattern, process, length);
  };
  return injection;
}

}  // namespace switchyard
