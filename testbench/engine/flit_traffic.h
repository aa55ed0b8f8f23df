#pragma once

#include <memory>

#include "testbench/engine/simulation_options.h"
#include "testbench/engine/traffic_network.h"
#include "testbench/experiment/experiment.h"
#include "testbench/monitor/scoreboard.h"

namespace switchyard {

/// The network of routers at `level`, with network interfaces, and with the scoreboard, the credit check and
/// the deadlock watchdog. `listener` learns what they found to be in order. The arguments must outlive it.
std::unique_ptr<TrafficNetwork> make_flit_traffic(const Experiment& experiment, const Level& level,
                                                  const SimulationOptions& options,
                                                  DeliveryListener& listener);

}  // namespace switchyard
