#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "hw/clocked/clocked_network.h"
#include "tests/support/test_bench.h"

namespace switchyard {

/// All that crosses the links of a network in its first cycles, without pins.
inline std::vector<LinkEvent> fast_events(const Design& design, const TerminalFactory& terminals,
                                          Cycle cycles) {
  EventRecorder events;
  FastEngine engine(design, terminals, &events);
  for (Cycle cycle = 0; cycle < cycles; ++cycle) engine.step_cycle();
  return events.events();
}

/// The same as clocked SystemC. Once per process.
inline std::vector<LinkEvent> clocked_events(const Design& design, const TerminalFactory& terminals,
                                             Cycle cycles) {
  EventRecorder events;
  sc_core::sc_clock clock{"clk", kClockPeriod, 0.5, kClockPeriod * 0.5, true};
  sc_core::sc_signal<bool> reset_n{"rst_n"};
  ClockedNetwork network("network", design, terminals, &events);
  network.clk_i(clock);
  network.rst_ni(reset_n);
  sc_core::sc_start(kClockPeriod * 2);
  reset_n.write(true);
  sc_core::sc_start(kClockPeriod * static_cast<double>(cycles));
  return events.events();
}

inline void expect_same_events(const std::vector<LinkEvent>& expected, const std::vector<LinkEvent>& actual) {
  ASSERT_EQ(expected.size(), actual.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(expected[i], actual[i])
        << "event " << i << " in cycle " << expected[i].cycle << " at node " << expected[i].node;
  }
}

}  // namespace switchyard
