#pragma once

#include <memory>
#include <vector>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/terminal/terminal.h"
#include "tlm/faster_way.h"
#include "tlm/worker_team.h"

namespace switchyard {

/// The network without pins: steps every core that has something to do, once per cycle.
///
/// Each link is a row of `latency` + 1 or more slots, so a node reads what was written `latency` cycles ago
/// and writes are never seen in the same cycle: the order of nodes within a cycle does not matter. A node is
/// stepped when something arrives, when it asked for the cycle, and never otherwise.
///
/// Threads: where many nodes are awake, and as long as it turns out to be faster, several workers step the
///          routers, each those of a range of nodes. The first one, the caller's thread, steps all terminals,
///          too, which may therefore share what they like. All is the same with any number of workers: a port
///          has one writer, and nobody reads what is written in the same cycle.
class FastEngine final : public Network {
 public:
  /// When the workers step the routers together.
  enum class Sharing {
    WhenFaster,  ///< As measured now and then.
    Always       ///< In every cycle with enough awake nodes, so that a test knows.
  };

  /// `observer` may be null; it and `design` must outlive the engine. An observer that is not for several
  /// workers keeps the engine to one thread.
  FastEngine(const Design& design, const TerminalFactory& make_terminal, LinkObserver* observer,
             std::size_t threads = 1, Sharing sharing = Sharing::WhenFaster);

  void step_cycle();
  Cycle now() const { return now_; }  ///< The cycle that step_cycle() will run next.

  /// The terminal is stepped in cycle now(), whatever it asked for.
  void wake_terminal(TerminalId terminal) { ahead_[0]->awake[first_terminal_ + terminal] = 1; }
  /// The next cycle in which anything happens by itself: now(), if that is not known to be idle; kNever if
  /// only wake_terminal() can change anything.
  Cycle next_busy_cycle() const;
  /// Leaves out the cycles before `cycle`. Precondition: cycle <= next_busy_cycle().
  void skip_to(Cycle cycle) { now_ = cycle; }
  /// All as at the beginning.
  void reset();

  const RouterCore& router(NodeId node) const override { return *routers_[node]; }

 private:
  /// What arrives at one node in one cycle: for each port which of flit, credits and request there are, then
  /// the credits and the flits, which count only where that says so. In one place, so that a message touches
  /// few cache lines.
  using Inbox = std::byte*;
  /// All that arrives in one cycle.
  struct Slot {
    HugePageVector<std::byte> memory;
    std::byte* inboxes = nullptr;     ///< [node], each at the beginning of a cache line.
    std::vector<std::uint8_t> awake;  ///< [node]: 1 if it is to be stepped; padded to whole words.
  };
  /// Where an output port leads.
  struct Wire {
    std::uint32_t node = 0;     ///< Routers are 0 .. N-1; terminals follow from first_terminal_ on.
    std::uint32_t inbox = 0;    ///< Offset of its inbox in a slot.
    std::uint16_t flit = 0;     ///< Offset of the far port's flit in the inbox.
    std::uint8_t arrivals = 0;  ///< Offset of what says what there is.
    std::uint8_t credits = 0;   ///< Offset of its credits.
    std::uint8_t latency = 0;   ///< 0: the port is open.
  };
  /// Who steps a range of routers; the first worker steps the terminals, too.
  struct alignas(64) Worker {
    LinkObserver* observer = nullptr;
    std::uint32_t first = 0;  ///< Router; a multiple of kNodesPerWord, as is `end` but for the last router.
    std::uint32_t end = 0;
    std::size_t stepped = 0;           ///< Nodes in this cycle.
    std::vector<std::uint32_t> nodes;  ///< Those to be stepped in this cycle, and some more to look ahead at.
    PortOutputs outputs;
  };

  void wire(const Design& design);
  /// The wires of a terminal. One whose entry and exit are different ports sends flits through port 0 and
  /// credits through port 1, and gets flits at port 0 and credits at port 1: each port has one far end. The
  /// terminal itself knows only port 0.
  Wire* wires_of(TerminalId terminal) {
    return &wires_[node_count_ * port_count_ + 2 * std::size_t{terminal}];
  }
  static bool is_split(const Wire* terminal) { return terminal[1].latency != 0; }
  void hire(std::size_t threads);
  void begin();
  void change_faults();
  Cycle cycle_of_next_fault_change() const;
  void step_alone();
  void step_together();
  void share_out(std::uint32_t to_first);
  [[gnu::flatten]] void step_routers(Worker& worker, std::uint32_t first, std::uint32_t end);
  [[gnu::flatten]] void step_terminals(Worker& worker);
  void step_router(NodeId node, const Slot& slot, Worker& worker);
  void step_terminal(TerminalId terminal, const Slot& slot, Worker& worker);
  Inbox inbox_of(std::uint32_t node, const Slot& slot) const;
  PortInputs arrivals_in(Inbox inbox, std::size_t ports) const;
  PortInputs take_arrivals(std::uint32_t node, std::size_t ports, const Slot& slot) const;
  void deliver(const PortOutputs& outputs, const Wire* wires);
  static void wake(Slot& slot, std::uint32_t node);
  void start_due_timers();
  std::size_t list_awake(std::uint32_t first, std::uint32_t end, std::vector<std::uint32_t>& nodes);
  void prefetch_node(std::uint32_t node, const Slot& slot) const;
  void prefetch_surroundings(std::uint32_t node, const LinkObserver* observer) const;
  void prefetch_flits(std::uint32_t node, const Slot& slot) const;

  NodeId node_count_;
  std::uint32_t first_terminal_;
  std::uint32_t end_;  ///< Of the terminals, padded.
  std::size_t port_count_;
  std::size_t credits_offset_;  ///< Where the credits are in an inbox.
  std::size_t flits_offset_;    ///< Where the flits are.
  std::size_t inbox_stride_;    ///< Bytes from one inbox to the next.
  LinkObserver* observer_;
  Cycle now_ = 0;

  std::vector<std::unique_ptr<RouterCore>> routers_;
  std::vector<std::unique_ptr<Terminal>> terminals_;
  std::vector<const std::byte*> cores_;  ///< [node]: where each of them lies.
  HugePageVector<Wire> wires_;           ///< [router][port], then [terminal][port]
  std::vector<Slot> slots_;              ///< Used in turn: one more than the largest latency.
  std::vector<Slot*> ahead_;             ///< [n]: the slot of cycle now() + n.
  std::size_t stepped_ = 0;              ///< Nodes in the last cycle.
  std::vector<Cycle> alarm_;             ///< [terminal]: the cycle it asked for.
  std::vector<std::vector<NodeId>>
      timers_;  ///< [cycle modulo their number]: terminals that asked for the cycle.
  std::vector<PortChange> fault_changes_;  ///< In order of time.
  std::size_t fault_changes_made_ = 0;
  Cycle next_fault_change_ = kNever;

  std::vector<Worker> workers_;
  int imbalance_ = 0;  ///< Steps in which the first worker was sooner ready than the others, less those
                       ///< in which it was later, since its range changed.
  const Sharing sharing_;
  FasterWay<> faster_way_;            ///< One worker, or all.
  std::unique_ptr<WorkerTeam> team_;  ///< Null if there is one worker. Ends first.
};

}  // namespace switchyard
