#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/monitor/wait_graph.h"

namespace switchyard {

/// A deadlock: buffers that will never move again.
struct Deadlock {
  Cycle found = 0;
  std::vector<WaitingBuffer> cycle;  ///< Each waits for the next, the last for the first.
  std::size_t knot_buffers = 0;      ///< All buffers that can never move again.
};

/// A packet that has not moved for long although it may yet: it loses to others.
struct Starvation {
  Cycle found = 0;
  Cycle since = 0;
  WaitingBuffer buffer;
  /// Where a packet waits for a faulty link, and the port of that link: maybe what this one waits for.
  std::optional<std::pair<WaitingBuffer, PortId>> at_fault = {};
};

/// Finds packets that do not move, anywhere, while the rest of the network may well move.
///
/// Every quarter of `patience` cycles it compares the front of each buffer with what it saw before.
/// Where one has stood still for `patience` cycles it builds the wait-for graph: a knot is a deadlock;
/// otherwise the packet starves. Buffers that moved in the last half of `patience` are taken as live, since
/// flits and credits on long links are in nobody's buffers.
///
/// Cost:   one look at every buffer per quarter of `patience`.
class Watchdog {
 public:
  /// `design` must outlive the watchdog. `patience` must be well above a link's round trip.
  /// `reply_waits`: as for WaitGraph.
  Watchdog(const Design& design, Cycle patience, ReplyWaits reply_waits = {});

  /// First cycle at which look() has something to do again.
  Cycle next_look() const { return next_look_; }
  void look(Cycle now, const Network& network);

  const std::optional<Deadlock>& deadlock() const { return deadlock_; }
  const std::optional<Starvation>& first_starvation() const { return starvation_; }
  Cycle longest_wait() const { return longest_wait_; }  ///< Of any buffer's front, in cycles, as far as seen.

 private:
  struct Sight {
    PacketId packet = 0;
    std::uint16_t remaining = 0;  ///< 0: the buffer was empty.
    bool reserved = false;
    Cycle since = 0;
  };

  const Design& design_;
  ReplyWaits reply_waits_;
  Cycle patience_;
  Cycle next_look_;
  std::vector<Sight> sights_;             ///< [node][buffer in visiting order]
  std::vector<std::size_t> first_sight_;  ///< [node]
  std::optional<Deadlock> deadlock_;
  std::optional<Starvation> starvation_;
  Cycle longest_wait_ = 0;
  Cycle next_graph_ = 0;  ///< Not before: starving packets should not cost a graph at every look.
};

}  // namespace switchyard
