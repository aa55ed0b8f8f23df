#pragma once

#include "testbench/cosim/rtl_unit.h"

namespace switchyard {

/// A module of RTL whose pins are registers: the edge that ends a cycle loads them with those of the next
/// one, so that a cycle costs one evaluation.
template <class Interface, class Verilated>
class RegisteredUnit : public RtlUnit<Interface, Verilated> {
  using Unit = RtlUnit<Interface, Verilated>;

 protected:
  using Unit::rtl;
  using Unit::Unit;

  void clear_pins() override = 0;
  void begin_cycle() final { clear_pins(); }
  void evaluate() final {
    rtl()->clk_i = 1;
    rtl()->eval();
    rtl()->clk_i = 0;
    rtl()->eval();
  }
};

}  // namespace switchyard
