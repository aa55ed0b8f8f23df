#include "testbench/workload/barrier_workload.h"

#include <limits>

#include "testbench/traffic/read_traffic.h"
#include "testbench/workload/barrier_source.h"

namespace switchyard {
namespace {

constexpr IntRange kCycles{0, 1'000'000'000};

}  // namespace

Injection build_barrier_workload(const TrafficContext& context) {
  const ConfigNode& config = context.config;
  // Packet ids number the packets of all nodes.
  constexpr std::int64_t kMaxPackets = std::numeric_limits<PacketId>::max();
  const std::int64_t nodes = context.topology != nullptr ? context.topology->terminal_count() : 1;
  BarrierProgram program;
  program.barriers = config.integer<std::uint32_t>("barriers", {1, 10'000'000},
                                                   {"barriers", "at which all processors arrive"});
  const ConfigNode packets = config.child("packets");
  program.packets = config.integer<std::uint32_t>(
      "packets", {0, kMaxPackets / nodes / program.barriers}, 0,
      {"packets", "that a processor sends before each", "0..(2^32 - 1) / nodes / `barriers`"});
  program.work = config.integer<Cycle>("work", kCycles, 0,
                                       {"cycles", "drawn from 0 to this, until a processor arrives"});
  program.late_share = config.real("late_share", {0, 1}, 0, {"share", "of arrivals that are late"});
  program.late = config.integer<Cycle>("late", kCycles, 0, {"cycles", "that these come later"});

  Injection injection;
  injection.finite = true;
  injection.barriers = true;
  const std::shared_ptr<const Pattern> pattern =
      read_pattern(context, program.packets == 0 ? "none without `packets`" : "");
  if (pattern == nullptr && (program.packets != 0 || config.child("pattern").exists())) return injection;
  if (!config.sound() || context.topology == nullptr) return injection;
  injection.make_source = [nodes, seed = context.seed, program, pattern] {
    return std::make_unique<BarrierSource>(static_cast<NodeId>(nodes), seed, program, pattern);
  };
  return injection;
}

}  // namespace switchyard
