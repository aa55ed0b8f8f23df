#pragma once

#include <string>
#include <utility>

#include "testbench/cosim/rtl_module.h"

class VerilatedContext;

namespace switchyard {

/// Blocks of a router in one Verilated module, whose pins are registers: see
/// testbench/cosim/rtl/link_arbiters.sv. `Bank` derives from it, and has clear_pins() and load_pins().
///
/// In a cycle: what is put on pins, then evaluate(), as often as answers are needed; then settle() and
/// end_cycle(). The edge that ends a cycle comes with the first evaluation of the next one.
template <class Bank, class Verilated>
class RtlBank {
 public:
  template <class Trace>
  void trace(Trace& trace) {
    trace.add(*rtl_, module_);
  }
  void reset() {
    bank().clear_pins();
    reset_module(*rtl_);
    bank().load_pins();
    rtl_->eval();
    driven_ = dirty_ = edge_due_ = resting_ = false;
    changed_ = true;
  }
  void evaluate() {
    if (!dirty_) return;
    changed_ = true;
    bank().load_pins();
    if (edge_due_) {
      clock();
    } else {
      rtl_->eval();
    }
    dirty_ = edge_due_ = resting_ = false;
  }
  void settle() {
    evaluate();
    if (!edge_due_) return;
    resting_ = rtl_.unchanged_by([&] { clock(); });
    changed_ = true;
    edge_due_ = false;
  }
  /// Whether it was evaluated since the last call.
  bool has_changed() { return std::exchange(changed_, false); }
  /// Returns whether the next cycle, if it is idle, cannot change anything.
  bool end_cycle() {
    edge_due_ = !resting_;
    if (driven_) {
      bank().clear_pins();
      dirty_ = true;
    }
    driven_ = false;
    return resting_ && !dirty_;
  }

 protected:
  /// `module`: its name in rtl/.
  RtlBank(VerilatedContext* context, const std::string& name, const char* module)
      : rtl_(context, name.c_str()), module_(module) {
    rtl_->load_i = 0;
  }
  /// Something is put on its pins.
  Verilated& drive() {
    driven_ = dirty_ = true;
    return *rtl_;
  }
  Verilated& pins() const { return *rtl_; }
  void load_pins() { rtl_->load_i = rtl_->load_i == 0; }

 private:
  Bank& bank() { return static_cast<Bank&>(*this); }
  void clock() {
    rtl_->clk_i = 1;
    rtl_->eval();
    rtl_->clk_i = 0;
    rtl_->eval();
  }

  RtlModule<Verilated> rtl_;
  const char* module_;
  bool driven_ = false;    ///< In this cycle.
  bool dirty_ = false;     ///< Pins are not loaded.
  bool edge_due_ = false;  ///< The one that ends the last cycle.
  bool changed_ = false;   ///< See has_changed().
  bool resting_ = false;   ///< Idle, and the last edge left everything as it was.
};

}  // namespace switchyard
