#pragma once

#include <string>

#include "hw/design/design.h"
#include "testbench/export/pin_record.h"

namespace switchyard {

/// The module `network_tb`: plays a record of the terminals' pins, traffic.hex, against `network`, and
/// compares all of its outputs in every cycle.
std::string network_bench(const Design& design, const PinRecord& record);

}  // namespace switchyard
