#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "testbench/experiment/experiment.h"

namespace switchyard {

/// What queueing theory says of a run, without one: see LatencyModel. Loads are offered flits per node and
/// cycle, over all nodes, silent or not; latencies are means over all packets, in cycles.
struct LatencyEstimate {
  struct Point {
    double load = 0;
    double latency = 0;
  };
  double zero_load = 0;
  double load = 0;                ///< Of the configuration.
  std::optional<double> latency;  ///< There; nothing beyond saturation.
  double saturation = 0;
  std::vector<Point> curve;  ///< Up to saturation, evenly spaced.
};

/// The model is not made for something that is set.
class NoEstimate : public std::invalid_argument {
 public:
  NoEstimate(std::string dotted_path, const std::string& what)
      : std::invalid_argument("the queueing model knows no " + what + "; run it"),
        setting(std::move(dotted_path)) {}

  std::string setting;  ///< In the configuration.
};

/// `points`: of the curve, at least 1.
/// Errors: NoEstimate.
LatencyEstimate estimate_latency(const Experiment& experiment, int points);

std::string to_text(const Experiment& experiment, const LatencyEstimate& estimate);
std::string to_json(const Experiment& experiment, const LatencyEstimate& estimate);

}  // namespace switchyard
