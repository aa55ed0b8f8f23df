#pragma once

#include <optional>

#include "hw/topology/topology.h"

namespace switchyard {

/// So many cycles every total exchange takes at least, whatever its algorithm: its payload, without headers,
/// at the capacity of the channels (TopologyMetrics), or through the link of a terminal, whichever is more.
///
/// On a k x k torus that is half of all payload over the bisection: N / 4 x flits x N / (2 k) cycles.
/// `flits`: of payload, that each terminal has for each other one. Nothing if links are gone, or some
/// terminals only send or only receive.
std::optional<double> exchange_bound(const Topology& topology, bool half_duplex, double flits);

}  // namespace switchyard
