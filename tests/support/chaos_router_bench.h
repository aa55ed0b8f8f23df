#pragma once

#include <optional>
#include <vector>

#include "hw/router/chaos/chaos_router.h"
#include "hw/routing/minimal.h"
#include "hw/topology/builders.h"
#include "testbench/monitor/scoreboard.h"
#include "tests/support/core_bench.h"

namespace switchyard {

/// One chaos router, node 0 of a 4-cube, driven by hand cycle by cycle: bit p of a packet's destination is a
/// channel that brings it nearer.
class ChaosRouterBench : public CoreBench {
 public:
  static constexpr PortId kTerminal = 4;

  explicit ChaosRouterBench(const ChaosConfig& config, int latency = 1)
      : CoreBench(router_),
        topology_(build_hypercube({4})),
        routing_(topology_),
        router_(config, /*node=*/0, std::vector<int>{latency, latency, latency, latency, 1}, /*seed=*/7,
                routing_) {}

  void packet(PortId p, PacketId id, NodeId destination) {
    flit(p, {id, destination, header_payload(0), 1, 0, true});
  }
  /// The packet enters by the terminal port; then time passes until nothing happens any more.
  void inject(PacketId id, NodeId destination) {
    packet(kTerminal, id, destination);
    settle();
  }
  /// Fills the far input frame and the output frame of a channel with packets of no interest.
  void block(PortId p) {
    for (const PacketId id : {900U, 901U}) inject(id, NodeId{1} << p);
  }

  std::optional<PacketId> sent(PortId p) const {
    const std::optional<Flit> flit = CoreBench::sent(p);
    return flit ? std::optional<PacketId>(flit->packet) : std::nullopt;
  }
  BufferView buffer(Side side, PortId p) const { return CoreBench::buffer({side, p, 0}); }
  int queued() const { return buffer(Side::Central, kCentralQueues).occupancy; }
  bool output_full(PortId p) const { return buffer(Side::Output, p).occupancy != 0; }
  std::optional<PacketId> in_output_frame(PortId p) const {
    const BufferView view = buffer(Side::Output, p);
    if (view.front == nullptr) return std::nullopt;
    return view.front->packet;
  }
  ChaosRouter& router() { return router_; }

 private:
  Topology topology_;
  Minimal routing_;
  ChaosRouter router_;
};

inline ChaosConfig chaos_of(int queue_size, int visits = 1) {
  ChaosConfig config;
  config.queue_size = queue_size;
  config.visits_per_cycle = visits;
  config.arbiter_start = ArbiterStart::Equal;
  return config;
}

}  // namespace switchyard
