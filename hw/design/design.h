#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/analysis/deadlock.h"
#include "hw/analysis/zero_load.h"
#include "hw/design/block_factories.h"
#include "hw/router/chaos/chaos_config.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/queues/konstantinidou_config.h"
#include "hw/router/router_core.h"
#include "hw/router/vc/duato_config.h"
#include "hw/routing/routing_function.h"
#include "hw/topology/faults.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// What a terminal must know of the router's terminal port.
struct TerminalPort {
  int virtual_channels = 1;  ///< Lanes in each direction.
  int injection_lanes = 1;   ///< Lanes 0 .. n-1 that the source may use.
  int input_depth = 1;       ///< Flits per lane, at the router and at the terminal.
  int first_lane = 0;        ///< Injection lane that sends first after reset; TerminalPort of a node only.
};

inline constexpr int kAnyPacket = 65535;  ///< What Flit::remaining can count.

/// Routers that send packets the wrong way rather than let them wait, and where those are meanwhile.
struct Derouting {
  int buffers_per_node = 0;  ///< Packets.
  int buffers_per_link = 0;  ///< Packets.
};

/// A checked network: all that either shell needs to build it. A value; both shells share one.
struct Design {
  std::string name;
  std::uint64_t seed = 1;
  ArbiterStart arbiter_start = ArbiterStart::Equal;
  std::shared_ptr<const Topology> topology;        ///< Without the links that are known to be faulty.
  std::shared_ptr<const Topology> whole_topology;  ///< With them.
  Faults faults;
  bool half_duplex = false;
  std::string router_kind;
  std::string routing_kind;
  std::shared_ptr<const RoutingFunction> routing;  ///< Null if there are no packets with ways.
  std::function<std::unique_ptr<RouterCore>(NodeId)> make_router;
  /// The same router around blocks that come from outside; only if it has_blocks.
  std::function<std::unique_ptr<RouterCore>(NodeId, const BlockFactories&)> make_router_around;
  bool has_blocks = true;            ///< Whether the routers ask blocks for their decisions, if given some.
  std::optional<DuatoConfig> duato;  ///< The parameters of the routers, if they are Duato routers.
  std::optional<KonstantinidouConfig> konstantinidou;  ///< The same of nodes with central queues,
  std::optional<ChaosConfig> chaos;                    ///< and of chaos routers.
  std::optional<RanadeConfig> ranade;   ///< The parameters of the nodes, if they combine in six phases.
  std::optional<Mesh16Config> mesh16;   ///< The parameters of the nodes, if they are sixteen-buffer nodes.
  int lanes = 1;                        ///< Of a port, or central queues of a node, whichever are more.
  Holding holding = Holding::OwnLanes;  ///< What a waiting packet may hold.
  std::optional<Derouting> derouting;   ///< Set if the routers deroute.
  TerminalPort terminal;
  PipelineTiming timing;
  std::vector<int> queue_sizes;     ///< Packets of each central queue of a router; none: lanes only.
  int longest_packet = kAnyPacket;  ///< Flits of the longest packet that the routers can carry.
  bool injection_control = false;   ///< The routers tell each other what they inject, on the request wires.
  int circulating_packets = 0;      ///< That are under way even when all is delivered.
  std::string longest_packet_key;   ///< Of `router`, which sets it; empty if none does.
  std::function<int(NodeId, NodeId)> distance;  ///< Hops of a minimal path.

  ArbiterStarts starts_at(NodeId node) const { return {arbiter_start, seed, node}; }
  /// `terminal`, as it is at a node.
  TerminalPort terminal_at(NodeId node) const {
    TerminalPort port = terminal;
    port.first_lane = starts_at(node).of(ArbiterStarts::kInjectionLanes, port.injection_lanes);
    return port;
  }
};

}  // namespace switchyard
