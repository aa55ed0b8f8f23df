#include "testbench/cosim/block_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <stdexcept>

#include "testbench/cosim/model_buffers.h"
#include "testbench/cosim/model_merge.h"
#include "testbench/cosim/model_switch.h"

namespace switchyard {
namespace {

constexpr std::array<const char*, 8> kBlocks{"link_arbiter", "lane_arbiter", "allocator",    "vc_allocator",
                                             "crossbar",     "merge_switch", "node_buffers", "vc_router"};

const char* name_of(BlockFault::Block block) { return kBlocks[static_cast<std::size_t>(block)]; }

/// The blocks of a router that RTL stands in for, with their numbers of ports or outputs.
std::map<BlockFault::Block, std::size_t> blocks_of(const Design& design, NodeId node) {
  using Block = BlockFault::Block;
  std::map<Block, std::size_t> blocks;
  if (!design.has_blocks) return blocks;
  design.make_router_around(node, {[&](NodeId, const SwitchShape& shape) {
                                     const auto ports = static_cast<std::size_t>(shape.ports);
                                     blocks[Block::LinkArbiter] = ports;
                                     blocks[Block::Crossbar] = shape.crossbar_ways;
                                     if (shape.allocates_lanes) blocks[Block::VcAllocator] = ports;
                                     if (shape.crossbar_ways == ports)
                                       blocks[Block::LaneArbiter] = blocks[Block::Allocator] = ports;
                                     return std::make_unique<ModelSwitch>(shape);
                                   },
                                   [&](NodeId, const MergeSite& site) {
                                     blocks[Block::MergeSwitch] = site.splits ? 2 : 1;
                                     return std::make_unique<ModelMerge>(site);
                                   },
                                   [&](NodeId, const BufferSite& site) {
                                     blocks[Block::NodeBuffers] = TurnBuffers::kPorts;
                                     return std::make_unique<ModelBuffers>(site);
                                   }});
  return blocks;
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
  throw std::invalid_argument(
      "fault \"" + text +
      "\" is not of the form router_5.BLOCK_2@1000, with BLOCK one of link_arbiter, "
      "lane_arbiter, allocator, vc_allocator, crossbar, merge_switch, node_buffers, vc_router");
}

void require_block(const BlockFault& fault, const Design& design, bool whole_routers) {
  const NodeId nodes = design.topology->node_count();
  if (fault.node >= nodes)
    throw std::invalid_argument(
        fmt::format("--fault: there is no router_{}: routers are 0..{}", fault.node, nodes - 1));
  using Blocks = std::map<BlockFault::Block, std::size_t>;
  const Blocks blocks =
      whole_routers
          ? Blocks{{BlockFault::Block::VcRouter, static_cast<std::size_t>(design.topology->port_count())}}
          : blocks_of(design, fault.node);
  const auto found = blocks.find(fault.block);
  if (found != blocks.end() && fault.index < found->second) return;
  std::string there;
  for (const auto& [block, count] : blocks)
    there += fmt::format("{}{}_0..{}", there.empty() ? "" : ", ", name_of(block), count - 1);
  throw std::invalid_argument(fmt::format("--fault: router_{} has no {}_{}; its blocks are {}", fault.node,
                                          name_of(fault.block), fault.index, there.empty() ? "none" : there));
}

std::string why_never_put_in(const BlockFault& fault, Cycle cycles) {
  using Block = BlockFault::Block;
  if (cycles <= fault.from)
    return fmt::format("the run ended after {} cycles, before cycle {}", cycles, fault.from);
  const std::string block = fmt::format("router_{}.{}_{}", fault.node, name_of(fault.block), fault.index);
  const bool arbitrates = fault.block == Block::LinkArbiter || fault.block == Block::LaneArbiter;
  const bool allocates = fault.block == Block::Allocator || fault.block == Block::VcAllocator;
  if (!arbitrates && !allocates)
    return fmt::format("nothing left through {} from cycle {} on", block, fault.from);
  if (fault.use->answers == 0) return fmt::format("{} was never asked from cycle {} on", block, fault.from);
  return fmt::format("{} was asked {} times from cycle {} on, but {}", block, fault.use->answers, fault.from,
                     arbitrates ? "two lanes never asked at once, so there was no other to grant"
                                : "granted nothing that could be taken back");
}

}  // namespace switchyard
