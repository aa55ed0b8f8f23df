#pragma once

#include <filesystem>
#include <optional>

#include "hw/analysis/deadlock.h"
#include "testbench/experiment/experiment.h"
#include "testbench/monitor/watchdog.h"

namespace switchyard {

/// Writes a workload that runs into a deadlock of an unsafe network: folder/deadlock.yaml, the experiment
/// with a trace in place of its own packets, and the trace, folder/deadlock.csv.
///
/// The packets of the verdict's cycle set out at once, more than fill the buffers that they may take, each as
/// long as a buffer is deep. Where they have other paths and get through, random packets of many sources are
/// tried instead, and of those that end in a deadlock the ones that had set out are kept.
///
/// Returns the deadlock that `run` will find; nothing if all that was tried got through: then the files hold
/// the packets of the cycle. Precondition: the verdict has a cycle.
std::optional<Deadlock> write_deadlock_trace(const Experiment& experiment, const DeadlockVerdict& verdict,
                                             const std::filesystem::path& folder);

}  // namespace switchyard
