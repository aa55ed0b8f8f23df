#include "testbench/cosim/buffers/lockstep_buffers.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepBuffers::LockstepBuffers(NodeId node, const BufferSite& site, std::unique_ptr<RtlBuffers> rtl,
                                 DivergenceLog& log)
    : side_(static_cast<NodeId>(site.side)),
      banks_(site.banks),
      places_(site.banks),
      model_(site),
      rtl_(std::move(rtl)),
      comparison_(node, places_.layout, log) {
  rtl_->on_settled([this](Cycle cycle) { comparison_.compare(cycle, rtl_->outputs()); });
}

void LockstepBuffers::reset() {
  model_.reset();
  rtl_->reset();
  comparison_.reset();
}

BufferDepartures LockstepBuffers::step(const BufferArrivals& arrivals) {
  rtl_->have_missed_cycles();
  BufferDepartures model = model_.step(arrivals);
  expect(model);
  rtl_->step(arrivals);
  return model;
}

void LockstepBuffers::expect(const BufferDepartures& departures) {
  PinWords& expected = comparison_.expected();
  for (std::size_t port = 0; port < departures.flits.size(); ++port) {
    const Flit& flit = departures.flits[port];
    if (!flit.valid()) continue;
    expected[places_.send] |= 1U << port;
    expected[places_.vc + port] = flit.vc;
    const auto words = packet_words(flit, side_);
    std::copy(words.begin(), words.end(), expected.data() + places_.packet + port * kPacketWords);
  }
  expected[places_.withheld] = withheld_pins(departures.withheld, banks_);
}

}  // namespace switchyard
