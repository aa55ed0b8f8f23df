#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "hw/router/mesh16_message.h"
#include "hw/router/terminal.h"
#include "hw/topology/topology.h"

namespace switchyard {

/// Counts and checks the packets that sixteen-buffer nodes route, from outside.
///
/// Checked: no packet goes to a buffer type that did not invite it in the cycle before; every hop brings
/// nearer; a packet is at home exactly where its destination is.
class Mesh16Monitor final : public LinkObserver {
 public:
  using Delivered = std::function<void(Cycle now, NodeId node, const Flit& packet)>;

  /// `topology` must outlive the monitor; it is a square mesh.
  Mesh16Monitor(const Topology& topology, Delivered delivered);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override;

  std::uint64_t hops() const { return hops_; }
  /// The first fault; empty: all is well.
  const std::string& failure() const { return failure_; }

 private:
  /// What a node was last told through one port.
  struct Signal {
    Cycle at = kNever;
    VcMask withheld = 0;
  };

  void check_packet(Cycle now, NodeId node, PortId port, const Flit& packet);
  void fail(Cycle now, NodeId node, const std::string& what);

  const Topology& topology_;
  const Grid& grid_;
  Delivered delivered_;
  std::vector<std::array<Signal, 2>> signals_;  ///< [node][port], of even and odd cycles.
  std::uint64_t hops_ = 0;
  std::string failure_;
};

}  // namespace switchyard
