#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <utility>

namespace switchyard {

/// Two ways of doing the same thing again and again: takes the one that takes less time, and tries both now
/// and then. Of each the median of some stretches counts, so that it does not matter what else the machine
/// does in a few of them, nor what the change of the way costs.
template <class Clock = std::chrono::steady_clock>
class FasterWay {
 public:
  /// Does one step, in one of the ways.
  template <class First, class Second>
  void step(First&& first, Second&& second) {
    const auto do_it = [&] { way_ == 0 ? first() : second(); };
    if (kept_ != 0) {
      do_it();
      if (--kept_ == 0) way_ = 0;
      return;
    }
    const auto begin = Clock::now();
    do_it();
    time_ += Clock::now() - begin;
    if (++steps_ != kStretch) return;
    steps_ = 0;
    end_stretch();
  }

 private:
  using Duration = typename Clock::duration;
  static constexpr int kStretch = 16;   ///< Steps.
  static constexpr int kStretches = 8;  ///< Of either way.
  static constexpr int kTerm = 8192;

  void end_stretch() {
    took_[way_][stretch_++] = std::exchange(time_, Duration{});
    if (stretch_ != kStretches) return;
    stretch_ = 0;
    way_ = 1 - way_;
    if (way_ == 1) return;
    way_ = median(took_[1]) < median(took_[0]) ? 1 : 0;
    kept_ = kTerm;
  }
  static Duration median(std::array<Duration, kStretches>& times) {
    const auto middle = times.begin() + kStretches / 2;
    std::ranges::nth_element(times, middle);
    return *middle;
  }

  std::size_t way_ = 0;
  int kept_ = 0;  ///< Steps until the next trial.
  std::size_t stretch_ = 0;
  int steps_ = 0;                                           ///< Of the present stretch,
  Duration time_{};                                         ///< and its time.
  std::array<std::array<Duration, kStretches>, 2> took_{};  ///< [way][stretch]
};

}  // namespace switchyard
