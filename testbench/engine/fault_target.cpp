#include "testbench/engine/fault_target.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

#include "hw/router/circuit/circuit_switch.h"
#include "testbench/cosim/buffers/model_buffers.h"
#include "testbench/cosim/chaos/model_visits.h"
#include "testbench/cosim/circuit/circuit_pins.h"
#include "testbench/cosim/exchange/model_exchange.h"
#include "testbench/cosim/merge/model_merge.h"
#include "testbench/cosim/queues/model_queues.h"
#include "testbench/cosim/router/own_rtl.h"
#include "testbench/cosim/router/whole_router.h"
#include "testbench/cosim/switch/model_switch.h"

namespace switchyard {
namespace {

/// The blocks of a router that RTL stands in for, with their numbers of ports or outputs.
std::map<BlockFault::Block, std::size_t> blocks_of(const Design& design, NodeId node) {
  using Block = BlockFault::Block;
  std::map<Block, std::size_t> blocks;
  if (!design.router.has_blocks) return blocks;
  design.make_router_around(node, {[&](NodeId, const SwitchShape& shape) {
                                     const std::size_t ports = shape.ports;
                                     blocks[Block::LinkArbiter] = ports;
                                     blocks[Block::Crossbar] = shape.crossbar_size;
                                     if (shape.allocates_vcs || shape.vc_allocator)
                                       blocks[Block::VcAllocator] = ports;
                                     if (shape.crossbar_size == ports)
                                       blocks[Block::InputArbiter] = blocks[Block::Allocator] = ports;
                                     return std::make_unique<ModelSwitch>(shape);
                                   },
                                   [&](NodeId, const MergeSite& site) {
                                     blocks[Block::MergeSwitch] = site.splits ? 2 : 1;
                                     return std::make_unique<ModelMerge>(site);
                                   },
                                   [&](NodeId, const BufferSite& site) {
                                     blocks[Block::NodeBuffers] = TurnBuffers::kPorts;
                                     return std::make_unique<ModelBuffers>(site);
                                   },
                                   [&](NodeId, const CircuitSite& site) {
                                     blocks[Block::TagSwitch] = switch_size(site);
                                     return std::make_unique<CircuitSwitch>(site);
                                   },
                                   [&](NodeId, const CompareSite&) {
                                     blocks[Block::CompareExchange] = 1;
                                     return std::make_unique<ModelCompare>();
                                   },
                                   [&](const QueueSite& site) {
                                     blocks[Block::QueueSwitch] = site.ports - 1;
                                     return std::make_unique<ModelQueues>(site);
                                   },
                                   [&](const VisitSite& site) {
                                     blocks[Block::VisitSequencer] = site.channels;
                                     return std::make_unique<ModelVisits>(site);
                                   },
                                   [&](const ExchangeSite& site) {
                                     blocks[Block::ExchangeSwitch] = site.ports - 1;
                                     return std::make_unique<ModelExchange>(site);
                                   }});
  return blocks;
}

/// A router that a project brings is called as the one whose pins it has.
BlockFault::Block block_of_whole_router(const Design& design) {
  return own_rtl(design) != nullptr ? BlockFault::Block::VcRouter : whole_router(design).block;
}

}  // namespace

void require_block(const BlockFault& fault, const Design& design, bool whole_routers) {
  const NodeId nodes = design.topology->node_count();
  if (fault.node >= nodes)
    throw std::invalid_argument(
        fmt::format("--fault: there is no router_{}: routers are 0..{}", fault.node, nodes - 1));
  using Blocks = std::map<BlockFault::Block, std::size_t>;
  const Blocks blocks =
      whole_routers
          ? Blocks{{block_of_whole_router(design), static_cast<std::size_t>(design.topology->port_count())}}
          : blocks_of(design, fault.node);
  const auto found = blocks.find(fault.block);
  if (found != blocks.end() && fault.index < found->second) return;
  std::string there;
  for (const auto& [block, count] : blocks)
    there += fmt::format("{}{}_0..{}", there.empty() ? "" : ", ", name_of(block), count - 1);
  throw std::invalid_argument(fmt::format("--fault: router_{} has no {}_{}; its blocks are {}", fault.node,
                                          name_of(fault.block), fault.index, there.empty() ? "none" : there));
}

}  // namespace switchyard
