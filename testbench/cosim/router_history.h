#pragma once

#include <array>
#include <string>
#include <vector>

#include "hw/terminal/terminal.h"

namespace switchyard {

/// Remembers what arrived last at each router, for the report of a divergence.
class RouterHistory final : public LinkObserver {
 public:
  static constexpr std::size_t kEvents = 16;

  explicit RouterHistory(NodeId node_count) : rings_(node_count) {}

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}

  /// The last kEvents at `node` as text, oldest first.
  std::vector<std::string> recent(NodeId node) const;

 private:
  struct Event {
    Flit flit;  ///< Valid if the event is a flit.
    Cycle cycle = 0;
    PortId port = 0;
    VcMask credits = 0;  ///< Of the event, if it is no flit.
  };
  static_assert(sizeof(Event) == 32);  // Every arrival writes one.
  struct Ring {
    std::array<Event, kEvents> events;
    std::size_t count = 0;  ///< Since the beginning.
    void add(const Event& event) { events[count++ % kEvents] = event; }
  };
  std::vector<Ring> rings_;
};

}  // namespace switchyard
