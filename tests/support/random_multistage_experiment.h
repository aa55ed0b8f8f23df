#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small multistage network with traffic; everything in it follows from `number`: wiring, size of
/// the switches, stages, labels. VC routers, one VC at least.
std::string random_multistage_experiment(std::uint64_t number);
/// The same of central-queue routers, one queue in each.
std::string random_multistage_queue_experiment(std::uint64_t number);

}  // namespace switchyard
