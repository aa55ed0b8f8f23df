#include "tlm/fast_engine.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodesPerWord = 8;
constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kTimerSlots = 256;
constexpr NodeId kLargeNetwork = 1024;  ///< Smaller ones stay in the second-level cache from cycle to cycle.
/// How many nodes ahead of its step what a node needs is fetched, in the order in which one leads to the
/// next.
constexpr std::size_t kNodesAhead = 16;
constexpr std::size_t kSurroundingsAhead = 8;
constexpr std::size_t kFlitsAhead = 3;
constexpr std::size_t kTerminalsAhead = 4;

constexpr std::size_t kCreditsInInbox = 3 * sizeof(PortMask);

constexpr std::size_t round_up(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

}  // namespace

FastEngine::FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer)
    : node_count_(design.topology->node_count()),
      port_count_(static_cast<std::size_t>(design.topology->port_count())),
      flits_offset_(round_up(kCreditsInInbox + port_count_ * sizeof(VcMask), sizeof(Flit))),
      inbox_stride_(round_up(flits_offset_ + port_count_ * sizeof(Flit), kCacheLine)),
      observer_(observer) {
  int longest = 1;
  for (const Channel& channel : design.topology->channels()) longest = std::max(longest, channel.latency);
  slots_.resize(static_cast<std::size_t>(longest) + 1);
  for (Slot& slot : slots_) {
    slot.memory.resize(2 * node_count_ * inbox_stride_ + kCacheLine);
    void* inboxes = slot.memory.data();
    std::size_t space = slot.memory.size();
    slot.inboxes = static_cast<std::byte*>(std::align(kCacheLine, 1, inboxes, space));
    slot.awake.resize(round_up(2 * std::size_t{node_count_}, kNodesPerWord));
    ahead_.push_back(&slot);
  }

  routers_.reserve(node_count_);
  terminals_.reserve(node_count_);
  cores_.reserve(2 * std::size_t{node_count_});
  for (NodeId node = 0; node < node_count_; ++node) {
    routers_.push_back(design.make_router(node));
    terminals_.push_back(make_terminal(node));
  }
  for (const auto& router : routers_) cores_.push_back(reinterpret_cast<const std::byte*>(router.get()));
  for (const auto& terminal : terminals_)
    cores_.push_back(reinterpret_cast<const std::byte*>(terminal.get()));
  cores_.resize(slots_[0].awake.size(), cores_.front());  // list_awake() leaves padding behind the last node.
  wire(design);
  fault_changes_ = port_changes(*design.topology, design.faults);
  awake_nodes_.resize(slots_[0].awake.size() + kNodesPerWord + kNodesAhead);
  begin();
}

/// Everybody is stepped in cycle 0, which is next.
void FastEngine::begin() {
  now_ = 0;
  was_idle_ = false;
  fault_changes_made_ = 0;
  next_fault_change_ = cycle_of_next_fault_change();
  alarm_.assign(node_count_, kNever);
  timers_.assign(kTimerSlots, {});
  std::fill_n(ahead_[0]->awake.begin(), 2 * std::size_t{node_count_}, 1);
}

void FastEngine::reset() {
  for (Slot& slot : slots_) {
    std::fill(slot.awake.begin(), slot.awake.end(), 0);
    for (std::uint32_t node = 0; node < 2 * node_count_; ++node) inbox_of(node, slot) = Inbox{};
  }
  for (const auto& router : routers_) router->reset();
  for (const auto& terminal : terminals_) terminal->reset();
  if (!fault_changes_.empty()) {
    for (const auto& router : routers_) router->set_faulty_ports(0);
  }
  begin();
}

Cycle FastEngine::next_busy_cycle() const {
  if (!was_idle_) return now_;
  for (const Slot& slot : slots_) {
    if (std::find(slot.awake.begin(), slot.awake.end(), 1) != slot.awake.end()) return now_;
  }
  return std::min(next_fault_change_, *std::min_element(alarm_.begin(), alarm_.end()));
}

