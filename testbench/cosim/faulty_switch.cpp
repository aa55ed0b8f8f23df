#include "testbench/cosim/faulty_switch.h"

namespace switchyard {
namespace {

/// Another of the requesters, if there is one.
VcMask other_than(VcMask grant, VcMask requests) {
  const auto others = static_cast<VcMask>(requests & ~grant);
  return others == 0 ? grant : static_cast<VcMask>(others & -others);
}

}  // namespace

using Block = BlockFault::Block;

VcMask FaultySwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_link_lane(port, requests);
  return fault_.spoil(Block::LinkArbiter, static_cast<std::size_t>(port), grant, other_than(grant, requests));
}

VcMask FaultySwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_input_lane(port, requests);
  return fault_.spoil(Block::LaneArbiter, static_cast<std::size_t>(port), grant, other_than(grant, requests));
}

void FaultySwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  blocks_->allocate(requests, grants);
  for (std::size_t input = 0; input < grants.size(); ++input) {
    if (requests[input] != 0)
      grants[input] = fault_.spoil(Block::Allocator, input, grants[input], PortMask{0});
  }
}

void FaultySwitch::allocate_lanes(std::span<LaneRequest> requests) {
  blocks_->allocate_lanes(requests);
  for (LaneRequest& request : requests) {
    request.granted =
        fault_.spoil(Block::VcAllocator, static_cast<std::size_t>(request.port), request.granted, false);
  }
}

Flit FaultySwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  return fault_.spoil(Block::Crossbar, output, blocks_->cross(input, output, flit));
}

}  // namespace switchyard
