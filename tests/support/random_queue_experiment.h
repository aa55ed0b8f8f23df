#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small network of central-queue routers with traffic; everything in it follows from `number`.
std::string random_queue_experiment(std::uint64_t number);

}  // namespace switchyard
