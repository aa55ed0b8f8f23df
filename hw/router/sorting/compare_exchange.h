#pragma once

#include <cstdint>

namespace switchyard {

/// What a compare-exchange is asked.
struct Comparison {
  std::uint32_t own = 0;    ///< Keys; no two are equal in one sort.
  std::uint32_t other = 0;  ///< Of the record that has come.
  bool keep_smaller = false;
};

/// Whether a processor takes the record that has come, of two, in place of its own. RTL:
/// rtl/sorting/compare_exchange.sv.
constexpr bool takes_other(const Comparison& c) { return c.keep_smaller ? c.other < c.own : c.own < c.other; }

}  // namespace switchyard
