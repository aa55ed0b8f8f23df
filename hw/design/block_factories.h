#pragma once

#include "hw/router/chaos/visit_block.h"
#include "hw/router/circuit/circuit_block.h"
#include "hw/router/combining/merge_block.h"
#include "hw/router/exchange/exchange_block.h"
#include "hw/router/mesh/buffer_block.h"
#include "hw/router/queues/queue_block.h"
#include "hw/router/sorting/compare_block.h"
#include "hw/router/vc/switch_blocks.h"

namespace switchyard {

/// Where the parts of a router come from that RTL can stand in for; a router asks for those that it has.
struct BlockFactories {
  SwitchFactory make_switch = {};
  MergeFactory make_merge = {};
  BufferFactory make_buffers = {};
  CircuitFactory make_circuit = {};
  CompareFactory make_compare = {};
  QueueFactory make_queues = {};
  VisitFactory make_visits = {};
  ExchangeFactory make_exchange = {};
};

}  // namespace switchyard
