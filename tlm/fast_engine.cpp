#include "tlm/fast_engine.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodesPerWord = 8;
constexpr std::size_t kTimerSlots = 256;
constexpr NodeId kLargeNetwork = 2048;  ///< Smaller ones stay in the second-level cache from cycle to cycle.
/// How many nodes ahead of its step what a node needs is fetched, in the order in which one leads to the
/// next.
constexpr std::size_t kNodesAhead = 16;
constexpr std::size_t kSurroundingsAhead = 8;
constexpr std::size_t kFlitsAhead = 3;
constexpr std::size_t kTerminalsAhead = 4;

/// Of what arrives at a port.
enum Arrival : unsigned { kFlit = 0, kCredits = 1, kRequest = 2 };
constexpr std::size_t kPortsPerWord = 8;
constexpr std::uint64_t kEachPort = 0x0101010101010101;  ///< A bit of each port's byte.
constexpr std::uint64_t kRequests = kEachPort << kRequest;
constexpr std::size_t kTerminalPorts = 2;  ///< At most.

/// For fewer, a worker is not worth its while.
constexpr std::size_t kNodesPerWorker = 32;
/// After so many steps with the same worker waiting for the others, ranges change by this part of the
/// network.
constexpr int kPatience = 16;
constexpr std::uint32_t kRangeSteps = 64;

template <class Integer>
constexpr Integer round_up(Integer size, std::type_identity_t<Integer> unit) {
  return (size + unit - 1) / unit * unit;
}

/// Bit `arrival` of each of eight bytes, as a byte.
PortMask ports_with(std::uint64_t arrivals, Arrival arrival) {
  return static_cast<std::uint32_t>((arrivals >> arrival & kEachPort) * 0x0102040810204080 >> 56);
}

}  // namespace

FastEngine::FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
                       std::size_t threads, Sharing sharing)
    : node_count_(design.topology->node_count()),
      first_terminal_(round_up(node_count_, kNodesPerWord)),
      end_(first_terminal_ + round_up(design.topology->terminal_count(), kNodesPerWord)),
      port_count_(design.topology->port_count()),
      credits_offset_(round_up(port_count_, kPortsPerWord)),
      flits_offset_(round_up(credits_offset_ + port_count_ * sizeof(VcMask), sizeof(Flit))),
      inbox_stride_(round_up(flits_offset_ + port_count_ * sizeof(Flit), kCacheLine)),
      observer_(observer),
      sharing_(sharing) {
  int longest = 1;
  for (const Channel& channel : design.topology->channels()) longest = std::max(longest, channel.delay());
  slots_.resize(longest + 1);
  for (Slot& slot : slots_) {
    slot.memory.resize(end_ * inbox_stride_ + kCacheLine);
    void* inboxes = slot.memory.data();
    std::size_t space = slot.memory.size();
    slot.inboxes = static_cast<std::byte*>(std::align(kCacheLine, 1, inboxes, space));
    slot.awake.resize(end_);
    ahead_.push_back(&slot);
  }

  routers_.reserve(node_count_);
  terminals_.reserve(design.topology->terminal_count());
  for (NodeId node = 0; node < node_count_; ++node) routers_.push_back(design.make_router(node));
  for (TerminalId t = 0; t < design.topology->terminal_count(); ++t) terminals_.push_back(make_terminal(t));
  cores_.resize(end_);
  for (NodeId node = 0; node < node_count_; ++node)
    cores_[node] = reinterpret_cast<const std::byte*>(routers_[node].get());
  for (TerminalId t = 0; t < terminals_.size(); ++t)
    cores_[first_terminal_ + t] = reinterpret_cast<const std::byte*>(terminals_[t].get());
  wire(design);
  fault_changes_ = port_changes(*design.topology, design.faults);
  hire(std::min(threads, node_count_ / kNodesPerWorker));
  begin();
}

/// As many workers as the observer bears, at least one.
void FastEngine::hire(std::size_t threads) {
  workers_.emplace_back().observer = observer_;
  while (workers_.size() < threads) {
    LinkObserver* const observer = observer_ == nullptr ? nullptr : observer_->for_worker(workers_.size());
    if (observer == nullptr && observer_ != nullptr) break;
    workers_.emplace_back().observer = observer;
  }
  const std::uint32_t most = std::max(first_terminal_, end_ - first_terminal_);
  for (Worker& worker : workers_) worker.nodes.resize(most + kNodesPerWord + kNodesAhead);
  share_out(round_up(static_cast<std::uint32_t>(node_count_ / workers_.size()), kNodesPerWord));
  if (workers_.size() == 1) return;
  team_ = std::make_unique<WorkerTeam>(workers_.size(), [this](std::size_t w) {
    step_routers(workers_[w], workers_[w].first, workers_[w].end);
    if (w == 0) step_terminals(workers_[w]);
  });
}

