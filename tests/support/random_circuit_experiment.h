#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// YAML of a small network of circuit switches with traffic; everything in it follows from `number`. Every
/// one of them is free of deadlock.
std::string random_circuit_experiment(std::uint64_t number);

/// The same on a multistage network of any wiring.
std::string random_multistage_circuit_experiment(std::uint64_t number);

}  // namespace switchyard
