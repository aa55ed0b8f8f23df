#include "testbench/export/pin_record.h"

#include <fmt/format.h>

#include "hw/base/bits.h"
#include "testbench/cosim/router/router_pins.h"

namespace switchyard {

void PinRecord::at_router(Cycle now, NodeId node, const PortInputs& arrivals) {
  add_arrivals(now, node, arrivals, design_.topology->terminal_ports(node), What::FlitIn, What::CreditsIn);
}

void PinRecord::at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) {
  add_arrivals(now, terminal, arrivals, ~PortMask{0}, What::FlitOut, What::CreditsOut);
}

void PinRecord::add_arrivals(Cycle now, TerminalId terminal, const PortInputs& arrivals, PortMask ports,
                             What flit, What credits) {
  if (now >= cycles_) return;
  for_each_bit(arrivals.flit_ports & ports, [&](PortId p) {
    const auto words = words_of(arrivals.flits[p]);
    add(now, flit, terminal, fmt::format("{:08x}{:08x}{:08x}{:08x}", words[3], words[2], words[1], words[0]));
  });
  for_each_bit(arrivals.credit_ports & ports, [&](PortId p) {
    add(now, credits, terminal, fmt::format("{:032x}", std::uint64_t{arrivals.credits[p]}));
  });
}

void PinRecord::add(Cycle now, What what, TerminalId terminal, const std::string& value) {
  text_ += fmt::format("{}{:04x}{:x}{:08x}\n", value, terminal, static_cast<unsigned>(what), now);
  ++lines_;
}

}  // namespace switchyard
