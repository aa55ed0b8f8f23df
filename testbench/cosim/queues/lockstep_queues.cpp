#include "testbench/cosim/queues/lockstep_queues.h"

#include <algorithm>

namespace switchyard {

const QueueDepartures& LockstepQueues::step(const QueueArrivals& arrivals) {
  rtl().have_missed_cycles();
  const QueueDepartures& departures = model().step(arrivals);
  const QueueSwitchShape& shape = places_.shape;
  PinWords& pins = expected();
  const auto raise = [&](std::size_t mask, int vc) { pins[mask + vc / 32] |= 1U << vc % 32; };
  for_each_bit(departures.sent, [&](PortId port) {
    const Flit& flit = departures.flits[port];
    raise(places_.send, flit.vc * shape.ports + port);
    const auto words = words_of_packet(flit);
    std::copy(words.begin(), words.end(), pins.begin() + places_.sent + port * kPacketOfOneFlitWords);
  });
  for (int q = 0; q < shape.queues; ++q) {
    const std::vector<std::uint8_t>& sources = departures.sources[q];
    pins[places_.pushes + q] = static_cast<std::uint32_t>(sources.size());
    std::copy(sources.begin(), sources.end(), pins.begin() + places_.source + q * shape.slots);
    for (const int source : sources) {
      if (source < shape.ports) raise(places_.read, q * shape.ports + source);
    }
  }
  rtl().step(arrivals);
  return departures;
}

}  // namespace switchyard
