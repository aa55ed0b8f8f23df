#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "hw/base/bits.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/rtl_router.h"
#include "testbench/cosim/rtl_context.h"
#include "testbench/cosim/rtl_pins.h"
#include "testbench/cosim/rtl_unit.h"

namespace switchyard {

/// A Verilated router with these numbers of ports and VCs: an `Interface`, which is an RtlRouter. Its pins
/// are clk_i, rst_ni, flit_i, credit_o, flit_o and credit_i of docs/your_own_rtl.md; who derives from it sets
/// what is static and then resets it.
template <class Interface, class Verilated, int kPorts, int kVcs>
class VerilatedRouter : public RtlUnit<Interface, Verilated> {
  using Unit = RtlUnit<Interface, Verilated>;
  static_assert(sizeof(Verilated::flit_i) == sizeof(Flit) * kPorts, "flit_i is [NumPorts*128-1:0]");
  static_assert(sizeof(Verilated::flit_o) == sizeof(Flit) * kPorts, "flit_o is [NumPorts*128-1:0]");

 public:
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;
  ~VerilatedRouter() override { rtl()->final(); }

  const RouterPlaces& places() const final { return places_; }
  void reset() override {
    rtl_context().assertOn(false);  // Of what was never reset nothing need hold.
    Unit::reset();
    rtl_context().assertOn(assertions_);
  }
  void have_missed_cycles() final { this->catch_up(); }
  void step(const PortInputs& inputs) override {
    have_missed_cycles();
    this->begin_cycle();
    put(inputs);
    this->evaluate();
    this->end_cycle();
  }

 protected:
  /// `block`: what faults call it.
  VerilatedRouter(const std::string& name, const char* module, BlockFault::Block block,
                  const RouterPlaces& places, const RtlOptions& options)
      : Unit(name, module, places.layout, options),
        assertions_(options.assertions),
        block_(block),
        places_(places) {}

  using Unit::rtl;
  virtual void put(const PortInputs& inputs) {
    for_each_bit(inputs.flit_ports, [&](PortId p) {
      put_value(rtl()->flit_i, static_cast<std::size_t>(p), words_of(inputs.flits[p]));
    });
    for_each_bit(inputs.credit_ports, [&](PortId p) {
      put_element<kVcs>(rtl()->credit_i, static_cast<std::size_t>(p), inputs.credits[p]);
    });
  }
  void clear_pins() override {
    clear(rtl()->flit_i);
    clear(rtl()->credit_i);
  }
  void read(PinWords& outputs) const override {
    std::memcpy(outputs.data() + places_.flit, &rtl()->flit_o, sizeof rtl()->flit_o);
    for (std::size_t port = 0; port < kPorts; ++port)
      outputs[places_.credit + port] = static_cast<std::uint32_t>(get_element<kVcs>(rtl()->credit_o, port));
  }

 private:
  void add_answers(PinFault& fault) const override {
    for (std::size_t port = 0; port < kPorts; ++port) {
      const std::size_t flit = places_.flit + port * kFlitWords;
      if (flit_of(&this->outputs()[flit]).valid()) fault.sends(block_, port, flit + kFlitWords - 1);
    }
  }

  bool assertions_;
  BlockFault::Block block_;
  RouterPlaces places_;
};

}  // namespace switchyard
