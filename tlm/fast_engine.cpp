#include "tlm/fast_engine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodesPerWord = 8;
constexpr NodeId kLargeNetwork = 1024;  ///< Smaller ones stay in the cache from one cycle to the next.

}  // namespace

FastEngine::FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
    : node_count_(design.topology->node_count()),
      port_count_(static_cast<std::size_t>(design.topology->port_count())),
      pin_count_(node_count_ * (port_count_ + 1)),
      observer_(observer) {
  int longest = 1;
  for (const Channel& channel : design.topology->channels()) longest = std::max(longest, channel.latency);
  slots_.resize(static_cast<std::size_t>(longest) + 1);
  for (Slot& slot : slots_) {
    slot.arrivals.resize(2 * static_cast<std::size_t>(node_count_));
    slot.flits.resize(pin_count_);
    slot.credits.resize(pin_count_);
    slot.awake.resize((2 * static_cast<std::size_t>(node_count_) + kNodesPerWord - 1) / kNodesPerWord *
                      kNodesPerWord);
    ahead_.push_back(&slot);
  }

  routers_.reserve(node_count_);
  terminals_.reserve(node_count_);
  for (NodeId node = 0; node < node_count_; ++node) {
    routers_.push_back(design.make_router(node));
    terminals_.push_back(make_terminal(node));
  }
  wire(design);
  alarm_.assign(node_count_, kNever);
  for (NodeId node = 0; node < node_count_; ++node) ahead_[0]->awake[node_count_ + node] = 1;
}

void FastEngine::wire(const Design& design) {
  wires_.resize(pin_count_);
  const auto pin = [&](const PortRef& port) {
    return port.node * port_count_ + static_cast<std::size_t>(port.port);
  };
  for (const Channel& channel : design.topology->channels()) {
    wires_[pin(channel.from)] = {channel.to.node, static_cast<std::uint32_t>(pin(channel.to)),
                                 static_cast<std::uint8_t>(channel.to.port),
                                 static_cast<std::uint8_t>(channel.latency)};
  }
  const PortId terminal_port = design.topology->terminal_port();
  for (NodeId node = 0; node < node_count_; ++node) {
    const std::size_t router_pin = pin({node, terminal_port});
    const std::size_t terminal_pin = node_count_ * port_count_ + node;
    wires_[router_pin] = {node_count_ + node, static_cast<std::uint32_t>(terminal_pin), 0, 1};
    wires_[terminal_pin] = {node, static_cast<std::uint32_t>(router_pin),
                            static_cast<std::uint8_t>(terminal_port), 1};
  }
}

void FastEngine::step_cycle() {
  Slot& slot = *ahead_[0];
  start_due_timers(slot);
  for (std::uint32_t first = 0; first < slot.awake.size(); first += kNodesPerWord) {
    std::uint64_t awake;
    std::memcpy(&awake, &slot.awake[first], sizeof awake);
    if (awake == 0) continue;
    std::memset(&slot.awake[first], 0, sizeof awake);
    if (node_count_ >= kLargeNetwork) prefetch(first + kNodesPerWord, slot);
    for_each_bit(awake, [&](int b) {
      const std::uint32_t node = first + static_cast<std::uint32_t>(b) / 8;
      if (node < node_count_) {
        step_router(node, slot);
      } else {
        step_terminal(node - node_count_, slot);
      }
    });
  }
  ++now_;
  std::rotate(ahead_.begin(), ahead_.begin() + 1, ahead_.end());
}

/// In a large network every router is out of the cache when its turn comes.
void FastEngine::prefetch(std::uint32_t first, const Slot& slot) const {
  const std::uint32_t end = std::min<std::uint32_t>(first + kNodesPerWord, node_count_);
  for (std::uint32_t node = first; node < end; ++node) {
    if (slot.awake[node] != 0) routers_[node]->prefetch();
  }
}

void FastEngine::start_due_timers(Slot& slot) {
  while (!timers_.empty() && timers_.top().cycle <= now_) {
    const Timer timer = timers_.top();
    timers_.pop();
    if (alarm_[timer.node] == timer.cycle) slot.awake[node_count_ + timer.node] = 1;
  }
}

PortInputs FastEngine::take_arrivals(std::uint32_t node, std::size_t first_pin, Slot& slot) {
  const Arrivals arrivals = std::exchange(slot.arrivals[node], Arrivals{});
  return {arrivals.flits, arrivals.credits, arrivals.requests, &slot.flits[first_pin],
          &slot.credits[first_pin]};
}

void FastEngine::step_router(NodeId node, Slot& slot) {
  const std::size_t first_pin = node * port_count_;
  const PortInputs inputs = take_arrivals(node, first_pin, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_router(now_, node, inputs);
  outputs_.clear();
  if (routers_[node]->step(inputs, outputs_)) ahead_[1]->awake[node] = 1;
  deliver(outputs_, first_pin);
}

void FastEngine::step_terminal(NodeId node, Slot& slot) {
  const std::size_t first_pin = node_count_ * port_count_ + node;
  const PortInputs inputs = take_arrivals(node_count_ + node, first_pin, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_terminal(now_, node, inputs);
  outputs_.clear();
  const Cycle next = terminals_[node]->step(now_, inputs, outputs_);
  if (next == now_ + 1) {
    ahead_[1]->awake[node_count_ + node] = 1;
  } else if (next != kNever && next != alarm_[node]) {
    timers_.push({next, node});
  }
  alarm_[node] = next;
  deliver(outputs_, first_pin);
}

/// Flit and credits of a port go together, there or not: which of them are is not predictable, and a branch
/// costs more than a copy that nobody reads.
void FastEngine::deliver(const PortOutputs& outputs, std::size_t first_pin) {
  const Wire* const wires = &wires_[first_pin];
  for_each_bit(static_cast<PortMask>(outputs.flit_ports | outputs.credit_ports), [&](PortId p) {
    const auto from = static_cast<std::size_t>(p);
    const Wire& wire = wires[from];
    Slot& slot = *ahead_[wire.latency];
    slot.flits[wire.pin] = outputs.flits[from];
    slot.credits[wire.pin] = outputs.credits[from];
    Arrivals& arrivals = slot.arrivals[wire.node];
    arrivals.flits |= (outputs.flit_ports >> p & 1) << wire.port;
    arrivals.credits |= (outputs.credit_ports >> p & 1) << wire.port;
    slot.awake[wire.node] = 1;
  });
  for_each_bit(outputs.request_ports, [&](PortId p) {
    const Wire& wire = wires[p];
    Slot& slot = *ahead_[wire.latency];
    slot.arrivals[wire.node].requests |= bit<PortMask>(wire.port);
    slot.awake[wire.node] = 1;
  });
}

}  // namespace switchyard
