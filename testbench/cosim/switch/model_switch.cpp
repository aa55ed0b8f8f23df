#include "testbench/cosim/switch/model_switch.h"

#include "hw/alloc/arbiter_array.h"

namespace switchyard {

ModelSwitch::ModelSwitch(const SwitchShape& shape)
    : starts_(shape.starts),
      link_arbiters_(shape.ports),
      input_arbiters_(shape.ports),
      allocator_(make_port_allocator(shape.allocator, shape.ports)) {
  if (shape.vc_allocator)
    vc_matching_ = make_vc_matching(*shape.vc_allocator, shape.ports * shape.virtual_channels);
  ModelSwitch::reset();
}

void ModelSwitch::reset() {
  reset_arbiters(link_arbiters_, starts_.links);
  reset_arbiters(input_arbiters_, starts_.input_vcs);
  allocator_->reset(starts_.allocator());
  vc_allocator_.reset(starts_.va_port, starts_.va_vcs);
  if (vc_matching_ != nullptr) vc_matching_->reset(starts_.vc_matching());
}

VcMask ModelSwitch::pick(Arbiters& arbiters, PortId port, VcMask requests) {
  return bit<VcMask>(arbiters[port].grant(requests));
}

}  // namespace switchyard
