#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "hw/topology/faults.h"

namespace switchyard {

/// Drives what every router sees of the state of its links, from a schedule.
///
/// Timing:  a status that holds from cycle t on changes at the edge of cycle t - 1, that of cycle 0 in reset.
class LinkStatus final : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clk_i{"clk_i"};
  sc_core::sc_in<bool> rst_ni{"rst_ni"};

  /// `changes`: in order of time.
  LinkStatus(const sc_core::sc_module_name& name, NodeId node_count, std::vector<PortChange> changes);

  /// Bit p: the link at port p of the node is faulty.
  sc_core::sc_signal<PortMask>& faulty(NodeId node) { return *faulty_[node]; }

 private:
  void on_clock();

  std::vector<PortChange> changes_;
  std::size_t next_change_ = 0;
  Cycle next_cycle_ = 0;  ///< The one that the coming edge belongs to, out of reset.
  std::vector<std::unique_ptr<sc_core::sc_signal<PortMask>>> faulty_;
};

}  // namespace switchyard
