#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/dice.h"

namespace switchyard {

/// YAML of a small network of central-queue routers with traffic; everything in it follows from `number`.
std::string random_queue_experiment(std::uint64_t number);

/// The network that such an experiment is about, as YAML.
struct QueueShape {
  std::string topology;  ///< What is in the braces, without `link_latency`.
  std::string routing;   ///< Its kind.
  int queues = 1;        ///< Of the routing function.
  bool injection_control = true;
  std::vector<std::string> patterns = {"uniform", "complement",
                                       "hot_spot, hot_nodes: [0, 1], hot_fraction: 0.2"};
  int most_packets = 6;  ///< In a central queue.
  std::vector<const char*> selections = {"first", "random", "least_loaded"};
  /// Lines of `router`: what may leave and enter in a cycle.
  std::vector<const char*> limits = {"", "  departures_per_cycle: 1\n  admissions_per_cycle: 1\n",
                                     "  departures_per_cycle: 2\n", "  admissions_per_cycle: 2\n"};
};

/// Central-queue routers on a network: sizes, rates, service, selection, injection control, traffic.
std::string random_queue_experiment(std::uint64_t number, const QueueShape& shape, Dice& dice);

}  // namespace switchyard
