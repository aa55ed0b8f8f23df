#pragma once

#include <optional>

#include "hw/router/circuit/circuit_switch.h"
#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/circuit/circuit_pins.h"

namespace switchyard {

/// CircuitSwitch as the pins of rtl/switch/tag_switch.sv see it. It takes its straps in the first cycle.
class ModelTagBlock final : public TagSwitchBlock {
 public:
  explicit ModelTagBlock(int size) : shape_(size) {}

  void reset() override { switch_.reset(); }
  TagOutputs cycle(const TagInputs& inputs) override {
    if (!switch_) switch_.emplace(site_of(inputs));
    PortArray<Flit> flits;
    CircuitArrivals arrivals{.offered = PortMask(inputs.offered_i),
                             .headers = PortMask(inputs.offered_i & inputs.header_i),
                             .room = outputs_of(inputs.room_i),
                             .faulty = outputs_of(inputs.faulty_i),
                             .answered = outputs_of(inputs.answered_i),
                             .refused = outputs_of(inputs.refused_i),
                             .flits = {},
                             .wanted = {}};
    for_each_bit(arrivals.offered, [&](PortId input) {
      flits[input] = {.packet = static_cast<PacketId>(shape_.flit(inputs.data_i, input)),
                      .remaining = static_cast<std::uint16_t>((inputs.tail_i >> input & 1) != 0 ? 1 : 2)};
      arrivals.flits[input] = &flits[input];
      const auto output = static_cast<int>(shape_.digit(inputs.tag_i, input, inputs.digit_i));
      arrivals.wanted[input] = static_cast<std::uint8_t>(shape_.ports + output);
    });

    const CircuitDepartures departures = switch_->step(arrivals);
    TagOutputs outputs{.sent_o = output_pins(departures.sent, shape_.ports),
                       .taken_o = input_pins(departures.taken),
                       .answered_o = input_pins(departures.answered),
                       .refused_o = input_pins(departures.refused)};
    for_each_bit(departures.sent, [&](PortId port) {
      outputs.data_o |= std::uint64_t{departures.flits[port].packet} << (port - shape_.ports) * kTagFlitWidth;
    });
    return outputs;
  }

 private:
  CircuitSite site_of(const TagInputs& inputs) const {
    CircuitSite site{2 * shape_.ports + 1, inputs.drops_i != 0, inputs.answers_i != 0, {}};
    site.starts.resize(2 * shape_.ports);
    for (int output = 0; output < shape_.ports; ++output) {
      site.starts[shape_.ports + output] = static_cast<int>(inputs.start_i >> output * shape_.digit_bits &
                                                            low_bits<std::uint64_t>(shape_.digit_bits));
    }
    return site;
  }
  PortMask outputs_of(std::uint64_t pins) const { return PortMask(pins << shape_.ports); }

  TagShape shape_;
  std::optional<CircuitSwitch> switch_;
};

}  // namespace switchyard
