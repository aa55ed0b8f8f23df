#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// The YAML of the n-th network of chaos routers: topology, parameters, traffic, delays.
std::string random_chaos_experiment(std::uint64_t number);
/// The same of exchange routers, on any kind of topology.
std::string random_exchange_experiment(std::uint64_t number);

}  // namespace switchyard