void FastEngine::wire(const Design& design) {
  wires_.resize(node_count_ * (port_count_ + 1));
  const auto wire_to = [&](std::uint32_t node, PortId port, int latency) {
    const auto p = static_cast<std::size_t>(port);
    return Wire{node,
                static_cast<std::uint32_t>(node * inbox_stride_),
                bit<PortMask>(port),
                static_cast<std::uint16_t>(flits_offset_ + p * sizeof(Flit)),
                static_cast<std::uint8_t>(kCreditsInInbox + p * sizeof(VcMask)),
                static_cast<std::uint8_t>(latency)};
  };
  const auto wire_from = [&](const PortRef& port) -> Wire& {
    return wires_[port.node * port_count_ + static_cast<std::size_t>(port.port)];
  };
  for (const Channel& channel : design.topology->channels()) {
    wire_from(channel.from) = wire_to(channel.to.node, channel.to.port, channel.latency);
  }
  const PortId terminal_port = design.topology->terminal_port();
  for (NodeId node = 0; node < node_count_; ++node) {
    wire_from({node, terminal_port}) = wire_to(node_count_ + node, 0, 1);
    wires_[node_count_ * port_count_ + node] = wire_to(node, terminal_port, 1);
  }
}

void FastEngine::step_cycle() {
  Slot& slot = *ahead_[0];
  if (now_ == next_fault_change_) change_faults(slot);
  start_due_timers(slot);
  const std::size_t count = list_awake(slot);
  was_idle_ = count == 0;
  const bool large = node_count_ >= kLargeNetwork;
  std::size_t i = 0;
  for (; i < count && awake_nodes_[i] < node_count_; ++i) {
    prefetch_node(awake_nodes_[i + (large ? kNodesAhead : 1)], slot);
    if (large) {
      prefetch_surroundings(awake_nodes_[i + kSurroundingsAhead]);
      prefetch_flits(awake_nodes_[i + kFlitsAhead], slot);
    }
    step_router(awake_nodes_[i], slot);
  }
  for (; i < count; ++i) {
    prefetch_node(awake_nodes_[i + kTerminalsAhead], slot);
    step_terminal(awake_nodes_[i] - node_count_, slot);
  }
  ++now_;
  std::rotate(ahead_.begin(), ahead_.begin() + 1, ahead_.end());
}

/// Tells the routers which of their links are faulty from this cycle on.
void FastEngine::change_faults(Slot& slot) {
  for (; next_fault_change_ == now_; next_fault_change_ = cycle_of_next_fault_change()) {
    const PortChange& change = fault_changes_[fault_changes_made_++];
    routers_[change.node]->set_faulty_ports(change.faulty);
    slot.awake[change.node] = 1;
  }
}

Cycle FastEngine::cycle_of_next_fault_change() const {
  return fault_changes_made_ == fault_changes_.size() ? kNever : fault_changes_[fault_changes_made_].at;
}

/// Without a branch per node: which of them are awake is not predictable.
std::size_t FastEngine::list_awake(Slot& slot) {
  std::size_t count = 0;
  for (std::uint32_t first = 0; first < slot.awake.size(); first += kNodesPerWord) {
    std::uint64_t awake;
    std::memcpy(&awake, &slot.awake[first], sizeof awake);
    if (awake == 0) continue;
    std::memset(&slot.awake[first], 0, sizeof awake);
    for (std::uint32_t i = 0; i < kNodesPerWord; ++i) {
      awake_nodes_[count] = first + i;
      count += awake >> (8 * i) & 1;
    }
  }
  return count;
}

/// What a step starts with. The last nodes of a cycle are followed by some of the cycle before.
void FastEngine::prefetch_node(std::uint32_t node, Slot& slot) const {
  const auto* const inbox = reinterpret_cast<const std::byte*>(&inbox_of(node, slot));
  __builtin_prefetch(inbox);
  __builtin_prefetch(inbox + kCacheLine);
  __builtin_prefetch(cores_[node]);
  __builtin_prefetch(cores_[node] + kCacheLine);
}

