#include "testbench/cosim/circuit/lockstep_circuit.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepCircuit::LockstepCircuit(NodeId node, const CircuitSite& site, std::unique_ptr<RtlCircuit> rtl,
                                 DivergenceLog& log)
    : Lockstep(node, std::make_unique<CircuitSwitch>(site), std::move(rtl), log),
      size_(switch_size(site)),
      places_(size_) {}

CircuitDepartures LockstepCircuit::step(const CircuitArrivals& arrivals) {
  rtl().have_missed_cycles();
  CircuitDepartures departures = model().step(arrivals);
  expect(departures);
  rtl().step(arrivals);
  return departures;
}

void LockstepCircuit::expect(const CircuitDepartures& departures) {
  PinWords& pins = expected();
  pins[places_.sent] = output_pins(departures.sent, size_);
  pins[places_.taken] = input_pins(departures.taken);
  pins[places_.answered] = input_pins(departures.answered);
  pins[places_.refused] = input_pins(departures.refused);
  for_each_bit(departures.sent, [&](PortId port) {
    const FlitWords words = bytes_of(departures.flits[port]);
    std::copy(words.begin(), words.end(), pins.data() + places_.flit(port - size_));
  });
}

}  // namespace switchyard
