#pragma once

#include <string>
#include <vector>

#include "testbench/app/config_options.h"
#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_estimate.h"

namespace switchyard {

/// The curves of a sweep over loads, `jobs` at a time; none of networks that the model is not made for, or
/// of so many nodes that it would take seconds. `options` is for all of them; `config` as for case_of().
/// Precondition: every combination can be read.
std::vector<SweepEstimate> estimate_curves(const ConfigOptions& options, const std::string& config,
                                           const std::vector<SweepAxis>& axes, std::size_t jobs);

/// Puts loads into the place of the axis `traffic.load=estimated:N`, if there is one: up to the estimated
/// saturation of the combination of the others that carries most, closer together where latency rises.
///
/// Errors: std::invalid_argument where N is no number of loads; ConfigError if there is no estimate of any
/// combination, or where one cannot be read.
void place_loads(const ConfigOptions& options, const std::string& config, std::vector<SweepAxis>& axes,
                 std::size_t jobs);

}  // namespace switchyard