/// What a router's step finds through what prefetch_node() has fetched: its lanes, the inboxes that it writes
/// to, and what the observer keeps of it.
void FastEngine::prefetch_surroundings(std::uint32_t node) const {
  if (node >= node_count_) return;
  routers_[node]->prefetch_lanes();
  const Wire* const wires = &wires_[node * port_count_];
  for (std::size_t p = 0; p < port_count_; ++p) {
    __builtin_prefetch(ahead_[wires[p].latency]->inboxes + wires[p].inbox);
  }
  if (observer_ != nullptr) observer_->prefetch_router(node);
}

/// What it finds through its lanes.
void FastEngine::prefetch_flits(std::uint32_t node, Slot& slot) const {
  if (node < node_count_) routers_[node]->prefetch_flits(arrivals_in(inbox_of(node, slot)));
}

/// A terminal that asked for a later turn of the wheel stays; one that has changed its mind is elsewhere,
/// too.
void FastEngine::start_due_timers(Slot& slot) {
  std::erase_if(timers_[now_ % timers_.size()], [&](NodeId node) {
    if (alarm_[node] == now_) slot.awake[node_count_ + node] = 1;
    return alarm_[node] <= now_ || (alarm_[node] - now_) % timers_.size() != 0;
  });
}

FastEngine::Inbox& FastEngine::inbox_of(std::uint32_t node, Slot& slot) const {
  return *reinterpret_cast<Inbox*>(slot.inboxes + node * inbox_stride_);
}

PortInputs FastEngine::arrivals_in(Inbox& inbox) const {
  return {inbox.flit_ports, inbox.credit_ports, inbox.request_ports, &inbox.at<Flit>(flits_offset_),
          &inbox.at<VcMask>(kCreditsInInbox)};
}

/// The inbox is empty afterwards, for the cycle that uses it next.
PortInputs FastEngine::take_arrivals(std::uint32_t node, Slot& slot) const {
  Inbox& inbox = inbox_of(node, slot);
  const PortInputs inputs = arrivals_in(inbox);
  inbox = Inbox{};
  return inputs;
}

void FastEngine::step_router(NodeId node, Slot& slot) {
  const PortInputs inputs = take_arrivals(node, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_router(now_, node, inputs);
  outputs_.clear();
  if (routers_[node]->step(inputs, outputs_)) ahead_[1]->awake[node] = 1;
  deliver(outputs_, &wires_[node * port_count_]);
}

void FastEngine::step_terminal(NodeId node, Slot& slot) {
  const PortInputs inputs = take_arrivals(node_count_ + node, slot);
  if (observer_ != nullptr && inputs.any()) observer_->at_terminal(now_, node, inputs);
  outputs_.clear();
  const Cycle next = terminals_[node]->step(now_, inputs, outputs_);
  if (next == now_ + 1) {
    ahead_[1]->awake[node_count_ + node] = 1;
  } else if (next != kNever && next != alarm_[node]) {
    timers_[next % timers_.size()].push_back(node);
  }
  alarm_[node] = next;
  deliver(outputs_, &wires_[node_count_ * port_count_ + node]);
}

/// The inbox at the end of a wire, whose node will be stepped.
FastEngine::Inbox& FastEngine::inbox_at(const Wire& wire) {
  Slot& slot = *ahead_[wire.latency];
  slot.awake[wire.node] = 1;
  return *reinterpret_cast<Inbox*>(slot.inboxes + wire.inbox);
}

void FastEngine::deliver(const PortOutputs& outputs, const Wire* wires) {
  for_each_bit(outputs.flit_ports, [&](PortId p) {
    Inbox& inbox = inbox_at(wires[p]);
    inbox.at<Flit>(wires[p].flit) = outputs.flits[static_cast<std::size_t>(p)];
    inbox.flit_ports |= wires[p].bit;
  });
  for_each_bit(outputs.credit_ports, [&](PortId p) {
    Inbox& inbox = inbox_at(wires[p]);
    inbox.at<VcMask>(wires[p].credits) = outputs.credits[static_cast<std::size_t>(p)];
    inbox.credit_ports |= wires[p].bit;
  });
  for_each_bit(outputs.request_ports, [&](PortId p) { inbox_at(wires[p]).request_ports |= wires[p].bit; });
}

}  // namespace switchyard
