#include "testbench/cosim/chaos/lockstep_visits.h"

namespace switchyard {

const VisitDecisions& LockstepVisits::step(const VisitArrivals& arrivals) {
  rtl().have_missed_cycles();
  const VisitDecisions& decisions = model().step(arrivals);
  PinWords& pins = expected();
  for (std::size_t k = 0; k < decisions.visits.size(); ++k) {
    const VisitDecisions::Visit& visit = decisions.visits[k];
    const std::uint32_t channel = 1U << visit.channel;
    pins[places_.visited + k] = channel;
    if (visit.sends) {
      pins[places_.send] |= channel;
      pins[places_.sent + visit.channel] = visit.sent;
    }
    if (visit.reads) {
      pins[places_.read] |= channel;
      expect_taken(arrivals.packets[visit.channel]);
    }
    if (visit.injects) {
      pins[places_.inject] |= 1U << k;
      expect_taken(arrivals.next);
    }
  }
  rtl().step(arrivals);
  return decisions;
}

/// A packet for this node goes to the ejection buffer.
void LockstepVisits::expect_taken(const VisitArrivals::Packet& packet) {
  if (packet.ways != 0) return;
  PinWords& pins = expected();
  pins[places_.ejected + pins[places_.ejects]++] = packet.packet;
}

}  // namespace switchyard
