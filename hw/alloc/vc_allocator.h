#pragma once

#include <array>
#include <span>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/types.h"

namespace switchyard {

/// A header at the front of an input lane, and the output lane that it asks for.
struct LaneRequest {
  PortId port = 0;  ///< Of the input lane.
  VcId vc = 0;
  PortId out_port = 0;
  VcId out_vc = 0;
  bool granted = false;
  friend bool operator==(const LaneRequest&, const LaneRequest&) = default;
};

/// VC allocator for one header per cycle: binds a waiting header to the output lane that it asks for.
///
/// The first port with a request is served, from the port after the last one served on; of its lanes, the
/// first from the lane after its own last one on. Every grant is taken. It is what DuatoRouter does with
/// headers_per_cycle 1, as a block.
///
/// Shapes:  requests: at most one for each input lane, in any order.
/// RTL:     rtl/allocator/vc_allocator.sv
class VcAllocator {
 public:
  /// Where the arbiter of the ports starts, and [port] that of its lanes; those that are not given, at 0.
  void reset(int port_start = 0, std::span<const int> lane_starts = {}) {
    ports_.reset(port_start);
    reset_arbiters(lanes_, lane_starts);
  }

  /// Sets `granted` of every request; true for one of them.
  void allocate(std::span<LaneRequest> requests) {
    std::array<VcMask, kMaxPorts> headers{};  // [port]: lanes with a request.
    PortMask waiting = 0;
    for (const LaneRequest& request : requests) {
      headers[static_cast<std::size_t>(request.port)] |= bit<VcMask>(request.vc);
      waiting |= bit<PortMask>(request.port);
    }
    if (waiting == 0) return;
    const PortId port = ports_.grant(waiting);
    const auto p = static_cast<std::size_t>(port);
    const VcId vc = lanes_[p].grant(headers[p]);
    for (LaneRequest& request : requests) request.granted = request.port == port && request.vc == vc;
  }

 private:
  RoundRobinArbiter ports_;
  std::array<RoundRobinArbiter, kMaxPorts> lanes_{};  ///< [port]
};

}  // namespace switchyard
