#pragma once

#include <cstdint>

namespace switchyard {

/// Bytes that this process may still take: what the machine has left, and what `ulimit -v` lets it have.
std::uint64_t available_memory();

}  // namespace switchyard
