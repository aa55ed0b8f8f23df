#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/cosim/pin_layout.h"
#include "testbench/wave/vcd_writer.h"
#include "testbench/wave/wave_tree.h"

namespace switchyard {

/// Wires of a wave file that show PinWords.
class PinWires {
 public:
  explicit PinWires(const PinLayout& layout) : layout_(layout), wires_(layout.pins().size()) {}

  /// Declares a wire for each pin, in scopes by its path.
  void declare(WaveTree& tree);
  /// Shows the pin with this path, if there is one, on a wire that is there.
  void take(const std::string& path, WireId wire);
  void set(VcdWriter& vcd, const PinWords& words) const;

 private:
  PinLayout layout_;
  std::vector<std::optional<WireId>> wires_;  ///< [pin]
};

}  // namespace switchyard
