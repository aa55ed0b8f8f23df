#pragma once

#include <string>
#include <vector>

#include "testbench/cosim/divergence.h"
#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/pin_wires.h"
#include "testbench/wave/wave_guest.h"

namespace switchyard {

/// Compares what the outputs of RTL in a router carry with what its model makes of the same inputs, cycle by
/// cycle. In a waveform it shows the model's, by the names and in the widths of the RTL's.
class PinComparison final : public WaveGuest {
 public:
  /// `log` must outlive this object.
  PinComparison(NodeId node, const PinLayout& layout, DivergenceLog& log)
      : node_(node),
        layout_(layout),
        log_(log),
        expected_(layout.size()),
        last_(layout.size()),
        wires_(layout) {}

  /// What the model drives in this cycle: zero, unless it is written here.
  PinWords& expected() { return expected_; }
  /// The cycle is over. Reports the first pin that differs.
  void compare(Cycle cycle, const PinWords& rtl);
  void reset();

  void declare(NodeId router, WaveTree& tree, const WaveClock& clock) override;
  void dump(Cycle, Cycle) override {}
  void sample(VcdWriter& vcd) override;

 private:
  NodeId node_;
  PinLayout layout_;
  DivergenceLog& log_;
  PinWords expected_;
  PinWords last_;  ///< In the last cycle that was compared.
  PinWires wires_;
};

}  // namespace switchyard
