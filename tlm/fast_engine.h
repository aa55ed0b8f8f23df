#pragma once

#include <memory>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/router/terminal.h"

namespace switchyard {

/// The network without pins: steps every core that has something to do, once per cycle.
///
/// Each link is a row of `latency` + 1 or more slots, so a node reads what was written `latency` cycles ago
/// and writes are never seen in the same cycle: the order of nodes within a cycle does not matter. A node is
/// stepped when something arrives, when it asked for the cycle, and never otherwise.
class FastEngine final : public Network {
 public:
  /// `observer` may be null; it and `design` must outlive the engine.
  FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer);

  [[gnu::flatten]] void step_cycle();
  Cycle now() const { return now_; }  ///< The cycle that step_cycle() will run next.

  /// The terminal is stepped in cycle now(), whatever it asked for.
  void wake_terminal(NodeId node) { ahead_[0]->awake[node_count_ + node] = 1; }
  /// The next cycle in which anything happens by itself: now(), if that is not known to be idle; kNever if
  /// only wake_terminal() can change anything.
  Cycle next_busy_cycle() const;
  /// Leaves out the cycles before `cycle`. Precondition: cycle <= next_busy_cycle().
  void skip_to(Cycle cycle) { now_ = cycle; }
  /// All as at the beginning.
  void reset();

  const RouterCore& router(NodeId node) const override { return *routers_[node]; }

 private:
  /// What arrives at one node in one cycle: this head, then the credits and the flits of its ports, which
  /// count only where the masks have their port's bit. In one place, so that a message touches few cache
  /// lines.
  struct alignas(Flit) Inbox {
    PortMask flit_ports = 0;
    PortMask credit_ports = 0;
    PortMask request_ports = 0;

    template <class T>
    T& at(std::size_t offset) {
      return *reinterpret_cast<T*>(reinterpret_cast<std::byte*>(this) + offset);
    }
  };
  /// All that arrives in one cycle.
  struct Slot {
    HugePageVector<std::byte> memory;
    std::byte* inboxes = nullptr;     ///< [node], each at the beginning of a cache line.
    std::vector<std::uint8_t> awake;  ///< [node]: 1 if it is to be stepped; padded to whole words.
  };
  /// Where an output port leads.
  struct Wire {
    std::uint32_t node = 0;    ///< Routers are 0 .. N-1, terminals N .. 2N-1.
    std::uint32_t inbox = 0;   ///< Offset of its inbox in a slot.
    PortMask bit = 0;          ///< The far port's.
    std::uint16_t flit = 0;    ///< Offset of the far port's flit in the inbox.
    std::uint8_t credits = 0;  ///< Offset of its credits.
    std::uint8_t latency = 0;  ///< 0: the port is open.
  };

  void wire(const Design& design);
  void begin();
  void change_faults(Slot& slot);
  Cycle cycle_of_next_fault_change() const;
  void step_router(NodeId node, Slot& slot);
  void step_terminal(NodeId node, Slot& slot);
  Inbox& inbox_of(std::uint32_t node, Slot& slot) const;
  PortInputs arrivals_in(Inbox& inbox) const;
  PortInputs take_arrivals(std::uint32_t node, Slot& slot) const;
  void deliver(const PortOutputs& outputs, const Wire* wires);
  Inbox& inbox_at(const Wire& wire);
  void start_due_timers(Slot& slot);
  std::size_t list_awake(Slot& slot);
  void prefetch_node(std::uint32_t node, Slot& slot) const;
  void prefetch_surroundings(std::uint32_t node) const;
  void prefetch_flits(std::uint32_t node, Slot& slot) const;

  NodeId node_count_;
  std::size_t port_count_;
  std::size_t flits_offset_;  ///< Where the flits are in an inbox.
  std::size_t inbox_stride_;  ///< Bytes from one inbox to the next.
  LinkObserver* observer_;
  Cycle now_ = 0;

  std::vector<std::unique_ptr<RouterCore>> routers_;
  std::vector<std::unique_ptr<Terminal>> terminals_;
  std::vector<const std::byte*> cores_;     ///< [node]: where each of them lies.
  HugePageVector<Wire> wires_;              ///< [router][port], then [terminal]
  std::vector<Slot> slots_;                 ///< Used in turn: one more than the largest latency.
  std::vector<std::uint32_t> awake_nodes_;  ///< Those of this cycle.
  std::vector<Slot*> ahead_;                ///< [n]: the slot of cycle now() + n.
  bool was_idle_ = false;                   ///< Nobody was awake in the last cycle.
  std::vector<Cycle> alarm_;                ///< [terminal]: the cycle it asked for.
  std::vector<std::vector<NodeId>>
      timers_;  ///< [cycle modulo their number]: terminals that asked for the cycle.
  PortOutputs outputs_;
  std::vector<PortChange> fault_changes_;  ///< In order of time.
  std::size_t fault_changes_made_ = 0;
  Cycle next_fault_change_ = kNever;
};

}  // namespace switchyard
