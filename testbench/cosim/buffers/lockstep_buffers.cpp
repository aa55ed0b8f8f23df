#include "testbench/cosim/buffers/lockstep_buffers.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepBuffers::LockstepBuffers(NodeId node, const BufferSite& site, std::unique_ptr<RtlBuffers> rtl,
                                 DivergenceLog& log)
    : Lockstep(node, std::make_unique<ModelBuffers>(site), std::move(rtl), log),
      side_(site.side),
      banks_(site.banks),
      places_(site.banks) {}

BufferDepartures LockstepBuffers::step(const BufferArrivals& arrivals) {
  rtl().have_missed_cycles();
  BufferDepartures departures = model().step(arrivals);
  expect(departures);
  rtl().step(arrivals);
  return departures;
}

void LockstepBuffers::expect(const BufferDepartures& departures) {
  PinWords& pins = expected();
  for (std::size_t port = 0; port < departures.flits.size(); ++port) {
    const Flit& flit = departures.flits[port];
    if (!flit.valid()) continue;
    pins[places_.send] |= 1U << port;
    pins[places_.vc + port] = flit.vc;
    const auto words = packet_words(flit, side_);
    std::copy(words.begin(), words.end(), pins.data() + places_.packet + port * kPacketWords);
  }
  pins[places_.withheld] = withheld_pins(departures.withheld, banks_);
}

}  // namespace switchyard
