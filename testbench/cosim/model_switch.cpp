#include "testbench/cosim/model_switch.h"

namespace switchyard {

ModelSwitch::ModelSwitch(const SwitchShape& shape)
    : link_arbiters_(static_cast<std::size_t>(shape.ports)),
      lane_arbiters_(static_cast<std::size_t>(shape.ports)),
      allocator_(shape.ports) {}

void ModelSwitch::reset() {
  for (Arbiters* arbiters : {&link_arbiters_, &lane_arbiters_}) {
    for (RoundRobinArbiter& arbiter : *arbiters) arbiter.reset();
  }
  allocator_.reset();
  vc_allocator_.reset();
}

VcMask ModelSwitch::pick(Arbiters& arbiters, PortId port, VcMask requests) {
  return bit<VcMask>(arbiters[static_cast<std::size_t>(port)].grant(requests));
}

}  // namespace switchyard
