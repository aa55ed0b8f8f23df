#include "testbench/cosim/switch/lockstep_switch.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepSwitch::LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<RtlSwitch> rtl,
                               DivergenceLog& log)
    : model_(shape), rtl_(std::move(rtl)), places_(rtl_->places()), comparison_(node, rtl_->layout(), log) {
  rtl_->on_settled([this](Cycle cycle) { comparison_.compare(cycle, rtl_->outputs()); });
}

void LockstepSwitch::reset() {
  model_.reset();
  rtl_->reset();
  comparison_.reset();
}

VcMask LockstepSwitch::pick_output_vc(PortId port, VcMask requests) {
  rtl_->request_output_vc(port, requests);
  const VcMask grant = model_.pick_output_vc(port, requests);
  comparison_.expected()[places_.link_grant(port)] = grant;
  return grant;
}

VcMask LockstepSwitch::pick_input_vc(PortId port, VcMask requests) {
  rtl_->request_input_vc(port, requests);
  const VcMask grant = model_.pick_input_vc(port, requests);
  comparison_.expected()[places_.vc_grant(port)] = grant;
  return grant;
}

void LockstepSwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  rtl_->request_ports(requests);
  model_.allocate(requests, grants);
  std::copy_n(grants.begin(), grants.size(), comparison_.expected().data() + places_.grants);
}

void LockstepSwitch::allocate_vcs(std::span<VcRequest> requests) {
  rtl_->request_vcs(requests);
  model_.allocate_vcs(requests);
  for (const VcRequest& request : requests) {
    if (request.granted) comparison_.expected()[places_.header_word(request)] |= places_.header_bit(request);
  }
}

Flit LockstepSwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  rtl_->send(input, output, flit);
  const FlitWords words = bytes_of(flit);
  std::copy(words.begin(), words.end(), comparison_.expected().data() + places_.flit(output));
  return flit;
}

}  // namespace switchyard
