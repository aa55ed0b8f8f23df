#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/run/progress.h"
#include "testbench/run/report.h"
#include "testbench/run/simulation.h"
#include "testbench/wave/node_list.h"

namespace switchyard {
namespace {

struct RunOptions {
  ConfigOptions config;
  std::string level = "fast";
  std::string out;
  std::string vcd;
  std::string vcd_nodes;
  Cycle vcd_from = 0;
  Cycle vcd_to = kNever;
};

const Level& level_named(const std::string& name) {
  for (const Level& level : levels()) {
    if (level.name == name) return level;
  }
  throw std::invalid_argument("--level " + name + " is not known; see `switchyard list`");
}

std::optional<WaveOptions> wave_options(const RunOptions& options, const Design& design) {
  if (options.vcd.empty()) return std::nullopt;
  WaveOptions wave;
  wave.file = options.vcd;
  wave.from = options.vcd_from;
  wave.to = options.vcd_to;
  if (!options.vcd_nodes.empty())
    wave.nodes = parse_node_list(options.vcd_nodes, design.topology->node_count());
  return wave;
}

int run(const RunOptions& options) {
  const Level& level = level_named(options.level);
  const Experiment experiment = options.config.read();
  if (!options.out.empty())
    std::filesystem::create_directories(options.out);  // Before the run: a bad path costs no time.
  SimulationOptions simulation;
  simulation.wave = wave_options(options, experiment.design);
  Results results;
  {
    ProgressBar bar;
    simulation.progress = [&](const char* phase, Cycle done, Cycle of) {
      bar.update(phase, done, of, "cycles");
    };
    results = simulate(experiment, level, simulation);
  }
  std::fputs(summary(experiment, results).c_str(), stdout);
  if (!options.out.empty()) write_report(options.out, experiment, results);
  if (results.divergence) {
    std::fputs(describe(*results.divergence).c_str(), stderr);
    return kDivergence;
  }
  if (results.deadlock) {
    std::fputs(describe(*results.deadlock).c_str(), stderr);
    return kDeadlock;
  }
  return results.failed_check.empty() && results.missed_expectations.empty() ? kGood : kFailed;
}

}  // namespace

void add_run_command(CLI::App& app, int& status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "Run a configuration and report its figures");
  options->config.add_to(*command);
  command->add_option("--level", options->level, "fast, clocked, lockstep or rtl; every level gives the same event hash")
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder for results.json, channels.csv and manifest.json");
  command->add_option("--vcd", options->vcd, "Write a waveform, and FILE.gtkw to view it with")
      ->type_name("FILE");
  command->add_option("--vcd-nodes", options->vcd_nodes, "Only these nodes, e.g. 0,5,7-9 (default: all)");
  command->add_option("--vcd-from", options->vcd_from, "First cycle of the waveform")->capture_default_str();
  command->add_option("--vcd-to", options->vcd_to, "Last cycle of the waveform (default: to the end)");
  command->callback([options, &status] { status = run(*options); });
}

}  // namespace switchyard
