#pragma once

#include <algorithm>
#include <memory>
#include <utility>

#include "testbench/cosim/flit_words.h"
#include "testbench/cosim/switch/rtl_switch.h"

namespace switchyard {

/// The blocks of a router are RTL, and what it answers is what they do.
class RtlAnswers final : public SwitchBlocks {
 public:
  explicit RtlAnswers(std::unique_ptr<RtlSwitch> rtl) : rtl_(std::move(rtl)), places_(rtl_->places()) {}

  void reset() override { rtl_->reset(); }
  VcMask pick_output_vc(PortId port, VcMask requests) override {
    rtl_->request_output_vc(port, requests);
    return static_cast<VcMask>(rtl_->evaluate()[places_.link_grant(port)]);
  }
  VcMask pick_input_vc(PortId port, VcMask requests) override {
    rtl_->request_input_vc(port, requests);
    return static_cast<VcMask>(rtl_->evaluate()[places_.vc_grant(port)]);
  }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    rtl_->request_ports(requests);
    std::copy_n(rtl_->evaluate().data() + places_.grants, grants.size(), grants.begin());
  }
  void allocate_vcs(std::span<VcRequest> requests) override {
    rtl_->request_vcs(requests);
    const PinWords& outputs = rtl_->evaluate();
    for (VcRequest& request : requests)
      request.granted = (outputs[places_.header_word(request)] & places_.header_bit(request)) != 0;
  }
  void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) override {
    rtl_->request_matching(requests);
    std::copy_n(rtl_->evaluate().data() + places_.matching, grants.size(), grants.begin());
  }
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override {
    rtl_->send(input, output, flit);
    FlitWords words;
    std::copy_n(rtl_->evaluate().data() + places_.flit(output), words.size(), words.begin());
    return flit_of_bytes(words);
  }
  void end_cycle() override { rtl_->end_cycle(); }

 private:
  std::unique_ptr<RtlSwitch> rtl_;
  SwitchPlaces places_;
};

}  // namespace switchyard
