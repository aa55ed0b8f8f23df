#include "testbench/cosim/router/own_rtl.h"

#include <fmt/format.h>

#include <stdexcept>

namespace switchyard {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& why) {
  throw std::invalid_argument(fmt::format("the RTL {} cannot carry this network: {}", name, why));
}

}  // namespace

const OwnRtl* own_rtl(const Design& design) { return std::any_cast<OwnRtl>(&design.router.rtl); }

void require_own_pins(const Design& design, const std::string& name, int ports, int virtual_channels) {
  if (!design.faults.empty()) refuse(name, "it needs no faults");
  if (design.half_duplex() || design.router.injection_control)
    refuse(name, "it has no pins for the requests of half-duplex links or of injection control");
  const int network_ports = design.topology->port_count();
  const int network_vcs = design.router.terminal.virtual_channels;
  if (network_ports == ports && network_vcs == virtual_channels) return;
  refuse(name, fmt::format("it has {} ports x {} virtual channels, and routers here have {} x {}", ports,
                           virtual_channels, network_ports, network_vcs));
}

void require_site(const std::string& name, std::size_t words, std::size_t pin_words) {
  if (words != pin_words)
    refuse(name, fmt::format("its site_i takes {} words of 32 bits, and is given {}", pin_words, words));
}

}  // namespace switchyard
