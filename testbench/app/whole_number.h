#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>

namespace switchyard {

/// For options whose value is a whole number, in decimal digits, from `least` to `most`. It is a transform:
/// 010 is ten.
CLI::Validator whole_number(std::uint64_t least,
                            std::uint64_t most = std::numeric_limits<std::int64_t>::max());

}  // namespace switchyard
