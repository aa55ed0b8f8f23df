#include "testbench/cosim/blocks/tag_traffic.h"

namespace switchyard {
namespace {

constexpr int kLongestPacket = 4;

}  // namespace

TagTraffic::TagTraffic(int size, std::uint64_t kind, RandomStream& random)
    : random_(random), shape_(size), twin_(size) {
  straps_.digit_i = random_.below(shape_.digits);
  straps_.drops_i = kind % 3 == 2 ? 1 : 0;
  straps_.answers_i = kind % 3 == 1 ? 0 : 1;
  straps_.start_i = random_.below(1U << shape_.ports * shape_.digit_bits);
}

TagInputs TagTraffic::next(double density, double stalls) {
  TagInputs inputs = straps_;
  for (int port = 0; port < shape_.ports; ++port) {
    inputs.room_i |= std::uint64_t{!with(stalls)} << port;
    inputs.faulty_i |= std::uint64_t{with(0.05)} << port;
  }
  offer(density, inputs);
  answer(density, inputs);
  follow(inputs, twin_.cycle(inputs));
  return inputs;
}

/// A flit behind its header may be there before the answer is. Half of the packets go where another goes.
/// header_i and tail_i of an input that offers nothing say nothing, nor does the tag behind a header.
void TagTraffic::offer(double density, TagInputs& inputs) {
  for (int input = 0; input < shape_.ports; ++input) {
    Packet& packet = packets_[input];
    if (packet.flits == 0 && !packet.left) {
      const std::uint64_t tag = random_.below(1U << shape_.tag_bits());
      packet = {with(0.5) ? packets_[0].tag : tag, 1 + static_cast<int>(random_.below(kLongestPacket))};
    }
    if (packet.flits == 0 || !with(density)) {
      inputs.header_i |= std::uint64_t{with(0.5)} << input;
      inputs.tail_i |= std::uint64_t{with(0.5)} << input;
      continue;
    }
    inputs.offered_i |= std::uint64_t{1} << input;
    inputs.header_i |= std::uint64_t{!packet.left} << input;
    inputs.tail_i |= std::uint64_t{packet.flits == 1} << input;
    const std::uint64_t tag = packet.left ? random_.below(1U << shape_.tag_bits()) : packet.tag;
    inputs.tag_i |= tag << input * shape_.tag_bits();
    inputs.data_i |= random_.below(1U << kTagFlitWidth) << input * kTagFlitWidth;
  }
}

void TagTraffic::answer(double density, TagInputs& inputs) {
  for_each_bit(unanswered_, [&](int output) {
    if (!with(0.3 + 0.7 * density)) return;
    (straps_.drops_i != 0 && with(0.4) ? inputs.refused_i : inputs.answered_i) |= std::uint64_t{1} << output;
  });
  unanswered_ &= ~(inputs.refused_i | inputs.answered_i);
}

void TagTraffic::follow(const TagInputs& inputs, const TagOutputs& outputs) {
  for (int input = 0; input < shape_.ports; ++input) {
    Packet& packet = packets_[input];
    const std::uint64_t pin = std::uint64_t{1} << input;
    if ((outputs.answered_o & pin) != 0) packet.told = true;
    if ((outputs.taken_o & pin) != 0) {
      --packet.flits;
      if ((inputs.header_i & pin) != 0) {
        packet.left = true;
        packet.told = straps_.answers_i == 0;
        if (!packet.told)
          unanswered_ |= std::uint64_t{1} << shape_.digit(inputs.tag_i, input, inputs.digit_i);
      }
    }
    const bool refused = (outputs.refused_o & pin) != 0;
    if (refused || (packet.flits == 0 && packet.told)) packet = {.tag = packet.tag};
  }
}

}  // namespace switchyard
