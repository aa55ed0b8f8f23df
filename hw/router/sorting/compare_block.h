#pragma once

#include <functional>
#include <memory>

#include "hw/base/flit.h"
#include "hw/router/sorting/compare_exchange.h"

namespace switchyard {

/// What a compare-exchange is built for.
struct CompareSite {
  int key_bits = 1;
};

/// The compare-exchange of a node as its router asks it, at most once in a cycle: what RTL can stand in for.
///
/// Whatever stands behind it must do as ModelCompare does, or the network behaves differently. It has no
/// state, and may miss cycles in which nothing is compared.
class CompareBlock {
 public:
  virtual ~CompareBlock() = default;

  virtual void reset() = 0;
  /// The record that stays, of the node's own and the one that has come.
  virtual Flit step(const Comparison& comparison, const Flit& own, const Flit& other) = 0;
};

/// takes_other() behind the interface.
class ModelCompare final : public CompareBlock {
 public:
  void reset() override {}
  Flit step(const Comparison& comparison, const Flit& own, const Flit& other) override {
    return takes_other(comparison) ? other : own;
  }
};

using CompareFactory = std::function<std::unique_ptr<CompareBlock>(NodeId, const CompareSite&)>;

}  // namespace switchyard
