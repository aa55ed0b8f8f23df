#pragma once

#include <memory>
#include <utility>

#include "hw/alloc/flit_fifo.h"
#include "hw/router/packet/injection_control.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Injection control in front of a router that knows nothing of it: packets of one flit wait here, and enter
/// the router one by one, when the control lets them.
///
/// Timing:  none of its own: a packet that may be injected enters the router in the cycle in which it comes.
/// Config:  links to neighbours with the same gate, the terminal port, packets of the router's injection
///          buffer, lead (see InjectionControl).
/// Errors:  those of FlitFifo, if more packets come than the injection buffer holds.
class InjectionGate final : public RouterCore {
 public:
  InjectionGate(std::unique_ptr<RouterCore> router, PortMask links, PortId terminal, int injection_buffer,
                int lead)
      : router_(std::move(router)), terminal_(terminal), control_(links, lead), waiting_(injection_buffer) {}

  void reset() override {
    router_->reset();
    control_.reset();
    waiting_.reset();
    inside_ = false;
  }

  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    control_.count_neighbours(inputs.request_ports);
    const auto terminal = bit<PortMask>(terminal_);
    if ((inputs.flit_ports & terminal) != 0) waiting_.push(inputs.flits[terminal_]);
    PortInputs passed = inputs;
    passed.flit_ports &= ~terminal;
    if (may_enter()) {
      for_each_bit(passed.flit_ports, [&](PortId p) { flits_[p] = inputs.flits[p]; });
      flits_[terminal_] = waiting_.front();
      waiting_.pop();
      inside_ = true;
      passed.flit_ports |= terminal;
      passed.flits = flits_.data();
      outputs.request_ports = control_.count_own();
    } else if (passes_turn()) {
      outputs.request_ports = control_.count_own();
    }
    const bool awake = router_->step(passed, outputs);
    if ((outputs.credit_ports & terminal) != 0) inside_ = false;
    return awake || control_.pulsed() || may_enter() || passes_turn();
  }

  void set_faulty_ports(PortMask ports) override { router_->set_faulty_ports(ports); }
  void prefetch_state() const override { router_->prefetch_state(); }
  void prefetch_flits(const PortInputs& inputs) const override { router_->prefetch_flits(inputs); }

  void visit_buffers(const std::function<void(const BufferView&)>& visit) const override {
    router_->visit_buffers([&](BufferView view) {
      if (view.buffer == BufferRef{Side::Input, terminal_, 0} && !waiting_.empty()) {
        view.occupancy += waiting_.size();
        if (view.front == nullptr) view.front = &waiting_.front();
      }
      visit(view);
    });
  }
  std::vector<WaitFor> waits_for(const BufferRef& buffer) const override {
    const bool waits_here = buffer == BufferRef{Side::Input, terminal_, 0} && !inside_;
    return waits_here ? std::vector<WaitFor>{} : router_->waits_for(buffer);  // The control ends every wait.
  }

 private:
  bool may_enter() const { return !waiting_.empty() && !inside_ && control_.may_inject(); }
  bool passes_turn() const { return waiting_.empty() && !inside_ && !control_.pulsed() && control_.behind(); }

  std::unique_ptr<RouterCore> router_;
  PortId terminal_;
  InjectionControl control_;
  FlitFifo<Flit> waiting_;
  bool inside_ = false;  ///< A packet is in the router's injection buffer.
  PortArray<Flit> flits_{};
};

}  // namespace switchyard
