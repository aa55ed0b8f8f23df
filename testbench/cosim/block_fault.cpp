#include "testbench/cosim/block_fault.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <regex>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr std::array<const char*, 18> kBlocks{
    "link_arbiter",    "input_arbiter",   "allocator",       "vc_allocator",     "crossbar",
    "merge_switch",    "node_buffers",    "tag_switch",      "compare_exchange", "queue_switch",
    "visit_sequencer", "exchange_switch", "vc_router",       "queue_router",     "chaos_router",
    "exchange_router", "mesh_router",     "combining_router"};

}  // namespace

const char* name_of(BlockFault::Block block) { return kBlocks[static_cast<std::size_t>(block)]; }

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
  if (parts[2] == "lane_arbiter")
    throw std::invalid_argument("fault \"" + text + "\": lane_arbiter is called input_arbiter now");
  throw std::invalid_argument(
      fmt::format("fault \"{}\" is not of the form router_5.BLOCK_2@1000, with BLOCK one of {}", text,
                  fmt::join(kBlocks, ", ")));
}

std::string why_never_put_in(const BlockFault& fault, Cycle cycles) {
  using Block = BlockFault::Block;
  if (cycles <= fault.from)
    return fmt::format("the run ended after {} cycles, before cycle {}", cycles, fault.from);
  const std::string block = fmt::format("router_{}.{}_{}", fault.node, name_of(fault.block), fault.index);
  const bool arbitrates = fault.block == Block::LinkArbiter || fault.block == Block::InputArbiter;
  const bool allocates = fault.block == Block::Allocator || fault.block == Block::VcAllocator;
  if (!arbitrates && !allocates)
    return fmt::format("nothing left through {} from cycle {} on", block, fault.from);
  if (fault.use->answers == 0) return fmt::format("{} was never asked from cycle {} on", block, fault.from);
  return fmt::format("{} was asked {} times from cycle {} on, but {}", block, fault.use->answers, fault.from,
                     arbitrates ? "two VCs never asked at once, so there was no other to grant"
                                : "granted nothing that could be taken back");
}

}  // namespace switchyard
