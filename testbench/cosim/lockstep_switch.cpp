#include "testbench/cosim/lockstep_switch.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "testbench/cosim/model_switch.h"

namespace switchyard {
namespace {

std::string hex(std::uint32_t mask) { return fmt::format("{:#x}", mask); }

/// The 128 bits of a flit as the RTL has them on its pins, most significant first.
std::string hex(const Flit& flit) {
  return fmt::format("0x{:02x}{:02x}{:04x}{:08x}{:08x}{:08x}", flit.head ? 1 : 0, flit.vc, flit.remaining,
                     flit.payload, flit.destination, flit.packet);
}

}  // namespace

LockstepSwitch::LockstepSwitch(NodeId node, const SwitchShape& shape, std::unique_ptr<SwitchBlocks> rtl,
                               DivergenceLog& log)
    : node_(node), model_(std::make_unique<ModelSwitch>(shape)), rtl_(std::move(rtl)), log_(log) {}

void LockstepSwitch::reset() {
  model_->reset();
  rtl_->reset();
}

VcMask LockstepSwitch::pick_link_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_link_lane(port, requests);
  compare("link_arbiter", static_cast<std::size_t>(port), "gnt_o", model,
          rtl_->pick_link_lane(port, requests));
  return model;
}

VcMask LockstepSwitch::pick_input_lane(PortId port, VcMask requests) {
  const VcMask model = model_->pick_input_lane(port, requests);
  compare("lane_arbiter", static_cast<std::size_t>(port), "gnt_o", model,
          rtl_->pick_input_lane(port, requests));
  return model;
}

void LockstepSwitch::allocate(std::span<const PortMask> requests, std::span<PortMask> grants) {
  std::array<PortMask, kMaxPorts> rtl{};
  model_->allocate(requests, grants);
  rtl_->allocate(requests, std::span(rtl).first(grants.size()));
  for (std::size_t input = 0; input < grants.size(); ++input) {
    if (requests[input] != 0 || rtl[input] != 0)
      compare("allocator.gnt_o", input, "", grants[input], rtl[input]);
  }
}

Flit LockstepSwitch::cross(std::size_t input, std::size_t output, const Flit& flit) {
  compare("crossbar.data_o", output, "", flit, rtl_->cross(input, output, flit));
  return flit;
}

template <class Value>
void LockstepSwitch::compare(const char* block, std::size_t index, const char* pin, const Value& model,
                             const Value& rtl) {
  if (model == rtl) return;
  const char* const dot = *pin == '\0' ? "" : ".";
  log_.report(node_, fmt::format("{}[{}]{}{}", block, index, dot, pin), hex(model), hex(rtl));
}

}  // namespace switchyard
