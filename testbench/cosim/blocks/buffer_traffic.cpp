#include "testbench/cosim/blocks/buffer_traffic.h"

#include <algorithm>

namespace switchyard {
namespace {

constexpr int kSide = ModelBuffersBlock::kSide;
constexpr int kClosed = 80;       // First cycles in which nothing leaves; the first turns are then for many.
constexpr int kLongestRun = 300;  ///< Cycles between two that find all buffers empty.

bool is_inside(const MeshPlace& place) {
  return std::all_of(place.begin(), place.end(), [](int c) { return c >= 0 && c < kSide; });
}

}  // namespace

BufferTraffic::BufferTraffic(int size, RandomStream& random)
    : random_(random),
      banks_(banks_of_buffers(size)),
      here_{below(kSide), below(kSide)},
      starts_(random_.below(1U << start_width(banks_)) | random_.below(1U << start_width(banks_))),
      withheld_(low_bits<std::uint64_t>(banks_ * kPairsOfBank)),
      twin_(size) {
  for (Stream& stream : streams_) stream.to = here_;
}

void BufferTraffic::put(PortId port, Colour colour, BufferType type, const MeshPlace& to,
                        BufferInputs& inputs) {
  inputs.push_i |= std::uint64_t{1} << port;
  inputs.vc_i |= static_cast<std::uint64_t>(TurnBuffers::vc_of(colour, type)) << port * kVcBits;
  inputs.packet_i[port] =
      std::uint64_t{random_.below(256)} << 2 * kBufferCoordBits | place_pins(to, kBufferCoordBits);
  if (type != BufferType::Home) ++held_;
}

/// Somewhere, more often than not in the row or column of this node.
MeshPlace BufferTraffic::destination() {
  MeshPlace to = here_;
  for (int& coordinate : to) {
    if (with(0.4)) continue;
    coordinate = with(0.3) ? std::clamp(coordinate + below(5) - 2, 0, kSide - 1) : below(kSide);
  }
  return to;
}

/// What the neighbour there sends, if it is invited: mostly the same way as the packet before, so that
/// streams fill their buffers.
void BufferTraffic::arrive(PortId port, BufferInputs& inputs) {
  const MeshPlace from = TurnBuffers::beyond(here_, port);
  if (!is_inside(from)) return;
  const PortId way = TurnBuffers::opposite(port);
  Stream& stream = streams_[port];
  if (banks_ == 1) stream.colour = colour_;
  while (with(0.15) || from == stream.to || TurnBuffers::exit(stream.colour, from, stream.to) != way)
    stream = {banks_ == 1 ? colour_ : some_colour(), destination()};
  const BufferType type = TurnBuffers::type_at(stream.colour, here_, way, stream.to);
  if (type != BufferType::Home) {
    const int pin = withheld_pin(banks_, port, TurnBuffers::vc_of(stream.colour, type));
    if ((told_[1] >> pin & 1) != 0) return;
  }
  put(port, stream.colour, type, stream.to, inputs);
}

/// A packet of this node.
void BufferTraffic::begin(BufferInputs& inputs) {
  const Colour colour = banks_ == 1 ? colour_ : some_colour();
  const MeshPlace to{below(kSide), below(kSide)};
  if (to == here_) return;
  put(TurnBuffers::opposite(TurnBuffers::exit(colour, here_, to)), colour, BufferType::Straight, to, inputs);
}

BufferInputs BufferTraffic::next(double density, double stalls) {
  BufferInputs inputs;
  inputs.start_i = starts_;
  inputs.here_i = place_pins(here_, kBufferCoordBits);
  if (--until_drain_ > 0) {
    for (PortId port = 0; port < TurnBuffers::kPorts; ++port) {
      if (with(density)) arrive(port, inputs);
    }
  } else if (is_quiet()) {
    if (with(0.5)) colour_ = some_colour();
    if (with(0.7)) begin(inputs);
    until_drain_ = below(kLongestRun);
  }
  inputs.colour_i = banks_ == 1 ? static_cast<std::uint64_t>(colour_) : 0;
  const bool closed = ++cycles_ <= kClosed;
  if (cycles_ == kClosed) withheld_ = 0;
  for (int pin = 0; pin < banks_ * kPairsOfBank; ++pin) {
    const std::uint64_t signal = std::uint64_t{1} << pin;
    if (!closed && with(0.15)) withheld_ = with(stalls) ? withheld_ | signal : withheld_ & ~signal;
  }
  inputs.withheld_i = withheld_;

  const BufferOutputs outputs = twin_.cycle(inputs);
  held_ -= std::popcount(outputs.send_o);
  quiet_cycles_ = held_ == 0 ? quiet_cycles_ + 1 : 0;
  told_ = {outputs.withheld_o, told_[0]};
  return inputs;
}

}  // namespace switchyard
