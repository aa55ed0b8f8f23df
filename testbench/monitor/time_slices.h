#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// The samples of an equal piece of a series.
struct Slice {
  std::uint64_t count = 0;
  std::uint64_t sum = 0;
};

/// Counts and sums of samples in equal slices of a window whose end need not be known.
///
/// A slice is 2^n cycles long, with the least n for which kMax slices reach the latest sample: neighbours
/// are merged as the window grows. Sums are integers, so the result does not depend on the order of the
/// calls.
class TimeSlices {
 public:
  static constexpr std::size_t kMax = 1024;

  explicit TimeSlices(Cycle window_begin) : begin_(window_begin), slices_(kMax) {}

  /// Precondition: `when` >= window_begin.
  void add(Cycle when, Cycle value) {
    while ((when - begin_) >> log_length_ >= kMax) merge_neighbours();
    Slice& slice = slices_[(when - begin_) >> log_length_];
    ++slice.count;
    slice.sum += value;
  }

  /// The slices of the window when it ends at `window_end`, after the latest sample. The last may be shorter.
  std::vector<Slice> until(Cycle window_end) const;

 private:
  void merge_neighbours();

  Cycle begin_;
  int log_length_ = 0;
  std::vector<Slice> slices_;
};

}  // namespace switchyard
