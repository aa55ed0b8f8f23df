#pragma once

#include "hw/base/types.h"
#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// The network's own clock and reset.
struct WaveClock {
  WireId clk;
  WireId rst_n;
};

/// Signals of a router that links and VCs do not show: they are guests in its scope of the wave file.
class WaveGuest {
 public:
  virtual ~WaveGuest() = default;
  /// Declares the guests of a router. Called once per router that is dumped, before anything is sampled.
  virtual void declare(NodeId router, WaveTree& tree, const WaveClock& clock) = 0;
  /// The cycles that are dumped, before the first of them. From it to the last one sample() is called in
  /// each.
  virtual void dump(Cycle from, Cycle to) = 0;
  /// Gives the declared wires the values that the edge of the present cycle samples.
  virtual void sample(VcdWriter& vcd) = 0;
};

}  // namespace switchyard
