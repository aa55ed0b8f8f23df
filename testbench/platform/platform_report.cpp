#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/file/pending_file.h"
#include "testbench/platform/platform_run.h"
#include "testbench/run/report.h"

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

std::string outcome(const PlatformResults& results) {
  if (results.deadlock) return "deadlock";
  if (!results.failed_check.empty()) return "failed_check";
  return results.finished ? "finished" : "unfinished";
}

ordered_json tasks_to_json(const PlatformConfig& config, const PlatformResults& results) {
  ordered_json tasks = ordered_json::array();
  for (std::size_t t = 0; t < results.tasks.size(); ++t) {
    const TaskGraph::Times& times = results.tasks[t];
    tasks.push_back({{"name", config.tasks[t].name},
                     {"master", config.masters[config.tasks[t].master].name},
                     {"begin_ns", nanoseconds(times.begin)},
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
          {"masters", std::move(masters)},
          {"memories", std::move(memories)},
          {"steps", std::move(steps)},
          {"packets", results.packets},
          {"flit_hops", results.flit_hops},
          {"event_hash", results.event_hash},
          {"cycles", results.cycles},
          {"deadlock", results.deadlock ? to_json(*results.deadlock) : ordered_json(nullptr)},
          {"wall_seconds", results.wall_seconds}};
}

}  // namespace

void write_platform_report(const std::filesystem::path& folder, const PlatformExperiment& experiment,
                           const PlatformResults& results) {
  write_file(folder / "results.json", to_json(experiment, results).dump(2) + "\n");
  write_manifest(folder, experiment.design, results.level, experiment.config);
}

std::string summary(const PlatformExperiment& experiment, const PlatformResults& results) {
  const std::string carried =
      results.steps
          ? fmt::format("{} operations in {} steps, {} requests for {} words", results.steps->operations,
                        results.steps->count, results.steps->requests_served, results.steps->words_wanted)
          : fmt::format("{} packets", results.packets);
  std::string text =
      fmt::format("{} at {}: {}, {:.1f} ns, {}, event hash {}\n", experiment.design.name, results.level,
                  outcome(results), nanoseconds(results.end()), carried, results.event_hash);
  for (std::size_t t = 0; t < results.tasks.size(); ++t) {
    const TaskConfig& task = experiment.platform.tasks[t];
    const TaskGraph::Times& times = results.tasks[t];
    text += fmt::format("  {:<16} {:<10} {:>8} bytes  {:>10.1f} .. {:>10.1f} ns\n", task.name,
                        experiment.platform.masters[task.master].name, task.bytes, nanoseconds(times.begin),
                        nanoseconds(times.end));
  }
  for (std::size_t m = 0; m < results.masters.size(); ++m) {
    const PlatformResults::Master& master = results.masters[m];
    text += fmt::format("  {:<16} {} reads, mean {:.1f} ns; {} writes, mean {:.1f} ns; {} errors\n",
                        experiment.platform.masters[m].name, master.reads.count, mean(master.reads),
                        master.writes.count, mean(master.writes), master.errors);
  }
  if (!results.failed_check.empty()) text += "  failed check: " + results.failed_check + '\n';
  return text;
}

}  // namespace switchyard
