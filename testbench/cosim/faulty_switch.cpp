#include "testbench/cosim/faulty_switch.h"

#include <algorithm>
#include <array>
#include <regex>
#include <stdexcept>
#include <utility>

namespace switchyard {
namespace {

constexpr std::array<const char*, 6> kBlocks{"link_arbiter", "lane_arbiter", "allocator",
                                             "vc_allocator", "crossbar",     "merge_switch"};

/// Another of the requesters, if there is one.
VcMask other_than(VcMask grant, VcMask requests) {
  const auto others = static_cast<VcMask>(requests & ~grant);
  return others == 0 ? grant : static_cast<VcMask>(others & -others);
}

}  // namespace

BlockFault parse_block_fault(const std::string& text) {
  static const std::regex kForm("router_(\\d{1,9})\\.([a-z_]+)_(\\d{1,9})@(\\d{1,18})");
  std::smatch parts;
  if (std::regex_match(text, parts, kForm)) {
    const auto block = std::find(kBlocks.begin(), kBlocks.end(), parts[2].str());
    if (block != kBlocks.end()) {
      return {static_cast<BlockFault::Block>(block - kBlocks.begin()),
              static_cast<NodeId>(std::stoul(parts[1])), std::stoul(parts[3]), std::stoull(parts[4])};
    }
  }
  throw std::invalid_argument("fault \"" + text +
                              "\" is not of the form router_5.BLOCK_2@1000, with BLOCK one of link_arbiter, "
                              "lane_arbiter, allocator, vc_allocator, crossbar, merge_switch");
}

FaultySwitch::FaultySwitch(std::unique_ptr<SwitchBlocks> blocks, const BlockFault& fault,
                           std::function<Cycle()> now)
    : blocks_(std::move(blocks)), fault_(fault), now_(std::move(now)) {}

VcMask FaultySwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_link_lane(port, requests);
  const bool spoilt = hits(BlockFault::Block::LinkArbiter, static_cast<std::size_t>(port));
  return spoilt ? other_than(grant, requests) : grant;
}

VcMask FaultySwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask grant = blocks_->pick_input_lane(port, requests);
  const bool spoilt = hits(BlockFault::Block::LaneArbiter, static_cast<std::size_t>(port));
  return spoilt ? other_than(grant, requests) : grant;
}

void FaultySwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  blocks_->allocate(requests, grants);
  if (fault_.index < grants.size() && hits(BlockFault::Block::Allocator, fault_.index))
    grants[fault_.index] = 0;
}

void FaultySwitch::allocate_lanes(std::span<LaneRequest> requests) {
  blocks_->allocate_lanes(requests);
  for (LaneRequest& request : requests) {
    if (request.granted && hits(BlockFault::Block::VcAllocator, static_cast<std::size_t>(request.port)))
      request.granted = false;
  }
}

Flit FaultySwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  Flit crossed = blocks_->cross(input, output, flit);
  if (hits(BlockFault::Block::Crossbar, output)) crossed.payload ^= 1;
  return crossed;
}

}  // namespace switchyard
