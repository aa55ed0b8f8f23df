#include "testbench/platform/platform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/base/random_stream.h"
#include "testbench/platform/watched_platform.h"
#include "testbench/process/interruption.h"
#include "testbench/report/interrupted_run.h"

namespace switchyard {
namespace {

constexpr Cycle kStep = 200;

std::unique_ptr<WatchedPlatform> make_platform(const PlatformExperiment& experiment, const Level& level,
                                               const std::optional<WaveOptions>& wave, std::size_t threads,
                                               Timeline* timeline, const std::filesystem::path& record) {
  if (experiment.combining_memory) return make_step_platform(experiment, level, wave, threads, timeline);
  return level.has_flits ? make_flit_platform(experiment, level, wave, threads, timeline, record)
                         : make_packet_platform(experiment, record);
}

}  // namespace

std::string content_hash(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0;
  for (const std::uint8_t byte : bytes) hash = mix64(hash ^ byte) + 1;
  return fmt::format("{:016x}", hash);
}

std::vector<PlatformResults::MemoryUse> memory_uses(const Platform& platform) {
  std::vector<PlatformResults::MemoryUse> uses;
  for (const auto& memory : platform.memories())
    uses.push_back({memory->accesses(), memory->bytes_moved(), content_hash(memory->store().bytes())});
  return uses;
}

sc_core::sc_time PlatformResults::end() const {
  sc_core::sc_time last;
  for (const TaskGraph::Times& task : tasks) last = std::max(last, task.end);
  return last;
}

PlatformResults simulate_platform(const PlatformExperiment& experiment, const Level& level,
                                  const std::optional<WaveOptions>& wave, std::size_t threads,
                                  Timeline* timeline, const std::filesystem::path& record) {
  const auto platform = make_platform(experiment, level, wave, threads, timeline, record);
  const Workers& workers = platform->workers();
  catch_interruptions();
  if (timeline != nullptr) timeline->enter("run", 0);
  const auto start = std::chrono::steady_clock::now();
  const Cycle limit = experiment.platform.limit;
  const Cycle piece = cycles_between_looks(experiment.design.topology->node_count());
  int interrupted_by = 0;
  while (!workers.tasks().finished() && !platform->ended() && platform->now() < limit &&
         interrupted_by == 0) {
    const Cycle end = std::min(platform->now() + kStep, limit);
    while (platform->now() < end && !platform->ended() && interrupted_by == 0) {
      platform->run_to(std::min(platform->now() + piece, end));
      interrupted_by = interruption();
    }
  }
  if (workers.tasks().finished() && !platform->ended()) {
    if (timeline != nullptr) timeline->enter("drain", platform->now());
    platform->run_to(platform->now() + kStep);  // The last credits come home.
    platform->check_drained();
  }
  PlatformResults results;
  results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  results.level = level.name;
  results.cycles = platform->now();
  results.interrupted_by = interrupted_by;
  results.finished = workers.tasks().finished();
  results.tasks = workers.tasks().times();
  results.unfinished = unfinished_tasks(experiment.platform, workers);
  platform->collect(results);
  for (std::size_t m = 0; m < workers.masters().size(); ++m) {
    const DmaMaster& master = *workers.masters()[m];
    results.masters.push_back({master.reads(), master.writes(), master.errors()});
    if (master.errors() != 0 && results.failed_check.empty())
      results.failed_check = fmt::format("master {} got {} error responses", m, master.errors());
  }
  return results;
}

}  // namespace switchyard
