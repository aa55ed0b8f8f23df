#pragma once

#include <istream>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "testbench/traffic/pattern.h"

namespace switchyard {

/// Reads the rates of terminals 0, 1, 2, ...: one number of 0..1 per line, `#` starts a comment.
///
/// Faults: not a number, out of range, not `terminals` lines. The result is void if any.
std::vector<double> read_rate_file(std::istream& text, const std::string& file_name, TerminalId terminals,
                                   std::vector<std::string>& faults);

/// What each terminal creates, as a share of the load; 0 of those that the pattern leaves silent.
///
/// Config:  `rates` itself: absent or `by_pattern` (Pattern::rate); `equal`; {file}; or a list of
///          {terminals, rate}, where terminals that it does not name have rate 1, and the last entry that
///          names one counts.
/// Errors:  faults; one if none is left that sends. The result is void if any.
std::vector<double> read_rates(const ConfigNode& config, const Pattern& pattern, TerminalId terminals);

}  // namespace switchyard
