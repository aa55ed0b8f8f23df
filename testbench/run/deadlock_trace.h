#pragma once

#include <string>

#include "hw/analysis/deadlock.h"
#include "testbench/run/experiment.h"

namespace switchyard {

/// A workload that lets the packets of an unsafe verdict's cycle set out at once, more than fill the lanes
/// that they may take, each as long as a lane is deep. Where they have no other way, they run into that
/// cycle.
struct DeadlockTrace {
  std::string csv;     ///< Of the workload `trace`.
  std::string config;  ///< YAML: the experiment with that workload in place of its own.
};

/// `csv_name`: under which the trace will lie beside the configuration. Precondition: the verdict has a
/// cycle.
DeadlockTrace make_deadlock_trace(const Experiment& experiment, const DeadlockVerdict& verdict,
                                  const std::string& csv_name);

}  // namespace switchyard
