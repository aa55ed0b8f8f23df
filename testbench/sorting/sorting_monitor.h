#pragma once

#include <vector>

#include "hw/terminal/terminal.h"
#include "hw/topology/topology.h"
#include "testbench/monitor/arrival_counts.h"

namespace switchyard {

/// Counts what goes over the links of an exchange machine.
class SortingMonitor final : public LinkObserver, public ArrivalCounts {
 public:
  explicit SortingMonitor(const Topology& topology)
      : ports_(topology.port_count()), nodes_(topology.node_count()), flits_(nodes_ * (ports_ + 1)) {}

  void at_router(Cycle, NodeId node, const PortInputs& arrivals) override {
    for_each_bit(arrivals.flit_ports, [&](PortId port) {
      ++flits_[node * ports_ + static_cast<std::size_t>(port)];
      if (static_cast<std::size_t>(port) + 1 != ports_) ++hops_;
    });
  }
  void at_terminal(Cycle, TerminalId terminal, const PortInputs& arrivals) override {
    if (arrivals.flit_ports != 0) ++flits_[nodes_ * ports_ + terminal];
  }

  std::vector<std::uint16_t> flits_per_port() const override { return flits_; }
  /// Over links between nodes.
  std::uint64_t hops() const { return hops_; }

 private:
  std::size_t ports_;
  std::size_t nodes_;
  std::vector<std::uint16_t> flits_;  ///< See flits_per_port().
  std::uint64_t hops_ = 0;
};

}  // namespace switchyard
