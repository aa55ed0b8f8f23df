#pragma once

#include <systemc>

#include "hw/base/types.h"

namespace switchyard {

inline constexpr Cycle kResetCycles = 2;  ///< Clock edges that see a reset; then comes cycle 0.

/// The clock edges of a network in SystemC time: edge c rises at first_edge + c * period.
struct CycleClock {
  sc_core::sc_time first_edge;  ///< Of cycle 0.
  sc_core::sc_time period;

  sc_core::sc_time edge(Cycle cycle) const {
    return first_edge + sc_core::sc_time::from_value(cycle * period.value());
  }
  /// The cycle of the first edge strictly after `time`.
  Cycle cycle_after(const sc_core::sc_time& time) const {
    if (time < first_edge) return 0;
    return (time - first_edge).value() / period.value() + 1;
  }
  /// The clock after a reset that begins at `time`: the next kResetCycles edges see it.
  CycleClock restarted(const sc_core::sc_time& time) const {
    const auto phase = first_edge.value() % period.value();
    const auto edges = time.value() < phase ? 0 : (time.value() - phase) / period.value() + 1;
    return {sc_core::sc_time::from_value(phase + (edges + kResetCycles) * period.value()), period};
  }
};

}  // namespace switchyard