/// The first routers are those of the first worker; the others share the rest.
void FastEngine::share_out(std::uint32_t to_first) {
  const std::uint32_t rest = first_terminal_ - to_first;
  const auto others = static_cast<std::uint32_t>(workers_.size()) - 1;
  std::uint32_t next = to_first;
  for (std::uint32_t w = 1; w <= others; ++w) {
    workers_[w].first = next;
    next = to_first + round_up(rest * w / others, kNodesPerWord);
    workers_[w].end = next;
  }
  workers_[0].end = to_first;
}

/// Everybody is stepped in cycle 0, which is next.
void FastEngine::begin() {
  now_ = 0;
  stepped_ = 1;
  fault_changes_made_ = 0;
  next_fault_change_ = cycle_of_next_fault_change();
  alarm_.assign(terminals_.size(), kNever);
  timers_.assign(kTimerSlots, {});
  const auto everybody = ahead_[0]->awake.begin();
  std::fill_n(everybody, node_count_, 1);
  std::fill_n(everybody + first_terminal_, terminals_.size(), 1);
}

void FastEngine::reset() {
  for (Slot& slot : slots_) {
    std::fill(slot.awake.begin(), slot.awake.end(), 0);
    for (std::uint32_t node = 0; node < end_; ++node)
      std::fill_n(slot.inboxes + node * inbox_stride_, credits_offset_, std::byte{0});
  }
  for (const auto& router : routers_) router->reset();
  for (const auto& terminal : terminals_) terminal->reset();
  if (!fault_changes_.empty()) {
    for (const auto& router : routers_) router->set_faulty_ports(0);
  }
  begin();
}

Cycle FastEngine::next_busy_cycle() const {
  if (stepped_ != 0) return now_;
  for (const Slot& slot : slots_) {
    if (std::find(slot.awake.begin(), slot.awake.end(), 1) != slot.awake.end()) return now_;
  }
  return std::min(next_fault_change_, *std::min_element(alarm_.begin(), alarm_.end()));
}

void FastEngine::wire(const Design& design) {
  wires_.resize(node_count_ * port_count_ + 2 * terminals_.size());
  const auto wire_to = [&](std::uint32_t node, PortId port, int latency) {
    const std::size_t p = port;
    return Wire{node,
                static_cast<std::uint32_t>(node * inbox_stride_),
                static_cast<std::uint16_t>(flits_offset_ + p * sizeof(Flit)),
                static_cast<std::uint8_t>(p),
                static_cast<std::uint8_t>(credits_offset_ + p * sizeof(VcMask)),
                static_cast<std::uint8_t>(latency)};
  };
  const auto wire_from = [&](const PortRef& port) -> Wire& {
    return wires_[port.node * port_count_ + port.port];
  };
  for (const Channel& channel : design.topology->channels()) {
    wire_from(channel.from) = wire_to(channel.to.node, channel.to.port, channel.delay());
    if (!design.topology->is_open(channel.to)) continue;  // Else credits go back alone.
    wire_from(channel.to) = wire_to(channel.from.node, channel.from.port, channel.delay());
  }
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    const auto [entry, exit] = design.topology->attachment(t);
    const bool split = entry.node != kNoNode && exit.node != kNoNode && entry != exit;
    const auto join = [&](const PortRef& port, PortId own) {
      if (port.node == kNoNode) return;
      wire_from(port) = wire_to(first_terminal_ + t, own, 1);
      wires_of(t)[own] = wire_to(port.node, port.port, 1);
    };
    join(entry, split ? 1 : 0);
    join(exit, 0);
    if (split) std::swap(wires_of(t)[0], wires_of(t)[1]);  // Flits go where credits come from.
  }
}

void FastEngine::step_cycle() {
  if (now_ == next_fault_change_) change_faults();
  start_due_timers();
  if (team_ == nullptr || stepped_ < kNodesPerWorker * workers_.size()) {
    step_alone();
  } else if (sharing_ == Sharing::Always) {
    step_together();
  } else {
    faster_way_.step([this] { step_alone(); }, [this] { step_together(); });
  }
  ++now_;
  std::rotate(ahead_.begin(), ahead_.begin() + 1, ahead_.end());
}

void FastEngine::step_alone() {
  step_routers(workers_[0], 0, first_terminal_);
  step_terminals(workers_[0]);
  stepped_ = workers_[0].stepped;
}

