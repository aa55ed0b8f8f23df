#include "testbench/cosim/faulty_switch.h"

namespace switchyard {
namespace {

/// Another of the requesters, if there is one.
VcMask other_than(VcMask grant, VcMask requests) {
  const auto others = static_cast<VcMask>(requests & ~grant);
  return others == 0 ? grant : static_cast<VcMask>(others & -others);
}

}  // namespace

VcMask FaultySwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_link_lane(port, requests);
  const bool spoilt = fault_.hits(BlockFault::Block::LinkArbiter, static_cast<std::size_t>(port));
  return spoilt ? other_than(grant, requests) : grant;
}

VcMask FaultySwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_input_lane(port, requests);
  const bool spoilt = fault_.hits(BlockFault::Block::LaneArbiter, static_cast<std::size_t>(port));
  return spoilt ? other_than(grant, requests) : grant;
}

void FaultySwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  blocks_->allocate(requests, grants);
  for (std::size_t input = 0; input < grants.size(); ++input) {
    if (fault_.hits(BlockFault::Block::Allocator, input)) grants[input] = 0;
  }
}

void FaultySwitch::allocate_lanes(std::span<LaneRequest> requests) {
  blocks_->allocate_lanes(requests);
  for (LaneRequest& request : requests) {
    if (request.granted &&
        fault_.hits(BlockFault::Block::VcAllocator, static_cast<std::size_t>(request.port)))
      request.granted = false;
  }
}

Flit FaultySwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  Flit crossed = blocks_->cross(input, output, flit);
  if (fault_.hits(BlockFault::Block::Crossbar, output)) crossed.payload ^= 1;
  return crossed;
}

}  // namespace switchyard
