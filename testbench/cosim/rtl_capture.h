#pragma once

#include <memory>
#include <vector>

#include "testbench/cosim/rtl_model.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

/// The signals of Verilated modules as guests of a wave file: SystemC and RTL in one hierarchy and one time
/// base.
///
/// Verilator writes its trace as text into memory; definitions become wires of our tree, and value changes
/// their values. So the modules' own trace code runs unchanged, and one writer decides on time, order and
/// names. A module's name is its path below the network, with spaces: "router_5 rtl link_arbiter_2". Clocks
/// are left out: they are the network's. The models must outlive the guest.
///
/// Errors: std::invalid_argument if the program was built without Verilator.
std::unique_ptr<WaveGuest> capture_rtl(const std::vector<RtlModel*>& models);

}  // namespace switchyard
