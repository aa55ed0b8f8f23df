#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/file/json_text.h"
#include "testbench/platform/platform_run.h"
#include "testbench/report/interrupted_run.h"
#include "testbench/report/report.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

double nanoseconds(const sc_core::sc_time& time) { return time / sc_core::sc_time(1, sc_core::SC_NS); }

double mean(const TransactionTimes& times) {
  return times.count == 0 ? 0 : nanoseconds(times.sum) / static_cast<double>(times.count);
}

ordered_json to_json(const TransactionTimes& times) {
  return {{"transactions", times.count},
          {"mean_ns", mean(times)},
          {"min_ns", nanoseconds(times.shortest)},
          {"max_ns", nanoseconds(times.longest)}};
}

/// Of all masters together.
TransactionTimes sum_of(const PlatformResults& results, TransactionTimes PlatformResults::Master::*times) {
  TransactionTimes sum;
  for (const PlatformResults::Master& master : results.masters) sum.add(master.*times);
  return sum;
}

std::string outcome(const PlatformResults& results) {
  if (results.deadlock) return "deadlock";
  if (!results.failed_check.empty()) return "failed_check";
  if (results.finished) return "finished";
  return results.interrupted_by != 0 ? "interrupted" : "unfinished";
}

ordered_json to_json(const DmaMaster::Progress& copy, const PlatformExperiment& experiment) {
  ordered_json oldest = nullptr;
  if (copy.oldest) {
    oldest = {{"command", copy.oldest->writes ? "write" : "read"},
              {"address", copy.oldest->address},
              {"bytes", copy.oldest->bytes},
              {"at", holder_of(copy.oldest->address, experiment)},
              {"age_ns", nanoseconds(copy.oldest->age)}};
  }
  return {{"works", copy.works},
          {"bytes_copied", copy.copied},
          {"bursts_under_way", copy.bursts},
          {"oldest_burst", std::move(oldest)}};
}

ordered_json to_json(const UnfinishedTask& task, const PlatformExperiment& experiment) {
  const std::vector<TaskConfig>& tasks = experiment.platform.tasks;
  ordered_json after = ordered_json::array();
  for (const std::size_t before : task.after) after.push_back(tasks[before].name);
  return {{"task", tasks[task.task].name},
          {"waits_for", std::move(after)},
          {"master_carries_out", task.master_has ? ordered_json(tasks[*task.master_has].name) : nullptr},
          {"copy", task.copy ? to_json(*task.copy, experiment) : nullptr}};
}

ordered_json unfinished_to_json(const PlatformExperiment& experiment, const PlatformResults& results) {
  ordered_json tasks = ordered_json::array();
  for (const UnfinishedTask& task : results.unfinished) tasks.push_back(to_json(task, experiment));
  return tasks;
}

std::string times_of(const TaskGraph::Times& times) {
  if (!times.begun) return "not begun";
  const double begin = nanoseconds(times.begin);
  if (!times.ended) return fmt::format("{:>10.1f} ..  not ended", begin);
  return fmt::format("{:>10.1f} .. {:>10.1f} ns", begin, nanoseconds(times.end));
}

ordered_json tasks_to_json(const PlatformConfig& config, const PlatformResults& results) {
  ordered_json tasks = ordered_json::array();
  for (std::size_t t = 0; t < results.tasks.size(); ++t) {
    const TaskGraph::Times& times = results.tasks[t];
    tasks.push_back(
        {{"name", config.tasks[t].name},
         {"master", config.masters[config.tasks[t].master].name},
         {"begin_ns", times.begun ? ordered_json(nanoseconds(times.begin)) : ordered_json(nullptr)},
         {"end_ns", times.ended ? ordered_json(nanoseconds(times.end)) : ordered_json(nullptr)}});
  }
  return tasks;
}

