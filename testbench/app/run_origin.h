#pragma once

#include <string>
#include <vector>

#include "testbench/report/report.h"

namespace switchyard {

/// Of the command that this process is, now.
RunOrigin origin_of_this_run(const std::vector<std::string>& overrides);

}  // namespace switchyard
