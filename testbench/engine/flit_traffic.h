#pragma once

#include <memory>

#include "testbench/engine/simulation_options.h"
#include "testbench/engine/traffic_network.h"
#include "testbench/monitor/measurement.h"

namespace switchyard {

/// The network of routers at `level`, with network interfaces, and with the scoreboard, the credit check and
/// the deadlock watchdog. The arguments must outlive it.
std::unique_ptr<TrafficNetwork> make_flit_traffic(const Experiment& experiment, const Level& level,
                                                  const SimulationOptions& options, Measurement& measurement);

}  // namespace switchyard
