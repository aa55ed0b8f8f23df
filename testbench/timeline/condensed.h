#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace switchyard {

/// The samples of a run, at most `max` of them (an even number): each of one or more neighbours together.
/// A Sample has append(next), which makes it one with the sample that follows it.
template <class Sample>
class Condensed {
 public:
  explicit Condensed(std::size_t max) : max_(max) {}

  void add(const Sample& sample) {
    if (!samples_.empty() && in_last_ < each_) {
      samples_.back().append(sample);
      ++in_last_;
      return;
    }
    if (samples_.size() == max_) halve();
    samples_.push_back(sample);
    in_last_ = 1;
  }
  const std::vector<Sample>& samples() const { return samples_; }

 private:
  void halve() {
    for (std::size_t i = 0; i < max_ / 2; ++i) {
      samples_[2 * i].append(samples_[2 * i + 1]);
      if (i != 0) samples_[i] = std::move(samples_[2 * i]);
    }
    samples_.resize(max_ / 2);
    each_ *= 2;
  }

  std::size_t max_;
  std::vector<Sample> samples_;
  std::size_t each_ = 1;     ///< So many of the run in each,
  std::size_t in_last_ = 0;  ///< and in the last one so far.
};

}  // namespace switchyard
