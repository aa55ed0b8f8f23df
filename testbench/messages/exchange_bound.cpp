#include "testbench/messages/exchange_bound.h"

#include <algorithm>

#include "hw/topology/metrics.h"

namespace switchyard {

std::optional<double> exchange_bound(const Topology& topology, bool half_duplex, double flits) {
  const auto terminals = static_cast<double>(topology.terminal_count());
  if (!topology.is_whole() || terminals < 2 || !topology.all_terminals_send_and_receive())
    return std::nullopt;
  // Under uniform traffic a terminal also sends to itself, which loads no channel.
  const double by_channels = terminals * flits / measure(topology, half_duplex).capacity;
  const double by_terminal = (terminals - 1) * flits;
  return std::max(by_channels, by_terminal);
}

}  // namespace switchyard
