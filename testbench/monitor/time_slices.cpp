#include "testbench/monitor/time_slices.h"

namespace switchyard {

std::vector<Slice> TimeSlices::until(Cycle window_end) const {
  const Cycle window = window_end - begin_;
  if (window == 0) return {};
  TimeSlices whole = *this;
  while ((window - 1) >> whole.log_length_ >= kMax) whole.merge_neighbours();
  whole.slices_.resize(((window - 1) >> whole.log_length_) + 1);
  return std::move(whole.slices_);
}

void TimeSlices::merge_neighbours() {
  ++log_length_;
  for (std::size_t i = 0; i < kMax / 2; ++i) {
    const Slice& first = slices_[2 * i];
    const Slice& second = slices_[2 * i + 1];
    slices_[i] = {first.count + second.count, first.sum + second.sum};
  }
  for (std::size_t i = kMax / 2; i < kMax; ++i) slices_[i] = {};
}

}  // namespace switchyard
