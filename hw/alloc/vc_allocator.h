#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "hw/alloc/round_robin_arbiter.h"
#include "hw/base/types.h"

namespace switchyard {

/// VC allocator for one header per cycle: binds a waiting header to the output lane that it asks for.
///
/// The first port with a request is served, from the port after the last one served on; of its lanes, the
/// first from the lane after its own last one on. Every grant is taken. It is what DuatoRouter does with
/// headers_per_cycle 1, as a block.
///
/// Shapes:  requests[i]: the output lane that the header of input lane i asks for, a mask of one bit or 0;
///          grants[i]: the same if it gets it, else 0. Lane = port * vcs + vc, 64 lanes at the most.
/// RTL:     rtl/allocator/vc_allocator.sv
class VcAllocator {
 public:
  VcAllocator(int ports, int vcs) : port_count_(ports), vcs_(vcs) {}

  void reset() {
    ports_.reset();
    lanes_.fill({});
  }

  void allocate(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) {
    std::array<VcMask, kMaxPorts> headers{};  // [port]: lanes with a request.
    PortMask waiting = 0;
    for (int lane = 0; lane < port_count_ * vcs_; ++lane) {
      grants[static_cast<std::size_t>(lane)] = 0;
      if (requests[static_cast<std::size_t>(lane)] == 0) continue;
      headers[static_cast<std::size_t>(lane / vcs_)] |= bit<VcMask>(lane % vcs_);
      waiting |= bit<PortMask>(lane / vcs_);
    }
    if (waiting == 0) return;
    const int port = ports_.grant(waiting);
    const auto p = static_cast<std::size_t>(port);
    const int vc = lanes_[p].grant(headers[p]);
    const auto lane = static_cast<std::size_t>(port * vcs_ + vc);
    grants[lane] = requests[lane];
  }

 private:
  int port_count_;
  int vcs_;
  RoundRobinArbiter ports_;
  std::array<RoundRobinArbiter, kMaxPorts> lanes_{};  ///< [port]
};

}  // namespace switchyard
