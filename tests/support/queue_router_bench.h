#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "hw/router/queues/konstantinidou_router.h"
#include "testbench/monitor/scoreboard.h"
#include "tests/support/core_bench.h"

namespace switchyard {

/// One central-queue router with five ports. Node 0; the node beyond port p is p + 1.
class QueueRouterBench : public CoreBench {
 public:
  using Route = std::function<void(const RouteQuery&, RouteSet&)>;
  static constexpr int kPorts = 5;
  static constexpr PortId kTerminal = kPorts - 1;
  static constexpr NodeId kHere = 0;

  /// `route` is asked for packets in central queues; those in buffers enter the queue of their class.
  QueueRouterBench(const KonstantinidouConfig& config, const Route& route)
      : CoreBench(router_),
        routing_(route),
        router_(config, kHere, kPorts, NodeTerminals::plain(kPorts), /*seed=*/7, routing_) {}

  /// To the port that the destination names, over the class of the queue.
  static Route straight() {
    return [](const RouteQuery& query, RouteSet& routes) {
      routes.add(static_cast<PortId>(query.destination) - 1, bit<VcMask>(query.held_vc), Preference::Static);
    };
  }

  /// What arrives in the next step. Destination 0 is this node.
  void packet(PortId p, VcId vc, PacketId id, NodeId destination) {
    flit(p, {id, destination, payload_of(id, 1), 1, static_cast<std::uint8_t>(vc), true});
  }
  int queued(VcId queue) const { return buffer({Side::Central, kCentralQueues, queue}).occupancy; }
  int buffered(PortId p, VcId vc) const { return buffer({Side::Input, p, vc}).occupancy; }
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
};

inline KonstantinidouConfig queues_of(std::vector<int> sizes) {
  KonstantinidouConfig config;
  config.queue_size = std::move(sizes);
  config.arbiter_start = ArbiterStart::Equal;
  return config;
}

}  // namespace switchyard
