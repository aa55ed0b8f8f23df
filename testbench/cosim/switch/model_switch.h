#pragma once

#include <memory>
#include <vector>

#include "hw/alloc/port_allocator.h"
#include "hw/alloc/round_robin_arbiter.h"
#include "hw/alloc/vc_allocator.h"
#include "hw/router/vc/switch_blocks.h"

namespace switchyard {

/// The C++ blocks behind the interface: the model's side of a lockstep pair.
class ModelSwitch final : public SwitchBlocks {
 public:
  explicit ModelSwitch(const SwitchShape& shape);

  void reset() override;
  VcMask pick_output_vc(PortId port, VcMask requests) override {
    return pick(link_arbiters_, port, requests);
  }
  VcMask pick_input_vc(PortId port, VcMask requests) override {
    return pick(input_arbiters_, port, requests);
  }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    allocator_->allocate(requests, grants);
  }
  void allocate_vcs(std::span<VcRequest> requests) override { vc_allocator_.allocate(requests); }
  void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) override {
    vc_matching_->allocate(requests, grants);
  }
  Flit cross(std::size_t, std::size_t, const Flit& flit) override { return flit; }
  void end_cycle() override {}  // Its priorities have moved on.

 private:
  using Arbiters = std::vector<RoundRobinArbiter>;
  static VcMask pick(Arbiters& arbiters, PortId port, VcMask requests);

  SwitchStarts starts_;
  Arbiters link_arbiters_;   ///< [output port]
  Arbiters input_arbiters_;  ///< [input port]
  std::unique_ptr<PortAllocator> allocator_;
  VcAllocator vc_allocator_;
  std::unique_ptr<VcMatching> vc_matching_;  ///< Null if head flits are not matched.
};

}  // namespace switchyard
