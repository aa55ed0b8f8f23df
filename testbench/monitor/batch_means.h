#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// `mean` +- `half_width` holds the true mean with 95 % confidence.
struct ConfidenceInterval {
  double mean = 0;        ///< Of all samples; NaN if there is none.
  double half_width = 0;  ///< NaN if the samples do not support an interval.
  int batches = 0;        ///< That hold a sample.
};

/// The 95 % confidence interval of the mean of a correlated sequence, by the method of batch means.
///
/// Values are put in batches of equal time by their time of creation, so the batches hold nearly independent
/// values where single values are not. The mean is that of all samples; its variance comes from the
/// deviations of the batches, weighted by their samples (with equally full batches this is the textbook's
/// formula). Sums are integers, so the result does not depend on the order of the calls.
///
/// Window:  window_begin <= when < window_end; values created outside do not count.
/// Limits:  no half width from fewer than 10 batches with samples, or from fewer than 100 samples. It is
///          too narrow if a batch is not much longer than the time over which values are correlated.
/// Errors:  std::invalid_argument if the window is empty or batches < 1.
/// Source:  Law, "Simulation Modeling and Analysis", 5th edition 2015, 9.5.3: batch means, with the weights
///          of the ratio estimator of the regenerative method.
class BatchMeans {
 public:
  BatchMeans(Cycle window_begin, Cycle window_end, int batches = 30);

  void add(Cycle when, Cycle value) {
    if (when < begin_ || when >= end_) return;
    Batch& batch = batches_[(when - begin_) * batches_.size() / (end_ - begin_)];
    ++batch.count;
    batch.sum += value;
  }

  ConfidenceInterval interval() const;

 private:
  struct Batch {
    std::uint64_t count = 0;
    std::uint64_t sum = 0;
  };

  Cycle begin_;
  Cycle end_;
  std::vector<Batch> batches_;
};

}  // namespace switchyard
