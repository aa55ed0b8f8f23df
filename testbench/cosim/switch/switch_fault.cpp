#include "testbench/cosim/switch/switch_fault.h"

namespace switchyard {
namespace {

using Block = BlockFault::Block;

/// Another of the requesters, if there is one.
VcMask other_than(VcMask grant, VcMask requests) {
  const auto others = static_cast<VcMask>(requests & ~grant);
  return others == 0 ? grant : static_cast<VcMask>(others & -others);
}

}  // namespace

void SwitchFault::spoil(PinWords& outputs) {
  for (Arbiter& arbiter : links_)
    spoil(Block::LinkArbiter, arbiter, outputs[places_.link_grant(arbiter.port)]);
  for (Arbiter& arbiter : vcs_) spoil(Block::InputArbiter, arbiter, outputs[places_.vc_grant(arbiter.port)]);
  for (Port& port : ports_) {
    std::uint32_t& grant = outputs[places_.grant(port.input)];
    if (!port.answer) port.answer = fault_.spoil(Block::Allocator, port.input, PortMask{grant}, PortMask{0});
    grant = *port.answer;
  }
  for (Output& output : outputs_) {
    std::uint32_t& payload = outputs[places_.flit(output.output) + kPayloadWord];
    if (!output.answer) output.answer = fault_.spoil(Block::Crossbar, output.output, payload, payload ^ 1);
    payload = *output.answer;
  }
  for (Header& header : headers_) {
    std::uint32_t& word = outputs[places_.header_word(header.request)];
    const std::uint32_t bit = places_.header_bit(header.request);
    const bool granted = (word & bit) != 0;
    if (!header.answer) {
      const auto port = static_cast<std::size_t>(header.request.port);
      header.answer = fault_.spoil(Block::VcAllocator, port, granted, false);
    }
    if (!*header.answer) word &= ~bit;
  }
}

void SwitchFault::spoil(Block block, Arbiter& arbiter, std::uint32_t& grant) const {
  if (!arbiter.answer) {
    const auto answer = static_cast<VcMask>(grant);
    arbiter.answer = fault_.spoil(block, static_cast<std::size_t>(arbiter.port), answer,
                                  other_than(answer, arbiter.requests));
  }
  grant = *arbiter.answer;
}

void SwitchFault::end_cycle() {
  links_.clear();
  vcs_.clear();
  ports_.clear();
  headers_.clear();
  outputs_.clear();
}

}  // namespace switchyard
