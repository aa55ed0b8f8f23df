#include "testbench/cosim/switch/model_switch.h"

namespace switchyard {

ModelSwitch::ModelSwitch(const SwitchShape& shape)
    : starts_(shape.starts),
      link_arbiters_(static_cast<std::size_t>(shape.ports)),
      lane_arbiters_(static_cast<std::size_t>(shape.ports)),
      allocator_(shape.ports) {
  ModelSwitch::reset();
}

void ModelSwitch::reset() {
  reset_arbiters(link_arbiters_, starts_.links);
  reset_arbiters(lane_arbiters_, starts_.input_lanes);
  allocator_.reset(starts_.allocator_inputs, starts_.allocator_outputs);
  vc_allocator_.reset(starts_.header_port, starts_.header_lanes);
}

VcMask ModelSwitch::pick(Arbiters& arbiters, PortId port, VcMask requests) {
  return bit<VcMask>(arbiters[static_cast<std::size_t>(port)].grant(requests));
}

}  // namespace switchyard
