#pragma once

#include <string>
#include <vector>

#include "testbench/report/report.h"

namespace switchyard {

/// "switchyard 0.1.0 (commit ...)".
std::string name_and_version();

/// Of the command that this process is, now.
RunOrigin origin_of_this_run(const std::vector<std::string>& overrides);

}  // namespace switchyard
