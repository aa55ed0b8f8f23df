#pragma once

#include <memory>
#include <utility>

#include "hw/router/mesh/node_buffers.h"

namespace switchyard {

/// Does what a BufferBlock decides in the place of NodeBuffers, whose packets follow for those who look at
/// them.
class BufferFollower {
 public:
  /// `buffers` must outlive it; `links`: the ports that are not open.
  BufferFollower(NodeBuffers& buffers, PortMask links, std::unique_ptr<BufferBlock> block)
      : buffers_(buffers), links_(links), block_(std::move(block)) {}

  void reset() {
    arrivals_ = {};
    block_->reset();
  }
  void use_for(Colour colour) { arrivals_.colour = colour; }
  /// With the arrivals of the next step().
  void accept(PortId port, const Flit& flit) { arrivals_.flits[port] = flit; }

  /// Sends and tells. `buffers` have accepted what arrives.
  void step(const PortInputs& inputs, PortOutputs& outputs) {
    for_each_bit(inputs.flit_ports, [&](PortId port) { accept(port, inputs.flits[port]); });
    for_each_bit(inputs.credit_ports, [&](PortId port) { arrivals_.withheld[port] = inputs.credits[port]; });
    const BufferDepartures departures = block_->step(arrivals_);
    arrivals_ = {.colour = arrivals_.colour};
    for_each_bit(links_, [&](PortId port) {
      const Flit& flit = departures.flits[port];
      if (flit.valid()) {
        buffers_.follow(port, flit);
        outputs.send(port, flit);
      }
      for_each_bit(departures.withheld[port], [&](VcId vc) { outputs.return_credit(port, vc); });
    });
  }

 private:
  NodeBuffers& buffers_;
  PortMask links_;
  std::unique_ptr<BufferBlock> block_;
  BufferArrivals arrivals_;
};

}  // namespace switchyard