ordered_json to_json(const PlatformExperiment& experiment, const PlatformResults& results) {
  ordered_json masters = ordered_json::array();
  for (std::size_t m = 0; m < results.masters.size(); ++m) {
    masters.push_back({{"name", experiment.platform.masters[m].name},
                       {"reads", to_json(results.masters[m].reads)},
                       {"writes", to_json(results.masters[m].writes)},
                       {"errors", results.masters[m].errors}});
  }
  ordered_json memories = ordered_json::array();
  for (std::size_t t = 0; t < results.memories.size(); ++t) {
    memories.push_back({{"node", experiment.interconnect.targets[t]},
                        {"accesses", results.memories[t].accesses},
                        {"bytes", results.memories[t].bytes},
                        {"hash", results.memories[t].hash}});
  }
  ordered_json steps = nullptr;
  if (results.steps) {
    steps = {{"count", results.steps->count},
             {"operations", results.steps->operations},
             {"words_wanted", results.steps->words_wanted},
             {"requests_served", results.steps->requests_served},
             {"hash", results.steps->hash}};
  }
  return {{"level", results.level},
          {"seed", experiment.design.seed},
          {"outcome", outcome(results)},
          {"failed_check", results.failed_check},
          {"end_ns", nanoseconds(results.end())},
          {"tasks", tasks_to_json(experiment.platform, results)},
          {"unfinished_tasks", unfinished_to_json(experiment, results)},
          {"reads", to_json(sum_of(results, &PlatformResults::Master::reads))},
          {"writes", to_json(sum_of(results, &PlatformResults::Master::writes))},
          {"masters", std::move(masters)},
          {"memories", std::move(memories)},
          {"steps", std::move(steps)},
          {"packets", results.packets},
          {"flit_hops", results.flit_hops},
          {"event_hash", results.event_hash},
          {"cycles", results.cycles},
          {"check", to_json(results.check)},
          {"deadlock", results.deadlock ? to_json(*results.deadlock) : ordered_json(nullptr)},
          {"wall_seconds", results.wall_seconds}};
}

}  // namespace

void write_platform_report(const std::filesystem::path& folder, const PlatformExperiment& experiment,
                           const PlatformResults& results, const RunOrigin& origin) {
  FileGroup files(folder);
  add_manifest(files, experiment.design, results.level, experiment.config, origin);
  files.add("results.json", json_text(to_json(experiment, results)));
  commit_report(files);
}

/// The end of the last task; where not all have ended, that of the run.
std::string ended_after(const PlatformResults& results) {
  return results.finished ? fmt::format("{:.1f} ns", nanoseconds(results.end()))
                          : fmt::format("{} cycles", results.cycles);
}

std::string transactions_text(const char* name, const TransactionTimes& times) {
  if (times.count == 0) return fmt::format("no {}", name);
  return fmt::format("{} {}, mean {:.1f} ns", times.count, name, mean(times));
}

std::string summary(const PlatformExperiment& experiment, const PlatformResults& results) {
  const std::string carried =
      results.steps
          ? fmt::format("{} operations in {} steps, {} requests for {} words", results.steps->operations,
                        results.steps->count, results.steps->requests_served, results.steps->words_wanted)
          : fmt::format("{} packets", results.packets);
  std::string text =
      fmt::format("{} at {}: {} after {}, {}, event hash {}\n", experiment.design.name, results.level,
                  outcome(results), ended_after(results), carried, results.event_hash);
  for (std::size_t t = 0; t < results.tasks.size(); ++t) {
    const TaskConfig& task = experiment.platform.tasks[t];
    const TaskGraph::Times& times = results.tasks[t];
    text += fmt::format("  {:<16} {:<10} {:>8} bytes  {}\n", task.name,
                        experiment.platform.masters[task.master].name, task.bytes, times_of(times));
  }
  for (std::size_t m = 0; m < results.masters.size(); ++m) {
    const PlatformResults::Master& master = results.masters[m];
    text += fmt::format("  {:<16} {}; {}; {} errors\n", experiment.platform.masters[m].name,
                        transactions_text("reads", master.reads), transactions_text("writes", master.writes),
                        master.errors);
  }
  if (results.check.unsafe()) text += "  deadlock         " + to_text(results.check, {}) + '\n';
  if (results.cycles == experiment.platform.limit && !results.finished)
    text += fmt::format("  platform.limit = {} cycles are over\n", experiment.platform.limit);
  if (!results.finished && results.interrupted_by != 0)
    text += "  INTERRUPTED by " + describe_interruption(results.interrupted_by, results.cycles) + '\n';
  for (const UnfinishedTask& task : results.unfinished)
    text += fmt::format("  unfinished: {}: {}\n", experiment.platform.tasks[task.task].name,
                        describe(task, experiment));
  if (!results.failed_check.empty()) text += "  failed check: " + results.failed_check + '\n';
  return text;
}

}  // namespace switchyard
