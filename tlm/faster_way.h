#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace switchyard {

/// Two ways of doing the same thing again and again: takes the one that takes less time, and tries both now
/// and then.
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
    took_[way_] += Clock::now() - begin;
    const bool has_lost = way_ == 1 && took_[1] > took_[0];
    if (++tried_ == kTrial || has_lost) end_trial();
  }

 private:
  static constexpr int kTrial = 128;
  static constexpr int kTerm = 8192;

  void end_trial() {
    tried_ = 0;
    way_ = 1 - way_;
    if (way_ == 1) return;
    way_ = took_[1] < took_[0] ? 1 : 0;
    took_ = {};
    kept_ = kTerm;
  }

  std::size_t way_ = 0;
  int tried_ = 0;  ///< Steps of the present trial.
  int kept_ = 0;   ///< Steps until the next one.
  std::array<typename Clock::duration, 2> took_{};
};

}  // namespace switchyard
