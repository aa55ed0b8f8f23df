#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/base/types.h"

namespace switchyard {

/// Says once that a waveform gets large, early where the number of its cycles is known.
///
/// What its cycles take is measured in a few hundred of the first ones: after the definitions, and when
/// packets have filled the network.
class WaveSize {
 public:
  static constexpr std::uint64_t kLarge = 1'000'000'000;  ///< Bytes.
  static constexpr Cycle kSampleFrom = 200;               ///< Cycles of the waveform.
  static constexpr Cycle kSampleTo = 400;

  /// `cycles`: of the waveform; kNever if nobody knows.
  explicit WaveSize(Cycle cycles) : cycles_(cycles) {}

  /// To be called after each cycle of the waveform with what there is of it: cycles and bytes. Nothing, or
  /// what is to be said.
  std::optional<std::string> grown(Cycle cycles, std::uint64_t bytes);

 private:
  Cycle cycles_;
  std::uint64_t before_sample_ = 0;  ///< Bytes.
  bool said_ = false;
};

}  // namespace switchyard
