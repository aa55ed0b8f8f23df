#include "testbench/cosim/block_fault.h"

#include <algorithm>
#include <regex>
#include <stdexcept>

namespace switchyard {
namespace {

constexpr std::array<const char*, 7> kBlocks{"link_arbiter", "lane_arbiter", "allocator",   "vc_allocator",
                                             "crossbar",     "merge_switch", "node_buffers"};

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
                              "lane_arbiter, allocator, vc_allocator, crossbar, merge_switch, node_buffers");
}

}  // namespace switchyard
