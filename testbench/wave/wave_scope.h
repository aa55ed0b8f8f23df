#pragma once

#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// What a test bench shows beside its network, in a scope of its own.
class WaveScope {
 public:
  virtual ~WaveScope() = default;
  /// Declares the scope. Called once, before anything is sampled.
  virtual void declare(WaveTree& tree) = 0;
  /// Gives its wires the values that they have at `time`, an edge of the clock or half a period from it.
  virtual void sample(VcdWriter& vcd, VcdWriter::Time time) = 0;
};

}  // namespace switchyard
