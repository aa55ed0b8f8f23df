#pragma once

class VerilatedVcdC;

namespace switchyard {

/// Whether the program was built with Verilator.
bool has_rtl();

/// Something that holds Verilated modules, and can show their signals.
class RtlModel {
 public:
  virtual ~RtlModel() = default;
  /// Registers its modules with a trace that is not yet open.
  virtual void trace(VerilatedVcdC& file) = 0;
};

}  // namespace switchyard
