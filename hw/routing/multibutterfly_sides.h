#pragma once

#include "hw/routing/routing_function.h"
#include "hw/topology/multibutterfly.h"

namespace switchyard {

/// Minimal adaptive routing on a multibutterfly: any of the d links to the side that the destination is on.
/// Takes all VCs.
///
/// Precondition: the destination is of the last level.
/// Deadlock: free: levels are ordered.
/// Source:   Felperin et al., "Routing Techniques for Massively Parallel Communication", Proc. IEEE 1991,
///           section VII.
class MultibutterflySides final : public RoutingFunction {
 public:
  /// `network` must outlive this object.
  MultibutterflySides(const Multibutterfly& network, int vc_count)
      : network_(network), vcs_(low_bits<VcMask>(vc_count)) {}

  void route(const RouteQuery& query, RouteSet& routes) const override {
    const bool down = network_.goes_down(network_.level(query.here), network_.row(query.destination));
    const PortId first = network_.first_output(down);
    for (PortId k = 0; k < network_.config().multiplicity; ++k)
      routes.add(first + k, vcs_, Preference::Static);
  }
  bool looks_at_held() const override { return false; }
  std::size_t max_choices() const override { return network_.config().multiplicity; }

 private:
  const Multibutterfly& network_;
  VcMask vcs_;
};

}  // namespace switchyard
