#pragma once

#include <memory>

#include "hw/router/circuit/circuit_switch.h"
#include "testbench/cosim/circuit/circuit_pins.h"
#include "testbench/cosim/circuit/rtl_circuit.h"
#include "testbench/cosim/lockstep.h"

namespace switchyard {

/// The crosspoints of a circuit switch, as model and as RTL.
class LockstepCircuit final : public Lockstep<CircuitBlock, CircuitSwitch, RtlCircuit> {
 public:
  LockstepCircuit(NodeId node, const CircuitSite& site, std::unique_ptr<RtlCircuit> rtl, DivergenceLog& log);

  CircuitDepartures step(const CircuitArrivals& arrivals) override;

 private:
  void expect(const CircuitDepartures& departures);

  int size_;
  CircuitPlaces places_;
};

}  // namespace switchyard
