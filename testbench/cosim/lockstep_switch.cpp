#include "testbench/cosim/lockstep_switch.h"

#include <array>
#include <utility>
#include <vector>

#include "testbench/cosim/model_switch.h"

namespace switchyard {
namespace {

/// The 128 bits of a flit as the RTL has them on its pins, most significant first.
std::string flit_text(const Flit& flit) {
  return fmt::format("0x{:02x}{:02x}{:04x}{:08x}{:08x}{:08x}", flit.head ? 1 : 0, flit.vc, flit.remaining,
                     flit.payload, flit.destination, flit.packet);
}

/// A mask with one bit, of any width.
std::string one_hot_text(int bit) { return fmt::format("0x{:x}{:0>{}}", 1 << bit % 4, "", bit / 4); }

}  // namespace

LockstepSwitch::LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<SwitchBlocks> rtl,
                               DivergenceLog& log)
    : comparison_(node, log),
      ports_(static_cast<std::size_t>(shape.ports)),
      vcs_(shape.virtual_channels),
      model_(std::make_unique<ModelSwitch>(shape)),
      rtl_(std::move(rtl)) {}

void LockstepSwitch::reset() {
  model_->reset();
  rtl_->reset();
}

VcMask LockstepSwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_link_lane(port, requests);
  comparison_.expect_equal("link_arbiter_{}.gnt_o", static_cast<std::size_t>(port), model,
                           rtl_->pick_link_lane(port, requests), mask_text);
  return model;
}

VcMask LockstepSwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_input_lane(port, requests);
  comparison_.expect_equal("lane_arbiter_{}.gnt_o", static_cast<std::size_t>(port), model,
                           rtl_->pick_input_lane(port, requests), mask_text);
  return model;
}

void LockstepSwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  std::array<PortMask, kMaxPorts> rtl{};
  model_->allocate(requests, grants);
  rtl_->allocate(requests, std::span(rtl).first(grants.size()));
  for (std::size_t input = 0; input < ports_; ++input) {
    comparison_.expect_equal("allocator.gnt_o[{}]", input, grants[input], rtl[input], mask_text);
  }
}

void LockstepSwitch::allocate_lanes(std::span<LaneRequest> requests) {
  std::vector<LaneRequest> rtl(requests.begin(), requests.end());
  model_->allocate_lanes(requests);
  rtl_->allocate_lanes(rtl);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const int lane = requests[i].port * vcs_ + requests[i].vc;
    comparison_.expect_equal("vc_allocator.gnt_o[{}]", static_cast<std::size_t>(lane), requests[i].granted,
                             rtl[i].granted, [&](bool granted) {
                               const int output = requests[i].out_port * vcs_ + requests[i].out_vc;
                               return granted ? one_hot_text(output) : "0x0";
                             });
  }
}

Flit LockstepSwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  comparison_.expect_equal("crossbar.data_o[{}]", output, flit, rtl_->cross(input, output, flit), flit_text);
  return flit;
}

}  // namespace switchyard
