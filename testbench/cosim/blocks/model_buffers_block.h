#pragma once

#include <optional>

#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/buffers/buffer_pins.h"
#include "testbench/cosim/buffers/model_buffers.h"

namespace switchyard {

/// NodeBuffers as the pins of rtl/mesh/node_buffers.sv see them. They take their place in the first cycle.
class ModelBuffersBlock final : public NodeBuffersBlock {
 public:
  static constexpr int kSide = 1 << kBufferCoordBits;

  /// A destination is a place, and the packet's number the data.
  static Flit packet_of(std::uint64_t word, std::uint64_t vc) {
    return {.packet = static_cast<PacketId>(word >> 2 * kBufferCoordBits),
            .destination = static_cast<NodeId>(word & low_bits<std::uint64_t>(2 * kBufferCoordBits)),
            .remaining = 1,
            .vc = static_cast<std::uint8_t>(vc),
            .head = true};
  }
  static std::uint64_t word_of(const Flit& packet) {
    return std::uint64_t{packet.packet} << 2 * kBufferCoordBits | packet.destination;
  }

  explicit ModelBuffersBlock(int size) : size_(size) {}

  void reset() override { buffers_.reset(); }
  BufferOutputs cycle(const BufferInputs& inputs) override {
    const int banks = banks_of_buffers(size_);
    if (!buffers_) {
      const auto coordinate = [&](int at) { return static_cast<int>(inputs.here_i >> at & (kSide - 1)); };
      buffers_.emplace(BufferSite{.here = {coordinate(0), coordinate(kBufferCoordBits)},
                                  .side = kSide,
                                  .queue = size_,
                                  .banks = banks,
                                  .starts = starts_of_pins(inputs.start_i)});
    }
    BufferArrivals arrivals{.colour = static_cast<Colour>(inputs.colour_i)};
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      if ((inputs.push_i >> port & 1) != 0)
        arrivals.flits[port] = packet_of(inputs.packet_i[port], inputs.vc_i >> port * kVcBits & 7);
    }
    arrivals.withheld = withheld_vcs(inputs.withheld_i, banks, arrivals.colour);

    const BufferDepartures departures = buffers_->step(arrivals);
    BufferOutputs outputs;
    for (std::size_t port = 0; port < TurnBuffers::kPorts; ++port) {
      const Flit& packet = departures.flits[port];
      if (!packet.valid()) continue;
      outputs.send_o |= std::uint64_t{1} << port;
      outputs.vc_o |= std::uint64_t{packet.vc} << port * kVcBits;
      outputs.packet_o[port] = word_of(packet);
    }
    outputs.withheld_o = withheld_pins(departures.withheld, banks);
    return outputs;
  }

 private:
  int size_;
  std::optional<ModelBuffers> buffers_;
};

}  // namespace switchyard
