#pragma once

#include <cstring>
#include <stdexcept>
#include <string>

#include "testbench/cosim/router/own_rtl.h"
#include "testbench/cosim/router/verilated_router.h"

namespace switchyard {

/// A router of one's own, verilated: what switchyard_add_rtl_router() of CMake makes an instance of.
///
/// Errors: std::logic_error from step() if an output follows an input within a cycle.
template <class Verilated, int kPorts, int kVcs>
class VerilatedOwnRouter final : public VerilatedRouter<OwnRtlRouter, Verilated, kPorts, kVcs> {
  using Router = VerilatedRouter<OwnRtlRouter, Verilated, kPorts, kVcs>;
  using Router::rtl;

 public:
  /// `module`: its name in SystemVerilog. Errors: std::invalid_argument if it cannot carry the design.
  VerilatedOwnRouter(const char* module, const Design& design, NodeId node, const SiteWords& site,
                     const RtlOptions& options)
      : Router("router_" + std::to_string(node) + " rtl", module, BlockFault::Block::VcRouter,
               RouterPlaces("", kPorts, kVcs), options),
        module_(module) {
    require_own_pins(design, module, kPorts, kVcs);
    constexpr std::size_t kWordBytes = sizeof(SiteWords::value_type);
    require_site(module, site.size(), (sizeof rtl()->site_i + kWordBytes - 1) / kWordBytes);
    std::memcpy(&rtl()->site_i, site.data(), sizeof rtl()->site_i);
    Router::reset();
  }

  void step(const PortInputs& inputs) override {
    this->have_missed_cycles();
    this->begin_cycle();
    this->evaluate();
    PinWords registered(this->layout().size());
    this->read(registered);
    this->put(inputs);
    this->evaluate();
    PinWords driven(registered.size());
    this->read(driven);
    if (driven != registered)
      throw std::logic_error(std::string("an output of the RTL ") + module_ +
                             " follows an input within a cycle: outputs must be registers");
    this->end_cycle();
  }
  void drive(PortOutputs& outputs) override {
    this->end_with_edge();
    const PinWords& pins = this->look();
    for (PortId port = 0; port < kPorts; ++port) {
      const auto p = static_cast<std::size_t>(port);
      const Flit flit = flit_of(&pins[this->places().flit + p * kFlitWords]);
      if (flit.valid()) outputs.send(port, flit);
      for_each_bit(pins[this->places().credit + p], [&](VcId vc) { outputs.return_credit(port, vc); });
    }
  }

 private:
  const char* module_;
};

}  // namespace switchyard
