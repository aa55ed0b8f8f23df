#pragma once

#include <array>
#include <optional>

#include "hw/base/bits.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// One router core, driven by hand: what arrives in the next step, a step, and what the last step sent.
class CoreBench {
 public:
  /// `core` need not be constructed yet: it is a member of what derives from this.
  explicit CoreBench(RouterCore& core) : core_(core) {}

  void flit(PortId p, const Flit& flit) {
    flits_[static_cast<std::size_t>(p)] = flit;
    inputs_.flit_ports |= bit<PortMask>(p);
  }
  void credit(PortId p, VcId vc = 0) {
    VcMask& credits = credits_[static_cast<std::size_t>(p)];
    credits = static_cast<VcMask>(credits | bit<VcMask>(vc));
    inputs_.credit_ports |= bit<PortMask>(p);
  }
  void request(PortId p) { inputs_.request_ports |= bit<PortMask>(p); }

  const PortOutputs& step() {
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    outputs_.clear();
    awake_ = core_.step(inputs_, outputs_);
    inputs_ = {};
    credits_.fill(0);
    return outputs_;
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }
  /// Steps until nothing happens any more.
  void settle() {
    do step();
    while (awake_);
  }

  /// The flit that the last step sent out of this port.
  std::optional<Flit> sent(PortId p) const {
    if ((outputs_.flit_ports & bit<PortMask>(p)) == 0) return std::nullopt;
    return outputs_.flits[static_cast<std::size_t>(p)];
  }
  bool returned(PortId p, VcId vc = 0) const {
    if ((outputs_.credit_ports & bit<PortMask>(p)) == 0) return false;
    return (outputs_.credits[static_cast<std::size_t>(p)] & bit<VcMask>(vc)) != 0;
  }
  BufferView buffer(const BufferRef& ref) const {
    BufferView found;
    core_.visit_buffers([&](const BufferView& view) {
      if (view.buffer == ref) found = view;
    });
    return found;
  }
  bool awake() const { return awake_; }
  const PortOutputs& outputs() const { return outputs_; }

 private:
  RouterCore& core_;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
  PortOutputs outputs_;
  bool awake_ = false;
};

}  // namespace switchyard
