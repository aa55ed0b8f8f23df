#pragma once

#include <span>

#include "hw/alloc/arbiter_array.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/port_array.h"
#include "hw/base/types.h"

namespace switchyard {

/// A head flit at the front of an input VC, and the output VC that it asks for.
struct VcRequest {
  PortId port = 0;  ///< Of the input VC.
  VcId vc = 0;
  PortId out_port = 0;
  VcId out_vc = 0;
  bool granted = false;
  friend bool operator==(const VcRequest&, const VcRequest&) = default;
};

/// VC allocator for one head flit per cycle: gives a waiting head flit the output VC that it asks for.
///
/// The first port with a request is served, from the port after the last one served on; of its VCs, the
/// first from the VC after its own last one on. Every grant is taken. It is what DuatoRouter does with
/// vc_allocations_per_cycle 1, as a block.
///
/// Shapes:  requests: at most one for each input VC, in any order.
/// RTL:     rtl/allocator/vc_allocator.sv
class VcAllocator {
 public:
  /// Where the arbiter of the ports starts, and [port] that of its VCs; those that are not given, at 0.
  void reset(int port_start = 0, std::span<const int> vc_starts = {}) {
    ports_.reset(port_start);
    reset_arbiters(vc_arbiters_, vc_starts);
  }

  /// Sets `granted` of every request; true for one of them.
  void allocate(std::span<VcRequest> requests) {
    PortArray<VcMask> waiting_vcs{};  // [port]: VCs with a request.
    PortMask waiting = 0;
    for (const VcRequest& request : requests) {
      waiting_vcs[request.port].set(request.vc);
      waiting.set(request.port);
    }
    if (waiting == 0) return;
    const PortId port = ports_.grant(waiting);
    const VcId vc = vc_arbiters_[port].grant(waiting_vcs[port]);
    for (VcRequest& request : requests) request.granted = request.port == port && request.vc == vc;
  }

 private:
  RoundRobinArbiter ports_;
  PortArray<RoundRobinArbiter> vc_arbiters_{};  ///< [port]
};

}  // namespace switchyard
