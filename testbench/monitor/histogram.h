#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// How many samples lie in `from` .. `to`.
struct HistogramBin {
  Cycle from = 0;
  Cycle to = 0;  ///< Inclusive.
  std::uint64_t count = 0;
  friend bool operator==(const HistogramBin&, const HistogramBin&) = default;
};

/// Counts of latencies in integers, so that no figure depends on the order of the samples.
///
/// Values below 2^20 cycles are counted one by one. Above, each octave has 128 bins, and a sample counts as
/// the largest value of its bin (never above the maximum): percentiles and bins() are then high by less than
/// 1 part in 128. Count, mean, minimum and maximum are always exact.
///
/// Memory:  grows on demand to at most 2^20 + 5632 counters.
/// Limits:  the samples must add up to less than 2^64.
/// Errors:  std::logic_error from mean(), variance(), min(), max() and percentile() while there is no sample;
///          std::invalid_argument for a percentile outside 0 .. 1 or for bins(0).
/// Source:  the bins above 2^20: Tene, "HdrHistogram", hdrhistogram.org.
class LatencyHistogram {
 public:
  void add(Cycle value) {
    const std::size_t bin = bin_of(value);
    if (bin >= counts_.size()) counts_.resize(bin + 1);
    ++counts_[bin];
    ++count_;
    sum_ += value;
    if (value < min_) min_ = value;
    if (value > max_) max_ = value;
  }

  std::uint64_t count() const { return count_; }
  double mean() const;
  double variance() const;  ///< Exact below 2^20 cycles, as the bins are.
  Cycle min() const;
  Cycle max() const;

  /// Nearest rank: the smallest value that at least max(1, ceil(p * count())) samples do not exceed.
  Cycle percentile(double p) const;

  /// At most `most` bins of one width, from min() through max(); none without samples.
  std::vector<HistogramBin> bins(std::size_t most) const;

 private:
  static constexpr std::size_t kExactBits = 20;  ///< Values of up to so many bits have a bin each.
  static constexpr std::size_t kSubBits = 7;     ///< Of larger ones, so many bits after the first count.
  static constexpr std::size_t kExactBins = std::size_t{1} << kExactBits;
  static constexpr std::size_t kSubBins = std::size_t{1} << kSubBits;

  static std::size_t bin_of(Cycle value) {
    if (value < kExactBins) return value;
    const std::size_t octave = std::bit_width(value >> kExactBits) - 1;
    const Cycle leading_bits = value >> (octave + kExactBits - kSubBits);
    return kExactBins + octave * kSubBins + (leading_bits - kSubBins);
  }
  /// What a sample of `bin` counts as.
  Cycle value_of(std::size_t bin) const;
  void require_samples() const;

  std::vector<std::uint64_t> counts_;  ///< By bin; the last one is not empty.
  std::uint64_t count_ = 0;
  Cycle sum_ = 0;
  Cycle min_ = kNever;
  Cycle max_ = 0;
};

}  // namespace switchyard
