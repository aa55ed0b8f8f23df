#pragma once

#include "hw/router/mesh/node_buffers.h"

namespace switchyard {

/// NodeBuffers behind the interface: the model's side of a lockstep pair. It tells all neighbours, even those
/// that are not there, as the RTL does.
class ModelBuffers final : public BufferBlock {
 public:
  explicit ModelBuffers(const BufferSite& site)
      : buffers_(site, low_bits<PortMask>(TurnBuffers::kPorts)), one_bank_(site.banks == 1) {
    if (!one_bank_) buffers_.use_for(Colour::White);  // The other bank is black as it begins.
  }

  void reset() override { buffers_.reset(); }

  BufferDepartures step(const BufferArrivals& arrivals) override {
    if (one_bank_) buffers_.use_for(arrivals.colour);
    for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
      const Flit& flit = arrivals.flits[port];
      if (flit.valid()) buffers_.accept(port, flit);
    }
    outputs_.clear();
    buffers_.send([&](PortId port) { return arrivals.withheld[port]; }, outputs_);
    buffers_.tell(outputs_);
    BufferDepartures departures;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((outputs_.flit_ports >> port & 1) != 0) departures.flits[port] = outputs_.flits[port];
      departures.withheld[port] = outputs_.credits[port];
    }
    return departures;
  }

 private:
  NodeBuffers buffers_;
  bool one_bank_;
  PortOutputs outputs_;
};

}  // namespace switchyard
