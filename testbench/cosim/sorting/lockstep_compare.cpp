#include "testbench/cosim/sorting/lockstep_compare.h"

#include <algorithm>
#include <utility>

namespace switchyard {

LockstepCompare::LockstepCompare(NodeId node, const CompareSite& site, std::unique_ptr<RtlCompare> rtl,
                                 DivergenceLog& log)
    : Lockstep(node, std::make_unique<ModelCompare>(), std::move(rtl), log), places_(site.key_bits) {}

Flit LockstepCompare::step(const Comparison& comparison, const Flit& own, const Flit& other) {
  rtl().have_missed_cycles();
  const bool takes = takes_other(comparison);
  const Flit kept = model().step(comparison, own, other);
  PinWords& pins = expected();
  pins[places_.takes] = takes;
  const FlitWords flit = bytes_of(kept);
  std::copy(flit.begin(), flit.end(), pins.begin() + static_cast<std::ptrdiff_t>(places_.record));
  pins[places_.record + flit.size()] = takes ? comparison.other : comparison.own;
  rtl().step(comparison, own, other);
  return kept;
}

}  // namespace switchyard
