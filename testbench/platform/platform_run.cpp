#include "testbench/platform/platform_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "hw/base/random_stream.h"
#include "hw/clocked/clocked_node.h"
#include "testbench/platform/platform.h"
#include "testbench/platform/platform_network.h"

namespace switchyard {
namespace {

constexpr Cycle kStep = 200;

std::string hash_of(const std::vector<std::uint8_t>& bytes) {
  std::uint64_t hash = 0;
  for (const std::uint8_t byte : bytes) hash = mix64(hash ^ byte) + 1;
  return fmt::format("{:016x}", hash);
}

/// What of the results the models know.
void collect(const Platform& platform, PlatformResults& results) {
  results.tasks = platform.tasks().times();
  for (const auto& master : platform.masters())
    results.masters.push_back({master->reads(), master->writes(), master->errors()});
  for (const auto& memory : platform.memories())
    results.memories.push_back({memory->accesses(), memory->bytes_moved(), hash_of(memory->store().bytes())});
  results.finished = platform.tasks().finished();
}

}  // namespace

sc_core::sc_time PlatformResults::end() const {
  sc_core::sc_time last;
  for (const TaskGraph::Times& task : tasks) last = std::max(last, task.end);
  return last;
}

PlatformResults simulate_platform(const PlatformExperiment& experiment, const Level& level,
                                  const std::optional<WaveOptions>& wave) {
  const auto network = level.has_flits ? make_flit_platform(experiment.design, level, wave)
                                       : make_packet_platform(experiment.design);
  Platform platform(
      "platform", experiment, [&](CarrierListener& listener) { return network->make_carrier(listener); },
      kClockPeriod);
  const auto start = std::chrono::steady_clock::now();
  const Cycle limit = experiment.platform.limit;
  while (!platform.tasks().finished() && !network->ended() && network->now() < limit)
    network->run_to(std::min(network->now() + kStep, limit));
  if (platform.tasks().finished() && !network->ended()) {
    network->run_to(network->now() + kStep);  // The last credits come home.
    network->check_drained();
  }
  PlatformResults results;
  results.level = level.name;
  results.cycles = network->now();
  network->collect(results);
  results.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  collect(platform, results);
  return results;
}

}  // namespace switchyard
