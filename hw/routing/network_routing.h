#pragma once

#include <memory>
#include <vector>

#include "hw/base/virtual_networks.h"
#include "hw/routing/routing_function.h"

namespace switchyard {

/// Virtual networks side by side, each with a routing function of its own, which sees its VCs as 0, 1, ...
/// What a packet holds says in which it is: none changes.
///
/// Deadlock: as free as each of them, as no VC of one ever waits for a VC of another. What terminals make
///           packets wait for is not routing's business.
/// Source:   Dally, Towles, "Principles and Practices of Interconnection Networks", 2004, section 14.1.3.
class NetworkRouting final : public RoutingFunction {
 public:
  /// `routing`: one for each of `networks`, for as many VCs as that has.
  NetworkRouting(const VirtualNetworks& networks,
                 std::vector<std::shared_ptr<const RoutingFunction>> routing);

  void route(const RouteQuery& query, RouteSet& routes) const override;
  void route_packet(const RouteQuery& query, PacketId packet, RouteSet& routes) const override;
  bool routes_by_packet() const override { return any(&RoutingFunction::routes_by_packet); }
  std::optional<int> hops_to_go(const RouteQuery& query, PacketId packet) const override;
  std::optional<int> phase_of(VcId vc) const override;
  bool stops_at_destination() const override { return any(&RoutingFunction::stops_at_destination); }
  VcMask delivery_vcs(VcId held) const override { return inside_[held].vcs; }
  std::size_t max_choices() const override;

 private:
  /// The virtual network of a VC.
  struct Inside {
    const RoutingFunction* routing;
    VcId first;
    VcMask vcs;
  };
  bool any(bool (RoutingFunction::*asks)() const) const;
  static RouteQuery seen_inside(const RouteQuery& query, const Inside& inside);

  std::vector<std::shared_ptr<const RoutingFunction>> routing_;
  std::vector<Inside> inside_;  ///< [VC]
};

}  // namespace switchyard
