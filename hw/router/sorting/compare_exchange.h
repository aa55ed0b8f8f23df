#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "hw/base/types.h"

namespace switchyard {

/// What a compare-exchange is asked.
struct Comparison {
  std::uint32_t own = 0;    ///< Keys; no two are equal in one sort.
  std::uint32_t other = 0;  ///< Of the record that has come.
  bool keep_smaller = false;
};

/// Whether a processor takes the record that has come, of two, in place of its own. What RTL can stand in
/// for.
class CompareExchangeBlock {
 public:
  virtual ~CompareExchangeBlock() = default;
  virtual bool takes_other(const Comparison& comparison) = 0;
};

/// The model.
constexpr bool takes_other(const Comparison& c) { return c.keep_smaller ? c.other < c.own : c.own < c.other; }

}  // namespace switchyard
