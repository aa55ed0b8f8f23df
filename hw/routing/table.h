#pragma once

#include <vector>

#include "hw/routing/routing_function.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Routing by a table: for each (here, destination) the output ports that may be taken, on all VCs.
///
/// Deadlock: whatever the table says; the watchdog reports what it finds.
class TableRouting final : public RoutingFunction {
 public:
  struct Entry {
    NodeId here;
    NodeId destination;
    PortId port;
  };

  /// Every port of `entries` must be connected. Uses 4 N^2 bytes for N nodes.
  TableRouting(const Topology& topology, const std::vector<Entry>& entries, int vc_count);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  std::size_t max_choices() const override { return max_choices_; }

 private:
  NodeId node_count_;
  VcMask vcs_;
  std::vector<PortMask> ports_;  ///< [here][destination]
  std::size_t max_choices_ = 1;
};

}  // namespace switchyard
