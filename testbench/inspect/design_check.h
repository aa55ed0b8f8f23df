#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw/analysis/path_figures.h"
#include "hw/design/proof/buffer_bound.h"
#include "testbench/experiment/experiment.h"
#include "testbench/experiment/fault_report.h"
#include "testbench/experiment/message_deadlock.h"
#include "testbench/inspect/dependency_drawing.h"
#include "testbench/monitor/watchdog.h"

namespace switchyard {

/// What can be proved of a design before it runs.
struct DesignCheck {
  DeadlockVerdict verdict;
  std::vector<std::string> messages;  ///< Which classes wait for which; none if the traffic has no classes.
  MessageCycle message_cycle;         ///< Of classes, and who holds what in it; empty: there is none.
  std::optional<BufferBound> buffers;
  PathFigures paths;
  std::optional<std::size_t> busiest;  ///< Channel, under uniform traffic; none if there is no figure.
  double throughput_bound = 0;         ///< Flits per node and cycle that it allows.
  std::string trace;                   ///< Folder of a trace that was made for it; empty: none was.
  std::optional<Deadlock> reached;     ///< By that trace.
  std::string drawing;                 ///< File of its dependencies; empty: none was written.
  DependencyDrawing drawn;             ///< What is in it.
  NodePairs unreachable;               ///< What faults leave without a way.
  NodePairs cut_off;                   ///< What others do as long as they last.
};

/// Time: grows with the square of the nodes; a 16 x 16 torus takes a sixth of a second, a 10-cube some
/// seconds.
DesignCheck check_design(const Experiment& experiment, const AnalysisProgress& progress = no_progress);

/// Whether the verdict is as `expect.verdict` has it; safe, if that says nothing.
bool as_expected(const Expectations& expect, const DeadlockVerdict& verdict);

/// The check for a person: a dozen lines, and the cycle.
std::string to_text(const Experiment& experiment, const DesignCheck& check);
std::string to_json(const Experiment& experiment, const DesignCheck& check);

}  // namespace switchyard
