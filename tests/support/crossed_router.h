#pragma once

#include <array>
#include <memory>
#include <utility>

#include "tests/support/router_doubles.h"

namespace switchyard {

/// Two ports of one node change places: its first inputs are its second, and the other way round.
class CrossedRouter final : public RouterDecorator {
 public:
  CrossedRouter(std::unique_ptr<RouterCore> core, PortId a, PortId b)
      : RouterDecorator(std::move(core)), a_(a), b_(b) {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    PortInputs crossed = inputs;
    std::array<Flit, kMaxPorts> flits;
    std::array<VcMask, kMaxPorts> credits;
    for_each_bit(inputs.flit_ports, [&](PortId p) { flits[at(other(p))] = inputs.flits[p]; });
    for_each_bit(inputs.credit_ports, [&](PortId p) { credits[at(other(p))] = inputs.credits[p]; });
    crossed.flits = flits.data();
    crossed.credits = credits.data();
    crossed.flit_ports = cross(inputs.flit_ports);
    crossed.credit_ports = cross(inputs.credit_ports);
    const bool busy = RouterDecorator::step(crossed, outputs);
    std::swap(outputs.flits[at(a_)], outputs.flits[at(b_)]);
    std::swap(outputs.credits[at(a_)], outputs.credits[at(b_)]);
    outputs.flit_ports = cross(outputs.flit_ports);
    outputs.credit_ports = cross(outputs.credit_ports);
    return busy;
  }

 private:
  static std::size_t at(PortId port) { return static_cast<std::size_t>(port); }
  PortId other(PortId port) const { return port == a_ ? b_ : port == b_ ? a_ : port; }
  PortMask cross(PortMask ports) const {
    PortMask crossed = 0;
    for_each_bit(ports, [&](PortId p) { crossed |= bit<PortMask>(other(p)); });
    return crossed;
  }

  PortId a_;
  PortId b_;
};

}  // namespace switchyard
