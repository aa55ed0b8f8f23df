#pragma once

#include <memory>
#include <queue>
#include <vector>

#include "hw/design/design.h"
#include "hw/router/terminal.h"

namespace switchyard {

/// The network without pins: steps every core that has something to do, once per cycle.
///
/// Each link is a row of `latency` + 1 or more slots, so a node reads what was written `latency` cycles ago and writes
/// are never seen in the same cycle: the order of nodes within a cycle does not matter. A node is
/// stepped when something arrives, when it asked for the cycle, and never otherwise.
class FastEngine {
 public:
  /// `observer` may be null; it and `design` must outlive the engine.
  FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer);

  void step_cycle();
  Cycle now() const { return now_; }  ///< The cycle that step_cycle() will run next.

  const RouterCore& router(NodeId node) const { return *routers_[node]; }

 private:
  /// A node's arrivals in one slot.
  struct Arrivals {
    PortMask flits = 0;
    PortMask credits = 0;
    PortMask requests = 0;
  };
  /// Where an output port leads.
  struct Wire {
    std::uint32_t node = 0;   ///< Routers are 0 .. N-1, terminals N .. 2N-1.
    std::uint32_t pin = 0;    ///< Index of the far port among all ports.
    std::uint8_t port = 0;    ///< The far port.
    std::uint8_t latency = 0; ///< 0: the port is open.
  };
  struct Timer {
    Cycle cycle;
    NodeId node;
    friend bool operator>(const Timer& a, const Timer& b) { return a.cycle > b.cycle; }
  };

  void wire(const Design& design);
  void wake(std::size_t slot, std::uint32_t node) { awake_[slot * wake_words_ + node / 64] |= std::uint64_t{1} << (node % 64); }
  void step_router(NodeId node, std::size_t slot);
  void step_terminal(NodeId node, std::size_t slot);
  PortInputs take_arrivals(std::uint32_t node, std::size_t first_pin, std::size_t slot);
  void deliver(const PortOutputs& outputs, std::size_t first_pin);
  void start_due_timers(std::size_t slot);

  NodeId node_count_;
  std::size_t port_count_;
  std::size_t pin_count_;
  std::size_t slot_count_;  ///< A power of two above the largest latency.
  std::size_t wake_words_;
  LinkObserver* observer_;
  Cycle now_ = 0;

  std::vector<std::unique_ptr<RouterCore>> routers_;
  std::vector<std::unique_ptr<Terminal>> terminals_;
  std::vector<Wire> wires_;           ///< [pin]
  std::vector<Flit> flits_;           ///< [slot][pin]
  std::vector<VcMask> credits_;       ///< [slot][pin]
  std::vector<Arrivals> arrivals_;    ///< [slot][node]
  std::vector<std::uint64_t> awake_;  ///< [slot][node]: a bit per node to step.
  std::vector<Cycle> alarm_;          ///< [terminal]: the cycle it asked for.
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  PortOutputs outputs_;
};

}  // namespace switchyard
