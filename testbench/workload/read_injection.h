#pragma once

#include <optional>

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// Reads what a run injects: `traffic` (open loop) or `workload` (finite); exactly one of them is required.
///
/// Config:  traffic: as in read_traffic.h. workload: kind, and the keys of that workload.
/// Errors:  recorded as faults of the document; the injection is complete only if there are none.
///          `topology` is null if it is at fault itself: then only what does not need it is checked. The
///          `flit_width` is that of the configuration, in bits.
Injection read_injection(const ConfigNode& root, const Topology* topology, std::uint64_t seed,
                         const TrafficCatalog& catalog, std::optional<int> flit_width = {});

}  // namespace switchyard
