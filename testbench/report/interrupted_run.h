#pragma once

#include <algorithm>
#include <string>

#include "testbench/report/results.h"

namespace switchyard {

/// How long a run may go on before it looks at interruption() again: less than a second at any level, and
/// long enough that looking costs nothing.
constexpr Cycle cycles_between_looks(NodeId nodes) {
  constexpr Cycle kNodeCycles = 1 << 15;
  return std::max<Cycle>(1, kNodeCycles / nodes);
}

/// Of an interrupted run, once its cycles are known: whether it is stable is undecided, and the reason says
/// so.
void record_interruption(Results& results);

/// For example "SIGINT after 1200 cycles".
std::string describe_interruption(int signal, Cycle cycles);

/// The line of the summary, with its end; empty if the run was not interrupted.
std::string interruption_line(const Results& results);

}  // namespace switchyard
