#include "testbench/cosim/circuit/rtl_circuit.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/topology/multistage.h"
#include "testbench/cosim/circuit/circuit_pins.h"
#include "testbench/cosim/rtl_circuit_models.h"  // Made by CMake: the headers and the list of the models.
#include "testbench/cosim/rtl_model_table.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_unit.h"
#include "testbench/cosim/strap_pins.h"

namespace switchyard {
namespace {

template <class Verilated, int kSize, int kDigits>
class VerilatedCircuit final : public RtlUnit<RtlCircuit, Verilated> {
  using Unit = RtlUnit<RtlCircuit, Verilated>;
  using Unit::rtl;
  static constexpr int kDigitBits = std::bit_width(static_cast<unsigned>(kSize - 1));

 public:
  VerilatedCircuit(const std::string& name, const CircuitSite& site, const Multistage& network, int stage,
                   const RtlOptions& options)
      : Unit(name, "tag_switch", CircuitPlaces(kSize).layout, options), network_(network), places_(kSize) {
    put(rtl()->digit_i, stage);
    put(rtl()->drops_i, site.drops);
    put(rtl()->answers_i, site.answers);
    StrapPins starts;
    for (int output = kSize; output < 2 * kSize; ++output)
      starts.append(site.starts[output] < kSize ? site.starts[output] : 0,
                    kSize);  // Round from the last one.
    starts.drive(rtl()->start_i);
    VerilatedCircuit::reset();
  }

  CircuitDepartures step(const CircuitArrivals& arrivals) override {
    have_missed_cycles();
    this->begin_cycle();
    drive(arrivals);
    this->evaluate();
    this->end_cycle();
    return sample(this->outputs());
  }
  void have_missed_cycles() override { this->catch_up(); }

 private:
  void clear_pins() override {
    put(rtl()->offered_i, 0);
    put(rtl()->header_i, 0);
    put(rtl()->tail_i, 0);
    put(rtl()->answered_i, 0);
    put(rtl()->refused_i, 0);
  }
  void add_answers(PinFault& fault) const override {
    for (int output = 0; output < kSize; ++output) {
      if ((this->outputs()[places_.sent] >> output & 1) != 0)
        fault.sends(PinFault::Block::TagSwitch, output, places_.flit(output) + kPayloadWord);
    }
  }
  void read(PinWords& outputs) const override {
    outputs[places_.sent] = rtl()->sent_o;
    std::memcpy(&outputs[places_.flits], &rtl()->data_o, kSize * sizeof(FlitWords));
    outputs[places_.taken] = rtl()->taken_o;
    outputs[places_.answered] = rtl()->answered_o;
    outputs[places_.refused] = rtl()->refused_o;
  }

  template <class Pins>
  static void put(Pins& pins, std::uint32_t value) {
    pins = static_cast<Pins>(value);
  }
  void drive(const CircuitArrivals& arrivals) {
    std::uint32_t tails = 0;
    for_each_bit(arrivals.offered, [&](PortId input) {
      const Flit& flit = *arrivals.flits[input];
      tails |= std::uint32_t{flit.tail()} << input;
      put_element<kDigits * kDigitBits>(rtl()->tag_i, input, network_.tag(flit.destination));
      put_value(rtl()->data_i, input, bytes_of(flit));
    });
    put(rtl()->offered_i, input_pins(arrivals.offered));
    put(rtl()->header_i, input_pins(arrivals.headers));
    put(rtl()->tail_i, tails);
    put(rtl()->room_i, output_pins(arrivals.room, kSize));
    put(rtl()->faulty_i, output_pins(arrivals.faulty, kSize));
    put(rtl()->answered_i, output_pins(arrivals.answered, kSize));
    put(rtl()->refused_i, output_pins(arrivals.refused, kSize));
  }
  CircuitDepartures sample(const PinWords& outputs) const {
    CircuitDepartures departures;
    departures.sent = PortMask(outputs[places_.sent]) << kSize;
    departures.taken = PortMask(outputs[places_.taken]);
    departures.answered = PortMask(outputs[places_.answered]);
    departures.refused = PortMask(outputs[places_.refused]);
    for_each_bit(departures.sent, [&](PortId port) {
      FlitWords words;
      std::copy_n(outputs.begin() + static_cast<std::ptrdiff_t>(places_.flit(port - kSize)), words.size(),
                  words.begin());
      departures.flits[port] = flit_of_bytes(words);
    });
    return departures;
  }

  const Multistage& network_;
  CircuitPlaces places_;
};

/// What a model is built for.
struct Shape {
  int size;
  int digits;
};

using Make = std::unique_ptr<RtlCircuit> (*)(const std::string& name, const CircuitSite& site,
                                             const Multistage& network, int stage, const RtlOptions& options);
using Table = RtlModelTable<Shape, Make>;

const Table& models() {
#define SY_MODEL(verilated, size, digits)                                                           \
  {{size, digits},                                                                                  \
   [](const std::string& name, const CircuitSite& site, const Multistage& network, int stage,       \
      const RtlOptions& options) -> std::unique_ptr<RtlCircuit> {                                   \
     return std::make_unique<VerilatedCircuit<verilated, size, digits>>(name, site, network, stage, \
                                                                        options);                   \
   }},
  static const Table kModels({SY_RTL_CIRCUIT_MODELS});
#undef SY_MODEL
  return kModels;
}

}  // namespace

std::unique_ptr<RtlCircuit> make_rtl_circuit(NodeId node, const CircuitSite& site, const Topology& topology,
                                             const RtlOptions& options) {
  const Multistage* const network = topology.shape<Multistage>();
  if (network == nullptr) {
    throw std::invalid_argument(
        "rtl/switch/tag_switch.sv finds its way by the tags of a multistage network, which topology.kind = " +
        topology.kind() + " is not");
  }
  const Table::Row* const model = models().find_first([&](const Shape& there) {
    return there.size == network->switch_size() && there.digits >= network->stages();
  });
  if (model != nullptr) {
    return model->make("router_" + std::to_string(node) + " rtl tag_switch", site, *network,
                       network->stage(node), options);
  }
  const std::string built = models().built(", ", [](const Shape& there) {
    return std::to_string(there.size) + " and " + std::to_string(there.digits);
  });
  throw std::invalid_argument("rtl/switch/tag_switch.sv is not built for topology.switch = " +
                              std::to_string(network->switch_size()) + " and " +
                              std::to_string(network->stages()) +
                              " stages. Built, with stages at most: " + built);
}

}  // namespace switchyard
