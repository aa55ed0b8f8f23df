#include "testbench/cosim/lockstep_switch.h"

#include <fmt/format.h>

#include <array>
#include <utility>
#include <vector>

#include "testbench/cosim/model_switch.h"

namespace switchyard {
namespace {

std::string hex(std::uint32_t mask) { return fmt::format("{:#x}", mask); }

/// The 128 bits of a flit as the RTL has them on its pins, most significant first.
std::string hex(const Flit& flit) {
  return fmt::format("0x{:02x}{:02x}{:04x}{:08x}{:08x}{:08x}", flit.head ? 1 : 0, flit.vc, flit.remaining,
                     flit.payload, flit.destination, flit.packet);
}

/// A mask with one bit, of any width.
std::string one_hot_hex(int bit) { return fmt::format("0x{:x}{:0>{}}", 1 << bit % 4, "", bit / 4); }

}  // namespace

LockstepSwitch::LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<SwitchBlocks> rtl,
                               DivergenceLog& log)
    : node_(node),
      ports_(static_cast<std::size_t>(shape.ports)),
      vcs_(shape.virtual_channels),
      model_(std::make_unique<ModelSwitch>(shape)),
      rtl_(std::move(rtl)),
      log_(log) {}

void LockstepSwitch::reset() {
  model_->reset();
  rtl_->reset();
}

VcMask LockstepSwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_link_lane(port, requests);
  compare("link_arbiter_{}.gnt_o", static_cast<std::size_t>(port), model,
          rtl_->pick_link_lane(port, requests));
  return model;
}

VcMask LockstepSwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_input_lane(port, requests);
  compare("lane_arbiter_{}.gnt_o", static_cast<std::size_t>(port), model,
          rtl_->pick_input_lane(port, requests));
  return model;
}

void LockstepSwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  std::array<PortMask, kMaxPorts> rtl{};
  model_->allocate(requests, grants);
  rtl_->allocate(requests, std::span(rtl).first(grants.size()));
  for (std::size_t input = 0; input < ports_; ++input) {
    compare("allocator.gnt_o[{}]", input, grants[input], rtl[input]);
  }
}

void LockstepSwitch::allocate_lanes(std::span<LaneRequest> requests) {
  std::vector<LaneRequest> rtl(requests.begin(), requests.end());
  model_->allocate_lanes(requests);
  rtl_->allocate_lanes(rtl);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (rtl[i].granted == requests[i].granted) continue;
    const std::string row = one_hot_hex(requests[i].out_port * vcs_ + requests[i].out_vc);
    const int lane = requests[i].port * vcs_ + requests[i].vc;
    log_.report(node_, fmt::format("rtl.vc_allocator.gnt_o[{}]", lane), requests[i].granted ? row : "0x0",
                rtl[i].granted ? row : "0x0");
  }
}

Flit LockstepSwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  compare("crossbar.data_o[{}]", output, flit, rtl_->cross(input, output, flit));
  return flit;
}

/// `signal`: its path below the RTL of the router, with {} for the index.
template <class Value>
void LockstepSwitch::compare(const char* signal, std::size_t index, const Value& model, const Value& rtl) {
  if (model == rtl) return;
  log_.report(node_, "rtl." + fmt::format(fmt::runtime(signal), index), hex(model), hex(rtl));
}

}  // namespace switchyard
