#pragma once

#include "testbench/sorting/sorting_instance.h"

namespace switchyard {

/// What processors have after a program, as a sequential computer finds it.
///
/// Counts are those of `rank` and `leaders`, and the records those of the others; what a program only uses on
/// its way is left as it is here, and sorting_difference() does not look at it.
ProcessorStates sorting_result(SortingProgram::Kind program, const ProcessorStates& before);

/// What of a processor's state is not as expected after the program; empty: all is.
std::string sorting_difference(SortingProgram::Kind program, const ProcessorState& expected,
                               const ProcessorState& found);

}  // namespace switchyard