void FastEngine::step_together() {
  imbalance_ += team_->run() ? 1 : -1;
  stepped_ = 0;
  for (const Worker& worker : workers_) stepped_ += worker.stepped;
  if (observer_ != nullptr) observer_->gather();
  if (std::abs(imbalance_) < kPatience) return;
  const std::uint32_t change = round_up(first_terminal_ / kRangeSteps, kNodesPerWord);
  const std::uint32_t now = workers_[0].end;
  share_out(imbalance_ > 0 ? std::min(now + change, first_terminal_) : now - std::min(now, change));
  imbalance_ = 0;
}

void FastEngine::step_routers(Worker& worker, std::uint32_t first, std::uint32_t end) {
  const std::size_t count = list_awake(first, end, worker.nodes);
  worker.stepped = count;
  const Slot& slot = *ahead_[0];
  const std::uint32_t* const nodes = worker.nodes.data();
  const bool large = node_count_ >= kLargeNetwork;
  for (std::size_t i = 0; i < count; ++i) {
    prefetch_node(nodes[i + (large ? kNodesAhead : 1)], slot);
    if (large) {
      prefetch_surroundings(nodes[i + kSurroundingsAhead], worker.observer);
      prefetch_flits(nodes[i + kFlitsAhead], slot);
    }
    step_router(nodes[i], slot, worker);
  }
}

void FastEngine::step_terminals(Worker& worker) {
  const std::size_t count = list_awake(first_terminal_, end_, worker.nodes);
  worker.stepped += count;
  const Slot& slot = *ahead_[0];
  for (std::size_t i = 0; i < count; ++i) {
    prefetch_node(worker.nodes[i + kTerminalsAhead], slot);
    step_terminal(worker.nodes[i] - first_terminal_, slot, worker);
  }
}

/// Tells the routers which of their links are faulty from this cycle on.
void FastEngine::change_faults() {
  for (; next_fault_change_ == now_; next_fault_change_ = cycle_of_next_fault_change()) {
    const PortChange& change = fault_changes_[fault_changes_made_++];
    routers_[change.node]->set_faulty_ports(change.faulty);
    ahead_[0]->awake[change.node] = 1;
  }
}

Cycle FastEngine::cycle_of_next_fault_change() const {
  return fault_changes_made_ == fault_changes_.size() ? kNever : fault_changes_[fault_changes_made_].at;
}

/// Lists those from `first` until before `end` that are to be stepped; returns how many. Behind them stand
/// nodes to look ahead at. Without a branch per node: which of them are awake is not predictable.
std::size_t FastEngine::list_awake(std::uint32_t first, std::uint32_t end,
                                   std::vector<std::uint32_t>& nodes) {
  std::size_t count = 0;
  std::uint8_t* const all = ahead_[0]->awake.data();
  for (std::uint32_t node = first; node < end; node += kNodesPerWord) {
    std::uint64_t awake;
    std::memcpy(&awake, &all[node], sizeof awake);
    if (awake == 0) continue;
    std::memset(&all[node], 0, sizeof awake);
    for (std::uint32_t i = 0; i < kNodesPerWord; ++i) {
      nodes[count] = node + i;
      count += awake >> (8 * i) & 1;
    }
  }
  std::fill_n(nodes.begin() + count, kNodesAhead, first);
  return count;
}

/// What a step starts with.
void FastEngine::prefetch_node(std::uint32_t node, const Slot& slot) const {
  const std::byte* const inbox = inbox_of(node, slot);
  __builtin_prefetch(inbox);
  __builtin_prefetch(inbox + kCacheLine);
  __builtin_prefetch(cores_[node]);
  __builtin_prefetch(cores_[node] + kCacheLine);
}

/// What a router's step finds through what prefetch_node() has fetched: its VCs, the inboxes that it writes
/// to, and what the observer keeps of it.
void FastEngine::prefetch_surroundings(std::uint32_t node, const LinkObserver* observer) const {
  routers_[node]->prefetch_state();
  const Wire* const wires = &wires_[node * port_count_];
  for (std::size_t p = 0; p < port_count_; ++p) {
    __builtin_prefetch(ahead_[wires[p].latency]->inboxes + wires[p].inbox);
  }
  if (observer != nullptr) observer->prefetch_router(node);
}

/// What it finds through its VCs.
void FastEngine::prefetch_flits(std::uint32_t node, const Slot& slot) const {
  routers_[node]->prefetch_flits(arrivals_in(inbox_of(node, slot), port_count_));
}

/// A terminal that asked for a later turn of the wheel stays; one that has changed its mind is elsewhere,
/// too.
void FastEngine::start_due_timers() {
  std::erase_if(timers_[now_ % timers_.size()], [&](NodeId node) {
    if (alarm_[node] == now_) wake_terminal(node);
    return alarm_[node] <= now_ || (alarm_[node] - now_) % timers_.size() != 0;
  });
}

