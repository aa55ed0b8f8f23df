#pragma once

#include <functional>
#include <vector>

#include "hw/alloc/flit_fifo.h"
#include "hw/base/bits.h"
#include "hw/router/injection_control.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Parameters of a PacketTerminal; the words are those of the YAML.
struct PacketTerminalConfig {
  int injection_lead = 0;    ///< Packets that a node may lead its neighbours by; 0: no control.
  int injection_buffer = 2;  ///< Packets.
  int delivery_buffer = 2;   ///< Packets.
};

/// The ports that are not open, without the terminal port. `link_latency`: by port, 0 where it is open.
inline PortMask linked_ports(const std::vector<int>& link_latency) {
  PortMask links = 0;
  for (std::size_t p = 0; p + 1 < link_latency.size(); ++p) {
    if (link_latency[p] != 0) links |= bit<PortMask>(static_cast<int>(p));
  }
  return links;
}

/// The terminal port of a router that sends packets the wrong way rather than let them wait: injection
/// buffer, delivery buffer, and injection control.
///
/// A cycle begins with begin_cycle() and ends with keep_pace().
class PacketTerminal {
 public:
  PacketTerminal(PortId port, PortMask links, const PacketTerminalConfig& config)
      : port_(port),
        injection_slots_(config.injection_buffer),
        control_(links, config.injection_lead),
        injected_(config.injection_buffer),
        delivered_(config.delivery_buffer) {}

  void reset() {
    credits_ = injection_slots_;
    control_.reset();
    injected_.reset();
    delivered_.reset();
  }
  PortId port() const { return port_; }
  void begin_cycle(const PortInputs& inputs) { control_.count_neighbours(inputs.request_ports); }

  /// A packet to inject. False if there is no room for it.
  bool accept_flit(const Flit& flit) {
    if (injected_.full()) return false;
    injected_.push(flit);
    return true;
  }
  /// False if there are more credits than slots.
  bool accept_credit() { return ++credits_ <= injection_slots_; }

  bool can_deliver() const { return !delivered_.full(); }
  /// Precondition: can_deliver().
  void deliver(const Flit& flit) { delivered_.push(flit); }
  /// The delivery buffer to the terminal.
  void send_delivered(PortOutputs& outputs) {
    if (delivered_.empty() || credits_ == 0) return;
    Flit flit = delivered_.front();
    delivered_.pop();
    flit.vc = 0;
    outputs.send(port_, flit);
    --credits_;
  }

  bool has_next() const { return !injected_.empty(); }
  /// The packet to inject next. Precondition: has_next().
  const Flit& next() const { return injected_.front(); }
  /// Whether there is one, it is the first of this cycle, and injection control lets it in.
  bool may_inject() const { return has_next() && !taken_ && control_.may_inject(); }
  /// Precondition: may_inject().
  void take_next(PortOutputs& outputs) {
    injected_.pop();
    taken_ = true;
    outputs.return_credit(port_, 0);
    outputs.request_ports |= control_.count_own();
  }
  /// A node that has nothing to inject passes its turn. Not in a cycle in which it has injected: one pulse.
  void keep_pace(PortOutputs& outputs) {
    taken_ = false;
    if (!control_.pulsed() && passes_turns()) outputs.request_ports = control_.count_own();
  }
  /// Whether the next cycle would do anything here without new inputs, but for packets to inject.
  bool must_step() const {
    return control_.pulsed() || passes_turns() || (!delivered_.empty() && credits_ != 0);
  }

  void visit_lanes(const std::function<void(const LaneView&)>& visit) const {
    const auto show = [&](Side side, const FlitFifo<Flit>& buffer) {
      visit({{side, port_, 0}, buffer.size(), buffer.empty() ? nullptr : &buffer.front(), false});
    };
    show(Side::Input, injected_);
    show(Side::Output, delivered_);
  }

 private:
  bool passes_turns() const { return !has_next() && control_.behind(); }

  PortId port_;
  int injection_slots_;  ///< Of the router's injection buffer and of the terminal's input.
  int credits_ = 0;      ///< Of the terminal's input.
  InjectionControl control_;
  bool taken_ =
      false;  ///< The credit of a packet that was taken leaves in this cycle: there is one per cycle.
  FlitFifo<Flit> injected_;
  FlitFifo<Flit> delivered_;
};

}  // namespace switchyard
