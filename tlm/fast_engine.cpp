#include "tlm/fast_engine.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {

FastEngine::FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
    : node_count_(design.topology->node_count()),
      port_count_(static_cast<std::size_t>(design.topology->port_count())),
      pin_count_(node_count_ * (port_count_ + 1)),
      wake_words_((2 * static_cast<std::size_t>(node_count_) + 63) / 64),
      observer_(observer) {
  int longest = 1;
  for (const Channel& channel : design.topology->channels()) longest = std::max(longest, channel.latency);
  slot_count_ = std::bit_ceil(static_cast<std::size_t>(longest) + 1);

  routers_.reserve(node_count_);
  terminals_.reserve(node_count_);
  for (NodeId node = 0; node < node_count_; ++node) {
    routers_.push_back(design.make_router(node));
    terminals_.push_back(make_terminal(node));
  }
  wire(design);
  flits_.resize(slot_count_ * pin_count_);
  credits_.resize(slot_count_ * pin_count_);
  arrivals_.resize(slot_count_ * 2 * node_count_);
  awake_.resize(slot_count_ * wake_words_);
  alarm_.assign(node_count_, kNever);
  for (NodeId node = 0; node < node_count_; ++node) wake(0, node_count_ + node);
}

void FastEngine::wire(const Design& design) {
  wires_.resize(pin_count_);
  const auto pin = [&](const PortRef& port) { return port.node * port_count_ + static_cast<std::size_t>(port.port); };
  for (const Channel& channel : design.topology->channels()) {
    wires_[pin(channel.from)] = {channel.to.node, static_cast<std::uint32_t>(pin(channel.to)),
                                 static_cast<std::uint8_t>(channel.to.port), static_cast<std::uint8_t>(channel.latency)};
  }
  const PortId terminal_port = design.topology->terminal_port();
  for (NodeId node = 0; node < node_count_; ++node) {
    const std::size_t router_pin = pin({node, terminal_port});
    const std::size_t terminal_pin = node_count_ * port_count_ + node;
    wires_[router_pin] = {node_count_ + node, static_cast<std::uint32_t>(terminal_pin), 0, 1};
    wires_[terminal_pin] = {node, static_cast<std::uint32_t>(router_pin), static_cast<std::uint8_t>(terminal_port), 1};
  }
}

void FastEngine::step_cycle() {
  const std::size_t slot = now_ & (slot_count_ - 1);
  start_due_timers(slot);
  for (std::size_t w = 0; w < wake_words_; ++w) {
    const std::uint64_t awake = std::exchange(awake_[slot * wake_words_ + w], 0);
    for_each_bit(awake, [&](int b) {
      const auto node = static_cast<std::uint32_t>(w * 64 + static_cast<std::size_t>(b));
      if (node < node_count_) {
        step_router(node, slot);
      } else {
        step_terminal(node - node_count_, slot);
      }
    });
  }
  ++now_;
}

void FastEngine::start_due_timers(std::size_t slot) {
  while (!timers_.empty() && timers_.top().cycle <= now_) {
    const Timer timer = timers_.top();
    timers_.pop();
    if (alarm_[timer.node] == timer.cycle) wake(slot, node_count_ + timer.node);
  }
}

PortInputs FastEngine::take_arrivals(std::uint32_t node, std::size_t first_pin, std::size_t slot) {
  const Arrivals arrivals = std::exchange(arrivals_[slot * 2 * node_count_ + node], Arrivals{});
  return {arrivals.flits, arrivals.credits, arrivals.requests, &flits_[slot * pin_count_ + first_pin],
          &credits_[slot * pin_count_ + first_pin]};
}

void FastEngine::step_router(NodeId node, std::size_t slot) {
  const std::size_t first_pin = node * port_count_;
  const PortInputs inputs = take_arrivals(node, first_pin, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_router(now_, node, inputs);
  outputs_.clear();
  if (routers_[node]->step(inputs, outputs_)) wake((now_ + 1) & (slot_count_ - 1), node);
  deliver(outputs_, first_pin);
}

void FastEngine::step_terminal(NodeId node, std::size_t slot) {
  const std::size_t first_pin = node_count_ * port_count_ + node;
  const PortInputs inputs = take_arrivals(node_count_ + node, first_pin, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_terminal(now_, node, inputs);
  outputs_.clear();
  const Cycle next = terminals_[node]->step(now_, inputs, outputs_);
  if (next == now_ + 1) {
    wake(next & (slot_count_ - 1), node_count_ + node);
  } else if (next != kNever && next != alarm_[node]) {
    timers_.push({next, node});
  }
  alarm_[node] = next;
  deliver(outputs_, first_pin);
}

void FastEngine::deliver(const PortOutputs& outputs, std::size_t first_pin) {
  for_each_bit(static_cast<PortMask>(outputs.flit_ports | outputs.credit_ports | outputs.request_ports), [&](PortId p) {
    const Wire& wire = wires_[first_pin + static_cast<std::size_t>(p)];
    const auto from = static_cast<std::size_t>(p);
    const auto here = bit<PortMask>(p);
    const auto there = bit<PortMask>(wire.port);
    const std::size_t slot = (now_ + wire.latency) & (slot_count_ - 1);
    Arrivals& arrivals = arrivals_[slot * 2 * node_count_ + wire.node];
    if ((outputs.flit_ports & here) != 0) {
      flits_[slot * pin_count_ + wire.pin] = outputs.flits[from];
      arrivals.flits |= there;
    }
    if ((outputs.credit_ports & here) != 0) {
      credits_[slot * pin_count_ + wire.pin] = outputs.credits[from];
      arrivals.credits |= there;
    }
    if ((outputs.request_ports & here) != 0) arrivals.requests |= there;
    wake(slot, wire.node);
  });
}

}  // namespace switchyard
