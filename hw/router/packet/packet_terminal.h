#pragma once

#include <functional>
#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/alloc/flit_fifo.h"
#include "hw/base/bits.h"
#include "hw/router/packet/injection_config.h"
#include "hw/router/packet/injection_control.h"
#include "hw/router/packet/packet_buffers.h"
#include "hw/router/router_core.h"

namespace switchyard {

/// Parameters of a PacketTerminal, and of the router around it; the words are those of the YAML.
struct PacketTerminalConfig {
  InjectionConfig injection;
  int packet_flits = 1;      ///< Of the longest packet, for which each buffer has room.
  int injection_buffer = 2;  ///< Packets.
  int ejection_buffer = 2;   ///< Packets.
  ArbiterStart arbiter_start = ArbiterStart::Random;

  int injection_flits() const { return injection_buffer * packet_flits; }
};

/// The ports that are not open, without the terminal port. `link_latency`: by port, 0 where it is open.
inline PortMask linked_ports(const std::vector<int>& link_latency) {
  PortMask links = 0;
  for (std::size_t p = 0; p + 1 < link_latency.size(); ++p) {
    if (link_latency[p] != 0) links.set(p);
  }
  return links;
}

/// The terminal port of a router that sends packets the wrong way rather than let them wait: injection
/// buffer, ejection buffer, and injection control.
///
/// A cycle begins with begin_cycle(), when its flits have come, and ends with keep_pace(). One flit per cycle
/// leaves each of the two buffers.
class PacketTerminal {
 public:
  /// `packets`: the node's; must outlive the terminal.
  PacketTerminal(PortId port, PortMask links, const PacketTerminalConfig& config, PacketBuffers& packets)
      : port_(port),
        injection_slots_(config.injection_flits()),
        ejection_slots_(config.ejection_buffer * config.packet_flits),
        packets_(packets),
        control_(links, config.injection.lead_if_controlled()),
        injected_(injection_slots_),
        ejected_(config.ejection_buffer) {}

  void reset() {
    credits_ = injection_slots_;
    control_.reset();
    injected_.reset();
    entering_ = -1;
    has_moved_ = false;
    ejected_.reset();
  }
  PortId port() const { return port_; }
  void begin_cycle(const PortInputs& inputs, PortOutputs& outputs) {
    control_.count_neighbours(inputs.request_ports);
    if (entering_ >= 0 && !injected_.empty()) move_flit(outputs);
  }

  /// False if there is no room for it.
  bool accept_flit(const Flit& flit) {
    if (injected_.full()) return false;
    injected_.push(flit);
    return true;
  }
  /// False if there are more credits than slots.
  bool accept_credit() { return ++credits_ <= injection_slots_; }

  bool can_eject() const { return !ejected_.full(); }
  int ejection_room() const { return ejected_.room(); }
  /// Precondition: can_eject().
  void eject(int packet) { ejected_.push(packet); }
  /// The ejection buffer to the terminal.
  void send_ejected(PortOutputs& outputs) {
    if (!can_send()) return;
    Flit flit = packets_.take(ejected_.front());
    if (flit.tail()) ejected_.pop();
    flit.vc = 0;
    outputs.send(port_, flit);
    --credits_;
  }

  bool has_flits() const { return !injected_.empty(); }
  int waiting_flits() const { return injected_.size(); }
  /// Whether a head flit is at the front of the injection buffer, and nothing has left it in this cycle.
  bool has_next() const { return !injected_.empty() && entering_ < 0 && !has_moved_; }
  /// The head flit of the packet to inject next. Precondition: has_next().
  const Flit& next() const { return injected_.front(); }
  /// Whether there is one, and injection control lets it in.
  bool may_inject() const { return has_next() && control_.may_inject(); }
  /// Whether there is one for another node than this.
  bool may_send_from(NodeId node) const { return may_inject() && next().destination != node; }
  /// Gives the next packet a buffer; what follows its head flit comes by itself. Precondition: has_next().
  int take_next(PortOutputs& outputs) {
    const int packet = packets_.open(next());
    outputs.request_ports |= control_.count_own();
    outputs.return_credit(port_, 0);
    entering_ = next().tail() ? -1 : packet;
    injected_.pop();
    has_moved_ = true;
    return packet;
  }
  /// A node that has nothing to inject passes its turn. Not in a cycle in which it has injected: one pulse.
  void keep_pace(PortOutputs& outputs) {
    has_moved_ = false;
    if (!control_.pulsed() && passes_turns()) outputs.request_ports = control_.count_own();
  }
  /// Whether the next cycle would do anything here without new inputs, but for packets to inject.
  bool must_step() const {
    return control_.pulsed() || passes_turns() || can_send() || (entering_ >= 0 && !injected_.empty());
  }

  void visit_buffers(const std::function<void(const BufferView&)>& visit) const {
    const Flit* next = injected_.empty() ? nullptr : &injected_.front();
    visit({{Side::Input, port_, 0}, injected_.size(), injection_slots_, next, entering_ >= 0});
    const Flit* ejected = ejected_.empty() ? nullptr : &packets_.head(ejected_.front());
    visit({{Side::Output, port_, 0}, ejected_.size(), ejection_slots_, ejected, false});
  }

 private:
  bool passes_turns() const { return injected_.empty() && entering_ < 0 && control_.behind(); }
  bool can_send() const { return credits_ != 0 && !ejected_.empty() && packets_.has_flit(ejected_.front()); }

  void move_flit(PortOutputs& outputs) {
    const Flit flit = injected_.front();
    packets_.add(entering_, flit);
    if (flit.tail()) entering_ = -1;
    injected_.pop();
    outputs.return_credit(port_, 0);
    has_moved_ = true;
  }

  PortId port_;
  int injection_slots_;  ///< Flits of the router's injection buffer and of the terminal's input.
  int ejection_slots_;   ///< Flits of the ejection buffer.
  int credits_ = 0;      ///< Of the terminal's input.
  PacketBuffers& packets_;
  InjectionControl control_;
  FlitFifo<Flit> injected_;
  int entering_ = -1;  ///< The packet that has left the injection buffer in part; -1: none.
  bool has_moved_ =
      false;  ///< A flit has left the injection buffer in this cycle: there is one credit per cycle.
  FlitFifo<int> ejected_;
};

}  // namespace switchyard
