#include "testbench/cosim/switch/lockstep_switch.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepSwitch::LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<RtlSwitch> rtl,
                               DivergenceLog& log)
    : Lockstep(node, std::make_unique<ModelSwitch>(shape), std::move(rtl), log),
      places_(this->rtl().places()) {}

VcMask LockstepSwitch::pick_output_vc(PortId port, VcMask requests) {
  rtl().request_output_vc(port, requests);
  const VcMask grant = model().pick_output_vc(port, requests);
  expected()[places_.link_grant(port)] = grant;
  return grant;
}

VcMask LockstepSwitch::pick_input_vc(PortId port, VcMask requests) {
  rtl().request_input_vc(port, requests);
  const VcMask grant = model().pick_input_vc(port, requests);
  expected()[places_.vc_grant(port)] = grant;
  return grant;
}

void LockstepSwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  rtl().request_ports(requests);
  model().allocate(requests, grants);
  std::copy_n(grants.begin(), grants.size(), expected().data() + places_.grants);
}

void LockstepSwitch::allocate_vcs(std::span<VcRequest> requests) {
  rtl().request_vcs(requests);
  model().allocate_vcs(requests);
  for (const VcRequest& request : requests) {
    if (request.granted) expected()[places_.header_word(request)] |= places_.header_bit(request);
  }
}

void LockstepSwitch::match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) {
  rtl().request_matching(requests);
  model().match_vcs(requests, grants);
  std::transform(grants.begin(), grants.end(),
                 expected().begin() + static_cast<std::ptrdiff_t>(places_.matching),
                 [](std::uint64_t grant) { return static_cast<std::uint32_t>(grant); });
}

Flit LockstepSwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  rtl().send(input, output, flit);
  const FlitWords words = bytes_of(flit);
  std::copy(words.begin(), words.end(), expected().data() + places_.flit(output));
  return flit;
}

}  // namespace switchyard
