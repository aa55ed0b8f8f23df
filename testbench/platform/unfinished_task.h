#pragma once

#include <optional>
#include <string>
#include <vector>

#include "testbench/platform/platform_config.h"
#include "testbench/platform/workers.h"

namespace switchyard {

/// What a task waits for that has not ended when the run has.
struct UnfinishedTask {
  std::size_t task = 0;
  std::vector<std::size_t> after;           ///< Tasks before it that have not ended.
  std::optional<std::size_t> master_has;    ///< The task that its master carries out before it.
  std::optional<DmaMaster::Progress> copy;  ///< If it is carried out.
};

/// Those of a platform, in order of tasks.
std::vector<UnfinishedTask> unfinished_tasks(const PlatformConfig& config, const Workers& workers);

/// What answers at an address of a task: `target 5`.
std::string holder_of(Address address, const PlatformExperiment& experiment);

/// One line, such as `waits for load, add`.
std::string describe(const UnfinishedTask& task, const PlatformExperiment& experiment);

}  // namespace switchyard
