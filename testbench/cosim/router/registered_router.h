#pragma once

#include "testbench/cosim/router/verilated_router.h"

namespace switchyard {

/// A router of rtl/ whose pins are registers, which the edge that ends a cycle loads with those of the next
/// one: a cycle costs one evaluation.
template <class Verilated, int kPorts, int kVcs>
class RegisteredRouter : public VerilatedRouter<RtlRouter, Verilated, kPorts, kVcs> {
  using Router = VerilatedRouter<RtlRouter, Verilated, kPorts, kVcs>;

 protected:
  using Router::Router;
  using Router::rtl;

 private:
  void begin_cycle() override { this->clear_pins(); }
  void evaluate() override {
    rtl()->clk_i = 1;
    rtl()->eval();
    rtl()->clk_i = 0;
    rtl()->eval();
  }
};

}  // namespace switchyard
