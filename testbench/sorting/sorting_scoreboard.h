#pragma once

#include <string>
#include <vector>

#include "testbench/monitor/event_hash.h"
#include "testbench/sorting/sorting_instance.h"
#include "testbench/sorting/sorting_processor.h"

namespace switchyard {

/// Compares what each processor has in the end with what a sequential computer finds, and when it has it.
///
/// [processor]: by index. `done`: the cycle in which the last of it must come, no sooner and no later.
/// Returns the first fault; empty: all is well.
std::string check_sorting(SortingProgram::Kind program, const ProcessorStates& before,
                          const std::vector<const SortingProcessor*>& processors, Cycle done);

/// Fingerprint of all results and when they came.
EventHash hash_of(const std::vector<const SortingProcessor*>& processors);

}  // namespace switchyard
