#pragma once

#include <memory>

#include "testbench/cosim/rtl_model.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

/// The signals of Verilated modules as a guest of a wave file: SystemC and RTL in one hierarchy and one time
/// base.
///
/// Verilator writes its trace as text into memory; definitions become wires of our tree, and value changes
/// their values. So the modules' own trace code runs unchanged, and one writer decides on time, order and
/// names. A module's name is its path below the network, with spaces: "router_5 rtl crossbar". What is seen
/// in a cycle is what is on the pins when they have settled: what the edge that ends the cycle samples.
/// Clocks and resets are the network's. The model must outlive the guest.
std::unique_ptr<WaveGuest> capture_rtl(RtlModel& model);

}  // namespace switchyard
