#include "testbench/platform/unfinished_task.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace switchyard {
namespace {

std::vector<std::string> names_of(const std::vector<std::size_t>& tasks, const PlatformConfig& config) {
  std::vector<std::string> names;
  for (const std::size_t task : tasks) names.push_back(config.tasks[task].name);
  return names;
}

std::string describe(const DmaMaster::Progress& copy, std::uint64_t bytes,
                     const PlatformExperiment& experiment) {
  if (copy.works) return "its work goes on";
  const std::string copied =
      fmt::format("{} of {} bytes copied, {} bursts under way", copy.copied, bytes, copy.bursts);
  if (!copy.oldest) return copied;
  return fmt::format("{}, the oldest for {:.1f} ns: a {} of {} bytes at {:#x} of {}", copied,
                     copy.oldest->age / sc_core::sc_time(1, sc_core::SC_NS),
                     copy.oldest->writes ? "write" : "read", copy.oldest->bytes, copy.oldest->address,
                     holder_of(copy.oldest->address, experiment));
}

}  // namespace

std::string holder_of(Address address, const PlatformExperiment& experiment) {
  if (experiment.combining_memory) return "the combining memory";
  const Region* const region = experiment.interconnect.regions.find(address);
  return fmt::format("target {}", experiment.interconnect.targets[region->target]);
}

std::vector<UnfinishedTask> unfinished_tasks(const PlatformConfig& config, const Workers& workers) {
  const std::vector<TaskGraph::Times>& times = workers.tasks().times();
  const auto is_under_way = [&](std::size_t task) { return times[task].begun && !times[task].ended; };
  std::vector<UnfinishedTask> unfinished;
  for (std::size_t t = 0; t < config.tasks.size(); ++t) {
    if (times[t].ended) continue;
    UnfinishedTask& task = unfinished.emplace_back();
    task.task = t;
    for (const std::size_t before : config.tasks[t].after) {
      if (!times[before].ended) task.after.push_back(before);
    }
    for (std::size_t other = 0; other < config.tasks.size(); ++other) {
      if (other != t && config.tasks[other].master == config.tasks[t].master && is_under_way(other))
        task.master_has = other;
    }
    if (is_under_way(t)) task.copy = workers.masters()[config.tasks[t].master]->progress();
  }
  return unfinished;
}

std::string describe(const UnfinishedTask& task, const PlatformExperiment& experiment) {
  const PlatformConfig& config = experiment.platform;
  const TaskConfig& of = config.tasks[task.task];
  if (task.copy) return describe(*task.copy, of.bytes, experiment);
  if (!task.after.empty()) return fmt::format("waits for {}", fmt::join(names_of(task.after, config), ", "));
  if (task.master_has)
    return fmt::format("waits for {}, which carries out {}", config.masters[of.master].name,
                       config.tasks[*task.master_has].name);
  return "has not begun";
}

}  // namespace switchyard
