#include <memory>
#include <stdexcept>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/level_option.h"
#include "testbench/app/path_option.h"
#include "testbench/app/run_origin.h"
#include "testbench/app/whole_number.h"
#include "testbench/engine/level.h"
#include "testbench/export/export_network.h"
#include "testbench/export/network_rtl_writer.h"
#include "testbench/file/output_folder.h"
#include "testbench/file/print.h"
#include "testbench/process/interruption.h"
#include "testbench/run/progress.h"
#include "testbench/run/simulation.h"

namespace switchyard {
namespace {

struct ExportOptions {
  ConfigOptions config;
  std::string out;
  Cycle cycles = 1000;
};

void require_exportable(const ExportOptions& options, const Design& design) {
  try {
    require_exportable(design);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(options.config.file + " cannot be exported: " + error.what());
  }
}

int run_export(const ExportOptions& options) {
  const Level& level = level_named("--level", "fast");
  const Experiment experiment = options.config.read();
  require_levels(options.config, {&level}, experiment);
  require_exportable(options, experiment.design);
  const DeadlockCheck check = options.config.refuse_unsafe(check_for_deadlock(experiment));
  const OutputFolder folder(options.out);
  PinRecord record(experiment.design, options.cycles);
  SimulationOptions simulation;
  simulation.pins = &record;
  Results results;
  {
    ProgressBar bar;
    simulation.progress = [&](const char* phase, Cycle done, Cycle of) {
      bar.update(phase, done, of, "cycles");
    };
    simulation.warn = [&](const std::string& what) { bar.print("switchyard: warning: " + what); };
    results = simulate(experiment, level, simulation);
  }
  if (results.interrupted_by != 0) return interrupted_status();
  results.check = check;
  export_network(options.out, {experiment, results, origin_of_this_run(options.config.overrides), record});
  print_text(summary(experiment, results));
  print_out("  exported          {}: see README.md there\n", options.out);
  return results.failed_check.empty() && results.missed_expectations.empty() ? kGood : kFailed;
}

}  // namespace

void add_export_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand(
      "export", "Write a network as SystemVerilog, with a test bench that replays the traffic of a run");
  options->config.add_to(*command, catalogs);
  options->config.add_allow_unsafe_to(*command);
  command->add_option("--out", options->out, "Folder for the network, complete in itself")
      ->check(a_name())
      ->type_name("FOLDER")
      ->required();
  command->add_option("--cycles", options->cycles, "Cycles of the run that the test bench replays")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->footer("Exit status: 0 if the run was as the configuration expects; 1 if not; 2 bad input.");
  command->callback([options, &status] { status = run_export(*options); });
}

}  // namespace switchyard
