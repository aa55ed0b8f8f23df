#pragma once

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "hw/base/divisor.h"
#include "hw/router/mesh/mesh16_message.h"
#include "hw/terminal/terminal.h"
#include "testbench/monitor/arrival_counts.h"

namespace switchyard {

/// Counts and checks the packets that sixteen-buffer nodes route, from outside.
///
/// Checked: no packet goes to a buffer type that did not invite it in the cycle before; every hop brings
/// nearer; a packet is at home exactly where its destination is.
class Mesh16Monitor final : public LinkObserver, public ArrivalCounts {
 public:
  using Delivered = std::function<void(Cycle now, NodeId node, const Flit& packet)>;

  Mesh16Monitor(int side, Delivered delivered);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override;

  /// Of links, all flits. From a terminal, packets: commands are left out. At a terminal, the packets that
  /// are at home, from whichever link they came.
  std::vector<std::uint16_t> flits_per_port() const override { return flits_; }
  std::uint64_t hops() const { return hops_; }
  /// The first fault; empty: all is well.
  const std::string& failure() const { return failure_; }

 private:
  /// What a node was last told through one port: the cycle, and the VCs that are withheld.
  struct Signal {
    std::uint32_t at = ~std::uint32_t{0};
    VcMask withheld = 0;
  };
  static Signal signal(Cycle now, VcMask withheld) { return {static_cast<std::uint32_t>(now), withheld}; }

  std::size_t index(NodeId node, PortId port) const { return node * std::size_t{TurnBuffers::kPorts} + port; }
  MeshPlace place_of(NodeId node) const {
    const std::uint32_t y = side_.quotient(node);
    return {static_cast<int>(node - y * side_.value()), static_cast<int>(y)};
  }
  void deliver(Cycle now, NodeId node, const Flit& packet);
  void check_packet(Cycle now, NodeId node, PortId port, const Flit& packet);
  void fail(Cycle now, NodeId node, const std::string& what);

  Divisor side_;
  Delivered delivered_;
  std::vector<std::array<Signal, 2>> signals_;  ///< [node][port], of even and odd cycles.
  std::vector<std::uint16_t> flits_;            ///< See flits_per_port().
  std::uint64_t hops_ = 0;
  std::string failure_;
};

}  // namespace switchyard
