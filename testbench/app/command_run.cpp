#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/energy_choice.h"
#include "testbench/app/junit_choice.h"
#include "testbench/app/level_option.h"
#include "testbench/app/packet_choice.h"
#include "testbench/app/page_choice.h"
#include "testbench/app/path_option.h"
#include "testbench/app/platform_options.h"
#include "testbench/app/report_written.h"
#include "testbench/app/rtl_program.h"
#include "testbench/app/run_origin.h"
#include "testbench/app/timeline_choice.h"
#include "testbench/app/wave_choice.h"
#include "testbench/app/whole_number.h"
#include "testbench/cosim/rtl_coverage.h"
#include "testbench/engine/fault_target.h"
#include "testbench/file/output_folder.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/messages/message_stream.h"
#include "testbench/platform/platform_config.h"
#include "testbench/process/child_process.h"
#include "testbench/process/interruption.h"
#include "testbench/report/report.h"
#include "testbench/report/run_cases.h"
#include "testbench/run/progress.h"
#include "testbench/run/simulation.h"
#include "testbench/traffic/node_list.h"

namespace switchyard {
namespace {

struct RunOptions {
  ConfigOptions config;
  std::string level = "fast";
  std::string out;
  WaveChoice wave;
  PacketChoice packets;
  TimelineChoice timeline;
  EnergyChoice energy;
  PageChoice page;
  JunitChoice junit;
  std::string fault;
  std::string rtl_nodes;
  bool assertions = false;
  std::optional<std::size_t> threads;
};

constexpr Cycle kCyclesBeforeDivergence = 50;  ///< In the waveform of a divergence.

std::size_t threads_of(const RunOptions& options) {
  if (options.threads && options.level != "fast")
    throw std::invalid_argument("--threads is for the level fast, not for " + options.level);
  return options.threads.value_or(std::max(1U, std::thread::hardware_concurrency()));
}

LevelOptions level_options(const RunOptions& options, const Level& level, const Design& design) {
  LevelOptions chosen;
  if (!options.fault.empty()) {
    if (level.rtl == Level::Rtl::Nothing)
      throw std::invalid_argument("--fault is for the levels with RTL, not for " + level.name);
    chosen.fault = parse_block_fault(options.fault);
    require_block(*chosen.fault, design, level.rtl == Level::Rtl::Routers);
  }
  if (!options.rtl_nodes.empty()) {
    if (level.rtl != Level::Rtl::Routers)
      throw std::invalid_argument("--rtl-nodes is for the level rtl_router, not for " + level.name);
    if (!design.router.has_model)
      throw std::invalid_argument("--rtl-nodes: router.kind = " + design.router.kind +
                                  " has no model for the other nodes");
    chosen.rtl_nodes = parse_node_list(options.rtl_nodes, design.topology->node_count());
    if (chosen.fault && std::count(chosen.rtl_nodes.begin(), chosen.rtl_nodes.end(), chosen.fault->node) == 0)
      throw std::invalid_argument(fmt::format("--fault: router_{} is not RTL: --rtl-nodes is {}",
                                              chosen.fault->node, options.rtl_nodes));
  }
  if (options.assertions && level.rtl != Level::Rtl::Routers)
    throw std::invalid_argument("--assertions is for the level rtl_router, not for " + level.name);
  chosen.assertions = options.assertions;
  chosen.threads = threads_of(options);
  return chosen;
}

/// Warm-up and window, and the drain as if nothing was left. A workload takes as long as it takes.
Cycle planned_cycles(const Experiment& experiment) {
  const Injection& injection = experiment.injection;
  if (injection.finite) return kNever;
  constexpr Cycle kShortestWarmup = 1000;  // Of those that are found automatically.
  return experiment.measure.warmup.value_or(kShortestWarmup) + experiment.measure.cycles;
}

/// A fault that changed nothing shows nothing: such a run is not good.
void check_fault(const std::optional<BlockFault>& fault, Results& results) {
  if (!fault || fault->use->spoilt != 0 || !results.failed_check.empty() || results.interrupted_by != 0)
    return;
  results.failed_check = "the fault was never put in: " + why_never_put_in(*fault, results.cycles);
}

/// Of a fault that was put in; else empty.
std::string fault_line(const std::optional<BlockFault>& fault) {
  if (!fault || fault->use->spoilt == 0) return {};
  return fmt::format(
      "  fault             put in: {} of {} answers from cycle {} on are not those of the block\n",
      fault->use->spoilt, fault->use->answers, fault->from);
}

/// The same run again, up to the divergence, with a waveform of the router. Every run of a configuration is
/// the same run.
void write_waves_of(const Divergence& divergence, const RunOptions& options, const std::string& out) {
  const std::filesystem::path file = std::filesystem::path(out) / "divergence.vcd";
  const Cycle from = divergence.cycle - std::min(divergence.cycle, kCyclesBeforeDivergence);
  ChildCommand command{
      "/proc/self/exe",
      {"run", options.config.file, "--level", options.level, "--vcd", file.string(), "--allow-unsafe",
       "--vcd-nodes", std::to_string(divergence.node), "--vcd-from", std::to_string(from)},
      {},
      "/dev/null",
      "/dev/null"};
  for (const std::string& assignment : options.config.overrides)
    command.arguments.insert(command.arguments.end(), {"--set", assignment});
  if (!options.fault.empty()) command.arguments.insert(command.arguments.end(), {"--fault", options.fault});
  if (!options.rtl_nodes.empty())
    command.arguments.insert(command.arguments.end(), {"--rtl-nodes", options.rtl_nodes});
  if (options.assertions) command.arguments.emplace_back("--assertions");
  const ChildExit exit = run_child(command);
  if (exit.status == kDivergence) {
    print_error("  waveform of the {} cycles before it: {}\n", divergence.cycle - from, file.string());
  } else {
    print_error("  no waveform: the second run ended with exit status {}\n", exit.status);
  }
}

/// Says how it failed, if it did.
int status_of(const Results& results, const RunOptions& options, const std::string& out) {
  if (results.divergence) {
    print_error_text(describe(*results.divergence));
    if (options.wave.file.empty() && out.empty()) {
      print_error_text("  --out FOLDER leaves a waveform of it there\n");
    } else if (options.wave.file.empty()) {
      write_waves_of(*results.divergence, options, out);
    }
    return kDivergence;
  }
  if (results.stall) {
    print_error_text(describe(*results.stall));
    return kDeadlock;
  }
  if (results.deadlock) {
    print_error_text(describe(*results.deadlock));
    return kDeadlock;
  }
  if (!results.failed_check.empty()) return kFailed;
  if (results.interrupted_by != 0) return interrupted_status();
  return results.missed_expectations.empty() ? kGood : kFailed;
}

int run(const RunOptions& options, ConfigDocument& document) {
  const Level& level = level_named("--level", options.level);
  const Experiment experiment = read_experiment(document, *options.config.catalogs);
  require_levels(options.config, {&level}, experiment);
  const DeadlockCheck check = options.config.refuse_unsafe(check_for_deadlock(experiment));
  SimulationOptions simulation;
  simulation.wave = options.wave.read(level, experiment.design);
  simulation.packets = options.packets.read(level, experiment);
  simulation.record = options.packets.read_record(experiment);
  simulation.energy = options.energy.read(level, experiment.design);
  const std::string out = options.timeline.folder_of_run(level, options.out, options.config.file);
  simulation.level = level_options(options, level, experiment.design);
  simulation.planned = planned_cycles(experiment);
  options.page.check();
  // Before the run: a bad path costs no time.
  options.junit.prepare();
  std::optional<OutputFolder> folder;
  if (!out.empty()) folder.emplace(out);
  std::optional<Timeline> timeline = options.timeline.open(experiment.design, out);
  warn_of_large_timeline(timeline, simulation.planned);
  simulation.timeline = timeline ? &*timeline : nullptr;
  if (simulation.wave) prepare_wave_files(simulation.wave->file);
  if (simulation.packets) {
    prepare_file(simulation.packets->file);
    warn_of_large_file(*simulation.packets, experiment, simulation.planned);
  }
  if (!simulation.record.empty()) prepare_file(simulation.record);
  if (const auto& messages = experiment.injection.messages; messages != nullptr && !messages->warning.empty())
    print_error("switchyard: warning: {}\n", messages->warning);
  const RunOrigin origin = origin_of_this_run(options.config.overrides);
  Results results;
  {
    ProgressBar bar;
    simulation.progress = [&](const char* phase, Cycle done, Cycle of) {
      bar.update(phase, done, of, "cycles");
    };
    simulation.warn = [&](const std::string& what) { bar.print("switchyard: warning: " + what); };
    results = simulate(experiment, level, simulation);
  }
  check_fault(simulation.level.fault, results);
  results.check = check;
  print_text(summary(experiment, results));
  print_text(fault_line(simulation.level.fault));
  if (simulation.wave) warn_of_empty_wave(*simulation.wave, results.cycles);
  if (const auto& packets = simulation.packets)
    warn_of_empty_window(PacketChoice::kFileOption, packets->file, packets->from, results.cycles);
  const bool junit_written = report_written([&] {
    options.junit.write(experiment.design.name, run_cases(options.config.file, experiment, results));
  });
  const bool written = out.empty() || report_written([&] {
                         write_report(out, experiment, results, origin);
                         if (counts_rtl_coverage())
                           write_rtl_coverage(std::filesystem::path(out) / "coverage.dat");
                         write_timeline(timeline, out, experiment.design.name);
                         options.page.write(out);
                       });
  const int status = status_of(results, options, out);
  return status == kGood && !(junit_written && written) ? kBadInput : status;
}

/// Errors: std::invalid_argument if an option is only for networks.
int run_as_platform(const RunOptions& options, const CLI::App& command, ConfigDocument& document) {
  for (const char* name :
       {"--rtl-nodes", "--assertions", "--fault", PacketChoice::kFileOption, EnergyChoice::kOption}) {
    if (command.count(name) != 0)
      throw std::invalid_argument(std::string(name) + " is for networks, and " + options.config.file +
                                  " is a platform");
  }
  options.page.check();
  const int status =
      run_platform({options.config, options.level, options.out, options.wave, options.timeline,
                    threads_of(options), options.packets.read_record_of_platform(), options.junit},
                   document);
  return report_written([&] { options.page.write(options.out); }) || status != kGood ? status : kBadInput;
}

}  // namespace

void add_run_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Run a configuration, of a network or of a platform, and report its figures");
  options->config.add_to(*command, catalogs);
  options->config.add_allow_unsafe_to(*command);
  command
      ->add_option("--level", options->level,
                   "fast, clocked, lockstep, rtl or rtl_router: every one of these gives the same event "
                   "hash; or approximate")
      ->type_name("LEVEL")
      ->capture_default_str();
  CLI::Option* out =
      command
          ->add_option("--out", options->out,
                       "Folder for results.json, manifest.json, config.yaml, channels.csv, nodes.csv and, "
                       "with central queues, queues.csv")
          ->check(a_name())
          ->type_name("FOLDER");
  options->page.add_to(*command, out);
  options->junit.add_to(*command);
  options->wave.add_to(*command);
  options->packets.add_to(*command);
  options->timeline.add_to(*command);
  options->energy.add_to(*command);
  command
      ->add_option("--rtl-nodes", options->rtl_nodes,
                   "With --level rtl_router: only these nodes in RTL, e.g. 0,5,7-9 (default: all)")
      ->check(a_name());
  command->add_flag(
      "--assertions", options->assertions,
      "With --level rtl_router: check the assertions of the RTL, which takes half as long again");
  command
      ->add_option("--threads", options->threads,
                   "With --level fast: threads for the routers of a large network, by default one for each "
                   "core (the result is the same)")
      ->transform(whole_number(1, 1024));
  command
      ->add_option(
          "--fault", options->fault,
          "Spoil an RTL block from a cycle on, e.g. router_5.allocator_2@1000, with --level "
          "rtl_router what leaves a port, router_5.vc_router_2@1000, to see what a divergence looks like")
      ->check(a_name());
  command->callback([command, options, &status] {
    hand_over_to_rtl({options->level});
    ConfigDocument document = options->config.open();  // Once, as it may be a pipe.
    status = has_platform(document) ? run_as_platform(*options, *command, document) : run(*options, document);
  });
}

}  // namespace switchyard
