#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "testbench/cosim/divergence.h"

namespace switchyard {

/// Reports where the RTL in a router and its model differ.
class BlockComparison {
 public:
  /// `log` must outlive this object.
  BlockComparison(NodeId node, DivergenceLog& log) : node_(node), log_(log) {}

  /// `signal`: its path below the RTL of the router, with {} for the index; `text(value)`: as the pins have
  /// it.
  template <class Value, class Text>
  void expect_equal(const char* signal, std::size_t index, const Value& model, const Value& rtl,
                    Text&& text) const {
    if (model == rtl) return;
    log_.report(node_, "rtl." + fmt::format(fmt::runtime(signal), index), text(model), text(rtl));
  }
  template <class Value, std::size_t kCount, class Text>
  void expect_equal(const char* signal, const std::array<Value, kCount>& model,
                    const std::array<Value, kCount>& rtl, Text&& text) const {
    for (std::size_t i = 0; i < kCount; ++i) expect_equal(signal, i, model[i], rtl[i], text);
  }

 private:
  NodeId node_;
  DivergenceLog& log_;
};

inline std::string mask_text(std::uint64_t mask) { return fmt::format("{:#x}", mask); }

}  // namespace switchyard
