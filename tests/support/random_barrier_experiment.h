#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small network of central-queue routers with waves, of either discipline, and a workload of
/// barriers with packets between them, some of it crowded; everything in it follows from `number`.
std::string random_barrier_experiment(std::uint64_t number);
/// The same with a queue for each link.
std::string random_link_barrier_experiment(std::uint64_t number);

}  // namespace switchyard
