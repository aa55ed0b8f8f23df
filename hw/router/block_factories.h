#pragma once

#include "hw/router/buffer_block.h"
#include "hw/router/merge_block.h"
#include "hw/router/switch_blocks.h"

namespace switchyard {

/// Where the parts of a router come from that RTL can stand in for; a router asks for those that it has.
struct BlockFactories {
  SwitchFactory make_switch = {};
  MergeFactory make_merge = {};
  BufferFactory make_buffers = {};
};

}  // namespace switchyard
