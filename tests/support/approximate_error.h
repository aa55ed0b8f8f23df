#pragma once

#include <array>
#include <string>

#include "tests/support/random_packet_network.h"

namespace switchyard {

/// How much is simulated of each network.
struct ErrorEffort {
  std::uint64_t seeds = 2;     ///< Runs at each load, of which the means are compared.
  bool finds_capacity = true;  ///< Largest stable load at `approximate`, too.
};

/// Both levels with the same packets.
struct ErrorAtLoad {
  double load = 0;
  double fast = 0;  ///< Mean packet latency.
  double approximate = 0;
  double latency = 0;   ///< Error, relative.
  double interval = 0;  ///< 95 % of it, plus or minus, by the seeds; 0 if there is one only.
  double accepted = 0;  ///< Error of the accepted flits, relative.
};

/// What level `approximate` makes of a network.
struct ApproximateError {
  static constexpr std::array kShares{0.1, 0.3, 0.5, 0.7};  ///< Of the largest stable load at `fast`.

  static constexpr double kMaxDelay = 5;

  bool legal = true;    ///< The configuration is.
  std::string refused;  ///< Why there is no model; empty: there is one.
  /// Largest stable load at `fast`: the queues do not grow, and the mean latency of no source is more than
  /// kMaxDelay times what the slowest has in a network that is nearly empty.
  double capacity = 0;
  double capacity_error = 0;
  double overload = 0;  ///< Accepted at `fast` of an offered load of 0.98.
  double overload_error = 0;
  std::array<ErrorAtLoad, kShares.size()> at;
};

ApproximateError approximate_error(const RandomPacketNetwork& network, const ErrorEffort& effort);

}  // namespace switchyard
