#pragma once

#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {

/// How the pins of rtl/chaos/visit_sequencer.sv carry what the model has as C++ values. A buffer is called by
/// the number of the packet in it.

/// What the RTL's parameters say.
struct VisitShape {
  int ports = 0;
  int slots = 0;           ///< Of the queue, at most.
  int ejection_slots = 0;  ///< At most.
  int visits = 0;          ///< Per cycle, at most.

  constexpr int links() const { return ports - 1; }
};

/// Its outputs in PinWords.
struct VisitPlaces {
  explicit VisitPlaces(const VisitShape& of)
      : visited(layout.add("visit_sequencer.visited_o", of.links(), of.visits)),
        send(layout.add("visit_sequencer.send_o", of.links())),
        sent(layout.add("visit_sequencer.sent_o", 32, of.links())),
        read(layout.add("visit_sequencer.read_o", of.links())),
        inject(layout.add("visit_sequencer.inject_o", of.visits)),
        ejects(
            layout.add("visit_sequencer.ejects_o", std::bit_width(static_cast<unsigned>(of.ejection_slots)))),
        ejected(layout.add("visit_sequencer.ejected_o", 32, of.ejection_slots)) {}

  PinLayout layout;
  std::size_t visited;  ///< [visit]
  std::size_t send;
  std::size_t sent;  ///< [channel]
  std::size_t read;
  std::size_t inject;
  std::size_t ejects;
  std::size_t ejected;  ///< [packet]
};

}  // namespace switchyard
