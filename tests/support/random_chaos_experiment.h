#pragma once

#include <cstdint>
#include <string>

#include "tests/support/dice.h"

namespace switchyard {

/// The YAML of the n-th network of chaos routers: topology, parameters, traffic, delays.
std::string random_chaos_experiment(std::uint64_t number);

/// What such a network may have at most.
struct ChaosLimits {
  int link_latency = 4;
  int packet_flits = 9;
  int queue_size = 7;
  int visits = 6;
  int buffers = 3;  ///< Of either of the terminal's.
  bool has_injection_policies = true;
};
/// The same with this topology (what is in the braces) and these limits.
std::string random_chaos_experiment(std::uint64_t number, const std::string& topology,
                                    const ChaosLimits& limits, Dice& dice);

/// The same of exchange routers, on any kind of topology.
std::string random_exchange_experiment(std::uint64_t number);
/// The same with this topology (what is in the braces), with few buffers, and without injection policies.
std::string random_exchange_experiment(std::uint64_t number, const std::string& topology, int most_buffers,
                                       Dice& dice);

}  // namespace switchyard
