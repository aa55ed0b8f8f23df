#include "testbench/monitor/batch_means.h"

#include <cmath>
#include <limits>
#include <stdexcept>

#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

constexpr int kLeastBatches = 10;
constexpr std::uint64_t kLeastSamples = 100;
constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

BatchMeans::BatchMeans(Cycle window_begin, Cycle window_end, int batches)
    : begin_(window_begin), end_(window_end) {
  if (window_begin >= window_end) throw std::invalid_argument("batch means need a window of time");
  if (batches < 1) throw std::invalid_argument("batch means need a batch");
  batches_.resize(static_cast<std::size_t>(batches));
}

ConfidenceInterval BatchMeans::interval() const {
  Batch all;
  int filled = 0;
  for (const Batch& batch : batches_) {
    all.count += batch.count;
    all.sum += batch.sum;
    if (batch.count != 0) ++filled;
  }
  if (all.count == 0) return {kUnknown, kUnknown, 0};
  const auto count = static_cast<double>(all.count);
  const double mean = static_cast<double>(all.sum) / count;
  if (filled < kLeastBatches || all.count < kLeastSamples) return {mean, kUnknown, filled};

  double squares = 0;
  for (const Batch& batch : batches_) {
    const double excess = static_cast<double>(batch.sum) - mean * static_cast<double>(batch.count);
    squares += excess * excess;
  }
  const double standard_error = std::sqrt(squares * filled / (filled - 1)) / count;
  return {mean, student_t_975(filled - 1) * standard_error, filled};
}

}  // namespace switchyard
