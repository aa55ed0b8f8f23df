#pragma once

#include <vector>

#include "tests/support/test_bench.h"

namespace switchyard {

/// A packet and when it joins its source's queue.
struct Sent {
  Cycle at;
  TerminalId source;
  TerminalId destination;
  int flits;
};

/// [packet]: when its tail arrives, with flits and without.
struct Arrivals {
  std::vector<Cycle> fast;
  std::vector<Cycle> approximate;
};

/// `packets`: in the order of time, with 2000 cycles for the last.
Arrivals arrivals_of(const Experiment& experiment, const std::vector<Sent>& packets);

}  // namespace switchyard
