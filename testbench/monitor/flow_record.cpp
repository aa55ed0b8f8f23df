#include "testbench/monitor/flow_record.h"

#include <algorithm>
#include <utility>

namespace switchyard {

namespace {

std::vector<std::uint32_t> low_words(const std::vector<std::uint64_t>& values) {
  std::vector<std::uint32_t> words(values.size());
  std::transform(values.begin(), values.end(), words.begin(), [](std::uint64_t value) { return value; });
  return words;
}

}  // namespace

void FlowRecord::add(const FlowTotals& totals) {
  samples_.push_back({low_words(totals.created), low_words(totals.arrived), totals.packets, totals.latency});
  if (steps() == kMaxSteps) {
    for (std::size_t kept = 1; kept <= kMaxSteps / 2; ++kept) samples_[kept] = std::move(samples_[2 * kept]);
    samples_.resize(kMaxSteps / 2 + 1);
    step_ *= 2;
  }
  next_ += step_;
}

}  // namespace switchyard
