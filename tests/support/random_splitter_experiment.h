#pragma once

#include <cstdint>
#include <string>

namespace switchyard {

/// A multibutterfly of splitter routers that is different for each number: any size, multiplicity, splitters
/// and choice that they accept.
std::string random_splitter_experiment(std::uint64_t number);

}  // namespace switchyard
