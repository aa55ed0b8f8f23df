#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testbench/monitor/histogram.h"

namespace switchyard {

/// The messages of one class.
struct MessageClassFigures {
  std::string name;
  std::uint64_t flits = 0;   ///< Of those that have come.
  LatencyHistogram latency;  ///< From ready to the tail's arrival.
};

/// What a run of a message graph has shown, of the messages that have come. Times are cycles.
struct MessageFigures {
  std::vector<MessageClassFigures> classes;  ///< By label; those without messages are empty.
  LatencyHistogram latency;                  ///< Of all classes.
  /// From a message being ready to the arrival of its answer: one that waits for it and goes back to its
  /// source. An answer has none itself.
  LatencyHistogram round_trip;
  std::uint64_t flits = 0;
  std::uint64_t left_over = 0;  ///< Messages that were read and have not come.
  std::uint64_t longest_chain =
      0;  ///< Messages of which each waits for the one before, of those that were read.
  std::uint64_t sum_of_values = 0;  ///< Modulo 2^64; each is that of the sequential evaluation.
  std::uint64_t most_live = 0;      ///< Messages in memory at once, from the oldest that has not come.
  std::uint64_t full_looks = 0;     ///< How often the stream was not read on, as the window was full.
};

}  // namespace switchyard
