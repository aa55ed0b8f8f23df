#pragma once

#include "testbench/traffic/catalog.h"

namespace switchyard {

/// The one place that names every pattern, process and workload of packets.
TrafficCatalog standard_traffic_catalog();

}  // namespace switchyard