FastEngine::Inbox FastEngine::inbox_of(std::uint32_t node, const Slot& slot) const {
  return slot.inboxes + node * inbox_stride_;
}

/// Of a node with so many ports.
PortInputs FastEngine::arrivals_in(Inbox inbox, std::size_t ports) const {
  PortInputs inputs{0, 0, 0, reinterpret_cast<const Flit*>(inbox + flits_offset_),
                    reinterpret_cast<const VcMask*>(inbox + credits_offset_)};
  for (std::size_t port = 0; port < ports; port += kPortsPerWord) {
    std::uint64_t arrivals;
    std::memcpy(&arrivals, inbox + port, sizeof arrivals);
    inputs.flit_ports |= ports_with(arrivals, kFlit) << port;
    inputs.credit_ports |= ports_with(arrivals, kCredits) << port;
    if ((arrivals & kRequests) != 0) inputs.request_ports |= ports_with(arrivals, kRequest) << port;
  }
  return inputs;
}

/// The inbox is empty afterwards, for the cycle that uses it next.
PortInputs FastEngine::take_arrivals(std::uint32_t node, std::size_t ports, const Slot& slot) const {
  const Inbox inbox = inbox_of(node, slot);
  const PortInputs inputs = arrivals_in(inbox, ports);
  for (std::size_t port = 0; port < ports; port += kPortsPerWord) std::memset(inbox + port, 0, kPortsPerWord);
  return inputs;
}

void FastEngine::step_router(NodeId node, const Slot& slot, Worker& worker) {
  const PortInputs inputs = take_arrivals(node, port_count_, slot);
  if (worker.observer != nullptr && inputs.any()) worker.observer->at_router(now_, node, inputs);
  worker.outputs.clear();
  if (routers_[node]->step(inputs, worker.outputs)) wake(*ahead_[1], node);
  deliver(worker.outputs, &wires_[node * port_count_]);
}

void FastEngine::step_terminal(TerminalId terminal, const Slot& slot, Worker& worker) {
  const Wire* const wires = wires_of(terminal);
  PortOutputs& outputs = worker.outputs;
  PortInputs inputs = take_arrivals(first_terminal_ + terminal, kTerminalPorts, slot);
  if (is_split(wires)) {
    inputs.credit_ports = inputs.credit_ports >> 1;
    ++inputs.credits;
  }
  if (worker.observer != nullptr && inputs.any()) worker.observer->at_terminal(now_, terminal, inputs);
  outputs.clear();
  const Cycle next = terminals_[terminal]->step(now_, inputs, outputs);
  if (next == now_ + 1) {
    wake(*ahead_[1], first_terminal_ + terminal);
  } else if (next != kNever && next != alarm_[terminal]) {
    timers_[next % timers_.size()].push_back(terminal);
  }
  alarm_[terminal] = next;
  if (is_split(wires)) {
    outputs.credit_ports = outputs.credit_ports << 1;
    outputs.credits[1] = std::exchange(outputs.credits[0], VcMask{0});
  }
  deliver(outputs, wires);
}

/// Several workers may do that at a time.
void FastEngine::wake(Slot& slot, std::uint32_t node) {
  std::atomic_ref(slot.awake[node]).store(1, std::memory_order_relaxed);
}

/// Into the inboxes at the ends of the wires, whose nodes will be stepped. Flit and credits are copied
/// whether they count or not: which of them a port has, nothing can predict.
void FastEngine::deliver(const PortOutputs& outputs, const Wire* wires) {
  Slot* const* const ahead = ahead_.data();
  const auto inbox_at = [&](const Wire& wire) {
    Slot& slot = *ahead[wire.latency];
    wake(slot, wire.node);
    return slot.inboxes + wire.inbox;
  };
  const auto has = [](PortMask ports, PortId p, Arrival arrival) { return (ports >> p & 1) << arrival; };
  for_each_bit(outputs.flit_ports | outputs.credit_ports, [&](PortId p) {
    const Wire& wire = wires[p];
    const Inbox inbox = inbox_at(wire);
    inbox[wire.arrivals] =
        static_cast<std::byte>(has(outputs.flit_ports, p, kFlit) | has(outputs.credit_ports, p, kCredits));
    std::memcpy(inbox + wire.flit, &outputs.flits[p], sizeof(Flit));
    std::memcpy(inbox + wire.credits, &outputs.credits[p], sizeof(VcMask));
  });
  for_each_bit(outputs.request_ports, [&](PortId p) {
    inbox_at(wires[p])[wires[p].arrivals] |= static_cast<std::byte>(1U << kRequest);
  });
}

}  // namespace switchyard
