#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "hw/router/vc/duato_router.h"
#include "testbench/monitor/scoreboard.h"
#include "tests/support/core_bench.h"

namespace switchyard {

using VcReallocation = DuatoConfig::VcReallocation;
using Selection = DuatoConfig::Selection;
using Switching = DuatoConfig::Switching;
using Route = std::function<void(const RouteQuery&, RouteSet&)>;

inline constexpr int kPorts = 5;
inline constexpr PortId kTerminal = kPorts - 1;
inline constexpr NodeId kHere = 0;

/// The destination that the routing of these tests sends out of port `p`.
constexpr NodeId beyond(PortId p) { return static_cast<NodeId>(p + 1); }
inline PortId port_towards(NodeId destination) { return static_cast<PortId>(destination - 1); }

/// To the port that the destination names, over these VCs.
inline Route over_vcs(VcMask adaptive, VcMask escape = 0) {
  return [=](const RouteQuery& query, RouteSet& routes) {
    routes.add(port_towards(query.destination), adaptive, Preference::Adaptive);
    if (escape != 0) routes.add(port_towards(query.destination), escape, Preference::Escape);
  };
}

class RoutingByHand final : public RoutingFunction {
 public:
  explicit RoutingByHand(Route route) : route_(std::move(route)) {}
  void route(const RouteQuery& query, RouteSet& routes) const override { route_(query, routes); }
  std::size_t max_choices() const override { return 4; }

 private:
  Route route_;
};

inline Flit flit_of(PacketId packet, PortId towards, int remaining, VcId vc, bool head) {
  return {packet,
          beyond(towards),
          payload_of(packet, remaining),
          static_cast<std::uint16_t>(remaining),
          static_cast<std::uint8_t>(vc),
          head};
}
inline Flit header(PacketId packet, PortId towards, int length, VcId vc) {
  return flit_of(packet, towards, length, vc, true);
}

inline RouterSite site_of(int latency, std::uint64_t seed = 7, int cycles_per_flit = 1) {
  return {kHere,
          kPorts,
          NodeTerminals::plain(kPorts),
          std::vector<int>(kPorts, latency),
          std::vector<int>(kPorts, cycles_per_flit),
          {true, false, true, false, true},
          seed};
}

/// One Duato router.
class RouterBench : public CoreBench {
 public:
  explicit RouterBench(const DuatoConfig& config, const Route& route = over_vcs(0xffff), int latency = 1,
                       std::uint64_t seed = 7, int cycles_per_flit = 1)
      : CoreBench(router_),
        routing_([config, route](const RouteQuery& query, RouteSet& routes) {
          RouteSet all;
          route(query, all);
          for (const RouteChoice& choice : all) {
            const auto vcs = static_cast<VcMask>(choice.vcs & low_bits<VcMask>(config.virtual_channels));
            routes.add(choice.port, vcs, choice.preference);
          }
        }),
        router_(config, site_of(latency, seed, cycles_per_flit), routing_) {}

  using CoreBench::buffer;
  BufferView buffer(Side side, PortId p, VcId vc) const { return buffer({side, p, vc}); }
  bool allocated(PortId p, VcId vc) const { return buffer(Side::Input, p, vc).allocated; }
  DuatoRouter& router() { return router_; }

 private:
  RoutingByHand routing_;
  DuatoRouter router_;
};

/// Steps until a flit leaves by this port; how many, or `limit`.
inline int steps_until_sent(RouterBench& bench, PortId p, int limit = 200) {
  for (int steps = 1; steps < limit; ++steps) {
    bench.step();
    if (bench.sent(p)) return steps;
  }
  return limit;
}

inline DuatoConfig config_of(int vcs, int input_depth, int output_depth) {
  DuatoConfig config;
  config.virtual_channels = vcs;
  config.input_depth = input_depth;
  config.output_depth = output_depth;
  config.arbiter_start = ArbiterStart::Equal;
  return config;
}

}  // namespace switchyard
