#pragma once

#include <string>
#include <utility>

#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {

/// Blocks of a router in one Verilated module, whose pins are registers: see
/// testbench/cosim/rtl/link_arbiters.sv.
///
/// In a cycle: what is put on pins, then evaluate(), as often as answers are needed; then settle() and
/// end_cycle(). The edge that ends a cycle comes with the first evaluation of the next one.
class RtlBank {
 public:
  virtual ~RtlBank() = default;
  virtual void trace(RtlTrace& trace) = 0;
  virtual void reset() = 0;
  virtual void evaluate() = 0;
  virtual void settle() = 0;
  /// Whether it was evaluated since the last call.
  virtual bool has_changed() = 0;
  /// Returns whether the next cycle, if it is idle, cannot change anything.
  virtual bool end_cycle() = 0;
};

template <class Verilated>
class RtlBankOf : public RtlBank {
 public:
  void trace(RtlTrace& trace) final { trace.add(*rtl_, module_); }
  void reset() final {
    clear_pins();
    reset_module(*rtl_);
    load_pins();
    rtl_->eval();
    driven_ = dirty_ = edge_due_ = resting_ = false;
    changed_ = true;
  }
  void evaluate() final {
    if (!dirty_) return;
    changed_ = true;
    load_pins();
    if (edge_due_) {
      clock();
    } else {
      rtl_->eval();
    }
    dirty_ = edge_due_ = resting_ = false;
  }
  void settle() final {
    evaluate();
    if (!edge_due_) return;
    resting_ = rtl_.unchanged_by([&] { clock(); });
    changed_ = true;
    edge_due_ = false;
  }
  bool has_changed() final { return std::exchange(changed_, false); }
  bool end_cycle() final {
    edge_due_ = !resting_;
    if (driven_) {
      clear_pins();
      dirty_ = true;
    }
    driven_ = false;
    return resting_ && !dirty_;
  }

 protected:
  /// `module`: its name in rtl/.
  RtlBankOf(const std::string& name, const char* module)
      : rtl_(&rtl_context(), name.c_str()), module_(module) {
    rtl_->load_i = 0;
  }
  /// Something is put on its pins.
  Verilated& drive() {
    driven_ = dirty_ = true;
    return *rtl_;
  }
  /// What comes out. A value that is put there lasts until the next evaluation.
  Verilated& pins() const { return *rtl_; }

 private:
  virtual void clear_pins() = 0;
  virtual void load_pins() { rtl_->load_i = rtl_->load_i == 0; }
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
