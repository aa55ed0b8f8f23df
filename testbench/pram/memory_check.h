#pragma once

#include <string>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "testbench/pram/pram_oracle.h"

namespace switchyard {

/// The first word of the memory modules that is not what the oracle holds after the last step, in words;
/// empty if there is none. What is written and never read is checked by nothing else.
///
/// Precondition: no step is under way.
std::string memory_fault(const Design& design, const Network& network, const PramOracle& oracle);

}  // namespace switchyard
