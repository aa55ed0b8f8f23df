#pragma once

#include <optional>
#include <string>

#include "testbench/cosim/pin_layout.h"
#include "testbench/cosim/rtl_capture.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_cycles.h"
#include "testbench/cosim/rtl_module.h"
#include "testbench/cosim/rtl_options.h"
#include "testbench/cosim/rtl_trace.h"

namespace switchyard {

/// One Verilated module of a router that has every cycle: an `Interface`, which is an RtlModel with
/// outputs(). Who derives from it says what is on its pins; a cycle is
/// begin_cycle(), inputs, evaluate(), end_cycle().
template <class Interface, class Verilated>
class RtlUnit : public Interface {
 public:
  void trace(RtlTrace& trace) final { trace.add(*rtl_, module_); }
  std::unique_ptr<WaveGuest> waves() final { return capture_rtl(*this); }
  void reset() override {
    clear_pins();
    reset_module(*rtl_);
    edge_due_ = false;
    if (fault_) fault_->end_cycle();
    cycles_.restart();
  }
  void finish_cycle() final {
    cycles_.finish([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  const PinLayout& layout() const final { return layout_; }
  const PinWords& outputs() const final { return outputs_; }

 protected:
  /// `module`: its name in rtl/.
  RtlUnit(const std::string& name, const char* module, const PinLayout& layout, const RtlOptions& options)
      : rtl_(&rtl_context(), name.c_str()),
        module_(module),
        cycles_(options.now),
        layout_(layout),
        outputs_(layout.size()) {
    if (options.fault) fault_.emplace(*options.fault);
  }

  Verilated* rtl() const { return &*rtl_; }
  void catch_up() {
    cycles_.catch_up([&](Cycle cycle) { return idle_cycle(cycle); });
  }
  /// The edge that ends the last cycle, and idle pins.
  virtual void begin_cycle() {
    end_with_edge();
    clear_pins();
  }
  /// The edge that ends the last cycle, unless it has come.
  void end_with_edge() {
    if (!edge_due_) return;
    rtl_->clk_i = 1;
    rtl_->eval();
    rtl_->clk_i = 0;
    edge_due_ = false;
  }
  virtual void evaluate() { rtl_->eval(); }
  /// What comes out with what is on the pins by now.
  const PinWords& look() {
    read(outputs_);
    if (fault_) {
      add_answers(*fault_);
      fault_->spoil(outputs_);
    }
    return outputs_;
  }
  void end_cycle() { end_cycle(cycles_.use()); }

 private:
  virtual void clear_pins() = 0;
  virtual void read(PinWords& outputs) const = 0;
  /// Says what of outputs() a fault can hit.
  virtual void add_answers(PinFault& fault) const = 0;

  void end_cycle(Cycle cycle) {
    look();
    this->settled(cycle);
    if (fault_) fault_->end_cycle();
    edge_due_ = true;
  }
  /// Returns whether it has changed nothing.
  bool idle_cycle(Cycle cycle) {
    const bool rests = rtl_.unchanged_by([&] {
      begin_cycle();
      evaluate();
    });
    end_cycle(cycle);
    return rests;
  }

  RtlModule<Verilated> rtl_;
  const char* module_;
  RtlCycles cycles_;
  std::optional<PinFault> fault_;
  PinLayout layout_;
  PinWords outputs_;
  bool edge_due_ = false;  ///< The one that ends the last cycle.
};

}  // namespace switchyard
