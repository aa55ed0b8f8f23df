#pragma once

#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "hw/base/bits.h"
#include "hw/router/konstantinidou_router.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// One central-queue router with five ports, driven by hand cycle by cycle. Node 0; the node beyond port p is
/// p + 1.
class QueueRouterBench {
 public:
  using Route = std::function<void(const RouteQuery&, RouteSet&)>;
  static constexpr int kPorts = 5;
  static constexpr PortId kTerminal = kPorts - 1;
  static constexpr NodeId kHere = 0;

  /// `route` is asked for packets in central queues; those in buffers enter the queue of their class.
  QueueRouterBench(const KonstantinidouConfig& config, const Route& route)
      : routing_(route), router_(config, kHere, kPorts, /*seed=*/7, routing_) {}

  /// To the port that the destination names, over the class of the queue.
  static Route straight() {
    return [](const RouteQuery& query, RouteSet& routes) {
      routes.add(static_cast<PortId>(query.destination) - 1, bit<VcMask>(query.held_vc), Preference::Static);
    };
  }

  /// What arrives in the next step. Destination 0 is this node.
  void packet(PortId p, VcId vc, PacketId id, NodeId destination) {
    flits_[static_cast<std::size_t>(p)] = {
        id, destination, payload_of(id, 1), 1, static_cast<std::uint8_t>(vc), true};
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void flit(PortId p, const Flit& flit) {
    flits_[static_cast<std::size_t>(p)] = flit;
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void credit(PortId p, VcId vc) {
    VcMask& credits = credits_[static_cast<std::size_t>(p)];
    credits = static_cast<VcMask>(credits | bit<VcMask>(vc));
    inputs_.credit_ports |= bit<PortMask>(p);
  }
  const PortOutputs& step() {
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    outputs_.clear();
    awake_ = router_.step(inputs_, outputs_);
    inputs_ = {};
    credits_.fill(0);
    return outputs_;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }

  /// Of the last step.
  std::optional<Flit> sent(PortId p) const {
    if ((outputs_.flit_ports & bit<PortMask>(p)) == 0) return std::nullopt;
    return outputs_.flits[static_cast<std::size_t>(p)];
  }
  bool returned(PortId p, VcId vc) const {
    if ((outputs_.credit_ports & bit<PortMask>(p)) == 0) return false;
    return (outputs_.credits[static_cast<std::size_t>(p)] & bit<VcMask>(vc)) != 0;
  }
  bool awake() const { return awake_; }
  LaneView lane(const LaneRef& lane) const {
    LaneView found;
    router_.visit_lanes([&](const LaneView& view) {
      if (view.lane == lane) found = view;
    });
    return found;
  }
  int queued(VcId queue) const { return lane({Side::Central, kCentralQueues, queue}).occupancy; }
  int buffered(PortId p, VcId vc) const { return lane({Side::Input, p, vc}).occupancy; }
  KonstantinidouRouter& router() { return router_; }

 private:
  class Routing final : public RoutingFunction {
   public:
    explicit Routing(Route route) : route_(std::move(route)) {}
    void route(const RouteQuery& query, RouteSet& routes) const override {
      if (query.held_port == kCentralQueues) return route_(query, routes);
      routes.add(kCentralQueues, bit<VcMask>(query.held_vc), Preference::Static);
    }
    std::size_t max_choices() const override { return 8; }

   private:
    Route route_;
  };

  Routing routing_;
  KonstantinidouRouter router_;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  PortOutputs outputs_;
  bool awake_ = false;
};

inline KonstantinidouConfig queues_of(std::vector<int> sizes) {
  KonstantinidouConfig config;
  config.queue_size = std::move(sizes);
  return config;
}

}  // namespace switchyard
