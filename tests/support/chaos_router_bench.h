#pragma once

#include <array>
#include <optional>
#include <set>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/chaos_router.h"
#include "hw/routing/minimal.h"
#include "hw/topology/builders.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// One chaos router, node 0 of a 4-cube, driven by hand cycle by cycle: bit p of a packet's destination is a
/// channel that brings it nearer.
class ChaosRouterBench {
 public:
  static constexpr PortId kTerminal = 4;

  explicit ChaosRouterBench(const ChaosConfig& config, int latency = 1)
      : topology_(build_hypercube({4})),
        routing_(topology_),
        router_(config, /*node=*/0, std::vector<int>{latency, latency, latency, latency, 1}, /*seed=*/7,
                routing_) {}

  void packet(PortId p, PacketId id, NodeId destination) {
    flits_[static_cast<std::size_t>(p)] = {id, destination, payload_of(id, 1), 1, 0, true};
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void flit(PortId p, const Flit& flit) {
    flits_[static_cast<std::size_t>(p)] = flit;
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void credit(PortId p) {
    credits_[static_cast<std::size_t>(p)] = 1;
    inputs_.credit_ports |= bit<PortMask>(p);
  }
  void step() {
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    outputs_.clear();
    awake_ = router_.step(inputs_, outputs_);
    inputs_ = {};
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  /// The packet enters by the terminal port; then time passes until nothing happens any more.
  void inject(PacketId id, NodeId destination) {
    packet(kTerminal, id, destination);
    settle();
  }
  void settle() {
    do step();
    while (awake_);
  }
  /// Fills the far input frame and the output frame of a channel with packets of no interest.
  void block(PortId p) {
    for (const PacketId id : {900U, 901U}) inject(id, NodeId{1} << p);
  }

  std::optional<PacketId> sent(PortId p) const {
    if ((outputs_.flit_ports & bit<PortMask>(p)) == 0) return std::nullopt;
    return outputs_.flits[static_cast<std::size_t>(p)].packet;
  }
  bool returned(PortId p) const { return (outputs_.credit_ports & bit<PortMask>(p)) != 0; }
  LaneView lane(Side side, PortId p) const {
    LaneView found;
    router_.visit_lanes([&](const LaneView& view) {
      if (view.lane == LaneRef{side, p, 0}) found = view;
    });
    return found;
  }
  int queued() const { return lane(Side::Central, kCentralQueues).occupancy; }
  bool output_full(PortId p) const { return lane(Side::Output, p).occupancy != 0; }
  std::optional<PacketId> in_output_frame(PortId p) const {
    const LaneView view = lane(Side::Output, p);
    if (view.front == nullptr) return std::nullopt;
    return view.front->packet;
  }
  bool awake() const { return awake_; }
  ChaosRouter& router() { return router_; }

 private:
  Topology topology_;
  Minimal routing_;
  ChaosRouter router_;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  PortOutputs outputs_;
  bool awake_ = false;
};

inline ChaosConfig chaos_of(int queue_size, int visits = 1) {
  ChaosConfig config;
  config.queue_size = queue_size;
  config.visits_per_cycle = visits;
  return config;
}

}  // namespace switchyard
