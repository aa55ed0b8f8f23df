#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/level_option.h"
#include "testbench/app/platform_options.h"
#include "testbench/platform/platform_run.h"
#include "testbench/run/report.h"

namespace switchyard {
namespace {

/// Of a run, and not of a platform with a fault.
bool is_of_a_run(ConfigDocument& document) {
  return !has_platform(document) && (document.root().has("traffic") || document.root().has("workload"));
}

}  // namespace

int run_platform(const PlatformOptions& options, ConfigDocument& document) {
  const Level& level = level_named("--level", options.level);
  if (!level.has_flits && !options.vcd.empty())
    throw std::invalid_argument("--vcd shows flits, which level " + level.name + " does not have");
  if (is_of_a_run(document))
    throw std::invalid_argument(options.config.file + " has no platform; `switchyard run " +
                                options.config.file + "` runs it");
  const PlatformExperiment experiment = read_platform_experiment(document, standard_catalogs().hardware);
  require_levels(options.config.file, {&level}, experiment.design);
  const DeadlockCheck check = options.config.refuse_unsafe(experiment.design);
  if (!options.out.empty()) std::filesystem::create_directories(options.out);
  std::optional<WaveOptions> wave;
  if (!options.vcd.empty()) wave.emplace().file = options.vcd;
  PlatformResults results = simulate_platform(experiment, level, wave, options.threads);
  results.check = check;
  std::fputs(summary(experiment, results).c_str(), stdout);
  if (!options.out.empty()) write_platform_report(options.out, experiment, results);
  if (results.deadlock) {
    std::fputs(describe(*results.deadlock).c_str(), stderr);
    return kDeadlock;
  }
  return results.finished && results.failed_check.empty() ? kGood : kFailed;
}

void add_platform_command(CLI::App& app, int& status) {
  auto options = std::make_shared<PlatformOptions>();
  CLI::App* command = app.add_subcommand(
      "platform", "Run a platform: DMA masters, memories and a task graph over TLM-2.0 sockets");
  options->config.add_to(*command);
  options->config.add_allow_unsafe_to(*command);
  command
      ->add_option("--level", options->level,
                   "fast, clocked, lockstep, rtl or rtl_router: every one of these gives the same times; or "
                   "approximate")
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder for results.json and manifest.json");
  command
      ->add_option("--vcd", options->vcd,
                   "Write a waveform (an FST if FILE ends in .fst), and FILE.gtkw to view it with")
      ->type_name("FILE");
  command->callback([options, &status] {
    ConfigDocument document = options->config.open();
    status = run_platform(*options, document);
  });
}

}  // namespace switchyard
