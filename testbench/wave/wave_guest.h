#pragma once

#include "hw/base/types.h"
#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// Signals of a router that links and lanes do not show: they are guests in its scope of the wave file.
class WaveGuest {
 public:
  virtual ~WaveGuest() = default;
  /// Declares the guests of a router. Called once per router that is dumped, before anything is sampled.
  virtual void declare(NodeId router, WaveTree& tree) = 0;
  /// Gives the declared wires that have changed since the last call their values.
  virtual void sample(VcdWriter& vcd) = 0;
};

}  // namespace switchyard
