#include "testbench/pram/pram_zero_load.h"

#include <algorithm>

#include "hw/topology/butterfly.h"

namespace switchyard {

ZeroLoadFigures zero_load_of_operations(const Topology& topology) {
  int link_latency = 1;
  for (const Channel& channel : topology.channels()) link_latency = std::max(link_latency, channel.latency);
  const int n = topology.shape<Butterfly>()->columns();
  const auto in_row = [&](int column) { return n - 1 + (column == 0 ? 0 : n - column); };
  const auto latency = [&](int hops) { return static_cast<double>(hops * link_latency + 2); };
  double sum = 0;
  for (int column = 0; column < n; ++column) sum += latency(4 * n + in_row(column));
  return {1, latency(4 * n + in_row(0)), sum / n, latency(4 * n + in_row(1 % n)),
          "of an operation, over all processors"};
}

}  // namespace switchyard
