#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "testbench/engine/level.h"
#include "testbench/experiment/deadlock_check.h"
#include "testbench/monitor/watchdog.h"
#include "testbench/platform/platform_config.h"
#include "testbench/platform/task_graph.h"
#include "testbench/platform/unfinished_task.h"
#include "testbench/report/report.h"
#include "testbench/timeline/timeline.h"

namespace switchyard {

/// What a platform has shown.
struct PlatformResults {
  struct Master {
    TransactionTimes reads;
    TransactionTimes writes;
    std::uint64_t errors = 0;
  };
  struct MemoryUse {
    std::uint64_t accesses = 0;
    std::uint64_t bytes = 0;
    std::string hash;  ///< Of what it holds at the end.
  };
  /// Of a CombiningMemory.
  struct Steps {
    Step count = 0;
    std::uint64_t operations = 0;
    std::uint64_t words_wanted = 0;     ///< Pairs of a step and a word.
    std::uint64_t requests_served = 0;  ///< That reached the memory modules; the same if all combine.
    std::string hash;                   ///< Of what the memory holds at the end.
  };
  std::string level;
  std::vector<TaskGraph::Times> tasks;
  std::vector<UnfinishedTask> unfinished;  ///< Tasks, and what they wait for.
  std::vector<Master> masters;
  std::vector<MemoryUse> memories;
  std::optional<Steps> steps;
  std::uint64_t packets = 0;
  std::uint64_t flit_hops = 0;
  std::string event_hash;  ///< Of the packets or the answers, as of `run`.
  Cycle cycles = 0;
  bool finished = false;
  int interrupted_by = 0;    ///< As of Results.
  std::string failed_check;  ///< Empty: all is well.
  DeadlockCheck check;       ///< Before the run.
  std::optional<Deadlock> deadlock;
  double wall_seconds = 0;

  sc_core::sc_time end() const;  ///< Of the last task that has ended.
};

/// Runs all tasks of a platform, for platform.limit cycles at most. Once per process. `threads`: for the
/// routers of a large network at level fast; the results are the same. `timeline`: of its network, if that
/// has flits; null: none. `record`: where the packets go as a trace, which a CombiningMemory does not have;
/// empty: nowhere.
///
/// The scoreboard (of a CombiningMemory: a sequential PRAM) and the credit check are always on, and so is the
/// deadlock watchdog of packets; the first violation or a deadlock ends the run and is in the results.
PlatformResults simulate_platform(const PlatformExperiment& experiment, const Level& level,
                                  const std::optional<WaveOptions>& wave, std::size_t threads = 1,
                                  Timeline* timeline = nullptr, const std::filesystem::path& record = {});

/// Writes results.json, manifest.json and config.yaml into `folder`, which exists.
void write_platform_report(const std::filesystem::path& folder, const PlatformExperiment& experiment,
                           const PlatformResults& results, const RunOrigin& origin);

/// A line per task and per master, for a person.
std::string summary(const PlatformExperiment& experiment, const PlatformResults& results);

}  // namespace switchyard
