#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/base/types.h"
#include "testbench/timeline/condensed.h"

namespace switchyard {

/// The flits that each channel carried in cycles begin .. end - 1.
struct ChannelSample {
  Cycle begin = 0;
  Cycle end = 0;
  std::vector<std::uint32_t> flits;  ///< [channel]

  void append(const ChannelSample& next);
};

/// As CSV: `begin`, `end`, and a column for each channel, `c0`, `c1` ..., in the order of channels.csv.
std::string channel_samples_csv(const Condensed<ChannelSample>& samples, std::size_t channels);

}  // namespace switchyard
