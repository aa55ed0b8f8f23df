#pragma once

#include <cstdint>

#include "hw/base/bits.h"
#include "hw/base/port_array.h"
#include "hw/base/types.h"

namespace switchyard {

/// Packet-injection control: no node may inject much more than its neighbours, so that none starves.
///
/// A node tells its neighbours of every packet that it injects, by a pulse on its links' request wires, and
/// counts by how many it leads each of them. It may inject while it leads none by `lead` packets. A node that
/// has nothing to inject must not stop its neighbours: while one is ahead of it, it passes, one turn per
/// cycle, as if it had injected.
///
/// Config:    lead (packets, >= 1; 0: no control).
/// Deadlock:  free: the node that has injected least leads nobody, so it may inject, or passes.
/// Differs:   from the paper as printed, where a node may inject if its lead is greater than -k: that would
///            stop those that are behind. The paper says nothing of nodes with nothing to inject, nor of
///            faults: pulses go over links that are out of order for a time, and a node that cannot inject
///            meanwhile holds up its neighbours.
/// Source:    Felperin, Gravano, Pifarre, Sanz, Proc. IEEE 1991, section III.4 d, after Ngai and Seitz.
class InjectionControl {
 public:
  InjectionControl(PortMask links, int lead) : links_(lead != 0 ? links : PortMask{0}), lead_(lead) {}

  void reset() {
    leads_.fill(0);
    pulsed_ = false;
  }

  /// Starts a cycle, with the pulses that have come in.
  void count_neighbours(PortMask pulses) {
    pulsed_ = false;
    for_each_bit(pulses & links_, [&](PortId p) { --leads_[p]; });
  }
  /// Not twice in a cycle: there is one pulse to tell of it.
  bool may_inject() const {
    bool may = !pulsed_;
    for_each_bit(links_, [&](PortId p) { may &= leads_[p] < lead_; });
    return may;
  }
  /// Whether a neighbour is ahead.
  bool behind() const {
    bool behind = false;
    for_each_bit(links_, [&](PortId p) { behind |= leads_[p] < 0; });
    return behind;
  }
  /// Counts a packet of this node, or a turn that it passes. Returns the links to pulse.
  PortMask count_own() {
    for_each_bit(links_, [&](PortId p) { ++leads_[p]; });
    pulsed_ = links_ != 0;
    return links_;
  }
  bool pulsed() const { return pulsed_; }

 private:
  PortMask links_;
  std::int32_t lead_;
  bool pulsed_ = false;              ///< In this cycle.
  PortArray<std::int32_t> leads_{};  ///< [port]
};

}  // namespace switchyard
