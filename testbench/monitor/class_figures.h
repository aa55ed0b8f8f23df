#pragma once

#include <cstdint>
#include <string>

#include "testbench/monitor/histogram.h"

namespace switchyard {

/// The packets of one class that were created in the measured window.
struct ClassFigures {
  std::string name;
  int network = 0;           ///< Virtual network by which they go.
  bool is_answered = false;  ///< Each has a reply.

  std::uint64_t created = 0;
  std::uint64_t created_flits = 0;
  std::uint64_t accepted_flits = 0;  ///< Of all packets of the class whose tail came in the window.
  LatencyHistogram packet_latency;   ///< From creation to the tail's arrival.
  LatencyHistogram network_latency;  ///< From injection on.
  LatencyHistogram round_trip;       ///< From the creation of a request to the arrival of its reply's tail.

  std::uint64_t unanswered() const { return is_answered ? created - round_trip.count() : 0; }
};

}  // namespace switchyard
