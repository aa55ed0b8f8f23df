#include "testbench/export/pin_record.h"

#include <fmt/format.h>

#include "hw/base/bits.h"
#include "testbench/cosim/router/router_pins.h"
#include "testbench/cosim/router/whole_router.h"

namespace switchyard {

PinRecord::PinRecord(const Design& design, Cycle cycles)
    : design_(design), cycles_(cycles), arrival_vcs_(whole_router(design).rtl(design, 0).arrival_vcs) {}

void PinRecord::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  add_arrivals(now, node, arrivals, design_.topology->terminal_ports(node), What::FlitIn, What::CreditsIn);
  if (arrival_vcs_ == 0 || now >= cycles_) return;
  for_each_bit(arrivals.flit_ports & ~design_.topology->terminal_ports(node), [&](PortId p) {
    const Flit& flit = arrivals.flits[p];
    if ((arrival_vcs_ >> flit.vc & 1) != 0)
      add_flit(now, What::Arrival, node * design_.topology->port_count() + p, flit);
  });
}

void PinRecord::at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) {
  add_arrivals(now, terminal, arrivals, ~PortMask{0}, What::FlitOut, What::CreditsOut);
}

void PinRecord::add_arrivals(Cycle now, TerminalId terminal, const PortInputs& arrivals, PortMask ports,
                             What flit, What credits) {
  if (now >= cycles_) return;
  for_each_bit(arrivals.flit_ports & ports,
               [&](PortId p) { add_flit(now, flit, terminal, arrivals.flits[p]); });
  for_each_bit(arrivals.credit_ports & ports, [&](PortId p) {
    add(now, credits, terminal, fmt::format("{:032x}", std::uint64_t{arrivals.credits[p]}));
  });
}

void PinRecord::add_flit(Cycle now, What what, TerminalId terminal, const Flit& flit) {
  const auto words = words_of(flit);
  add(now, what, terminal, fmt::format("{:08x}{:08x}{:08x}{:08x}", words[3], words[2], words[1], words[0]));
}

void PinRecord::add(Cycle now, What what, TerminalId terminal, const std::string& value) {
  text_ += fmt::format("{}{:04x}{:x}{:08x}\n", value, terminal, static_cast<unsigned>(what), now);
  ++lines_;
}

}  // namespace switchyard
