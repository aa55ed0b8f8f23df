#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/design/design.h"

namespace switchyard {

/// A router kind with its parameters, before it stands anywhere.
struct RouterPlan {
  int virtual_channels = 1;
  std::optional<DuatoConfig> duato;                         ///< Set if that is the kind.
  std::optional<KonstantinidouConfig> konstantinidou = {};  ///< Set if that is the kind.
  std::optional<ChaosConfig> chaos = {};                    ///< Set if that is the kind.
  std::optional<RanadeConfig> ranade = {};                  ///< Set if that is the kind.
  std::optional<Mesh16Config> mesh16 = {};                  ///< Set if that is the kind.
  ArbiterStart arbiter_start = ArbiterStart::Equal;         ///< Equal also where no arbiters are.
  Holding holding = Holding::OwnLanes;
  std::optional<Derouting> derouting = {};  ///< Set if it deroutes packets.
  TerminalPort terminal;
  PipelineTiming timing;
  std::vector<int> queue_sizes = {};  ///< Packets of each central queue; none: lanes only.
  bool has_blocks = true;             ///< Whether it asks blocks for its decisions, if given some.
  bool injection_control = false;
  int circulating_packets = 0;
  int longest_packet = kAnyPacket;
  std::string longest_packet_key = {};  ///< Of `router`, which sets it; empty if none does.
  std::function<std::unique_ptr<RouterCore>(NodeId, const Topology&, const RoutingFunction&,
                                            std::uint64_t seed, const BlockFactories&)>
      make;
  /// Instead of `make`, if the router routes itself.
  std::function<std::unique_ptr<RouterCore>(NodeId, std::uint64_t seed, const BlockFactories&)>
      make_by_itself = {};
  std::string own_routing_kind = {};  ///< What such a router calls its ways.
  /// These ways, if they are a routing function.
  std::shared_ptr<const RoutingFunction> own_routing = {};
  /// Checks and completes the plan for a topology, if it depends on that; records faults.
  std::function<void(const ConfigNode& root, const Topology&, RouterPlan&)> fit = {};
};

/// The one place that names every topology, router and routing function. A value: pass it in.
///
/// A reader is given the whole configuration, so that it can place a fault wherever it belongs. It
/// returns nothing exactly if it recorded a fault. To add a kind: one pair of files and one row.
struct Catalog {
  struct TopologyKind {
    std::string name;
    std::string summary;
    std::function<std::optional<Topology>(const ConfigNode& root)> read;
  };
  struct RouterKind {
    std::string name;
    std::string summary;
    /// `queues`: the central queues of the routing function; nothing if that is not known.
    std::function<std::optional<RouterPlan>(const ConfigNode& root, std::optional<int> queues)> read;
    bool has_queues = false;  ///< It has central queues, and needs a routing function that uses them.
    int most_queues = kMaxVcs;
    bool routes_itself = false;  ///< It knows its ways; there is no `routing`.
  };
  struct RoutingKind {
    std::string name;
    std::string summary;
    std::function<std::unique_ptr<RoutingFunction>(const ConfigNode& root, const Topology&,
                                                   int virtual_channels)>
        read;
    int queues = 0;          ///< Central queues per node; 0: it routes from lane to lane.
    bool any_graph = false;  ///< Made for whatever links there are; else for the whole topology.
  };

  std::vector<TopologyKind> topologies;
  std::vector<RouterKind> routers;
  std::vector<RoutingKind> routings;
};

Catalog standard_catalog();

/// The names of a table's rows, in order.
template <class Row>
std::vector<std::string> names_of(const std::vector<Row>& rows) {
  std::vector<std::string> names;
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

}  // namespace switchyard
