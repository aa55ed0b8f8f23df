#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/junit_choice.h"
#include "testbench/app/path_option.h"
#include "testbench/experiment/deadlock_check.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/inspect/deadlock_trace.h"
#include "testbench/inspect/design_check.h"
#include "testbench/run/progress.h"

namespace switchyard {
namespace {

struct CheckOptions {
  ConfigOptions config;
  std::string dot;
  std::string trace;
  bool json = false;
  JunitChoice junit;
};

void write_trace(const CheckOptions& options, const Experiment& experiment, DesignCheck& check) {
  if (check.verdict.cycle.empty())
    throw std::invalid_argument("--trace: the verdict is " + std::string(name_of(check.verdict.kind)) +
                                ", there is no deadlock to write");
  check.trace = options.trace;
  check.reached = write_deadlock_trace(experiment, check.verdict, options.trace);
  if (check.reached) return;
  print_error(
      "switchyard: note: no deadlock was reached: the packets of {} have other paths, or wait for a "
      "fault to end\n",
      options.trace);
}

void write_drawing(const CheckOptions& options, const Experiment& experiment, DesignCheck& check) {
  std::ostringstream graph;
  check.drawn = write_dependencies(graph, experiment.design, check.verdict);
  write_file(options.dot, graph.str());
  check.drawing = options.dot;
}

/// What is wrong with the verdict; nothing if it is as it should be.
std::optional<std::string> fault_of(const Expectations& expect, const DeadlockVerdict& verdict) {
  if (as_expected(expect, verdict)) return std::nullopt;
  if (auto missed = missed_verdict(expect, verdict.kind)) return missed;
  return "the network may deadlock; a file that means it to says so: expect.verdict: unsafe";
}

JunitCase case_of(const CheckOptions& options, const char* name, const std::optional<std::string>& fault) {
  using Outcome = JunitCase::Outcome;
  return {options.config.file, name, 0, fault ? Outcome::Failed : Outcome::Passed, fault.value_or(""), {}};
}

int check(const CheckOptions& options) {
  const Experiment experiment = options.config.read_network();
  options.junit.prepare();
  if (!options.dot.empty()) prepare_file(options.dot);
  if (!options.trace.empty()) prepare_file(std::filesystem::path(options.trace) / "deadlock.yaml");
  DesignCheck check;
  {
    ProgressBar bar;
    check = check_design(experiment, [&](const char* phase, NodeId done, NodeId of) {
      bar.update(phase, done, of, "destinations");
    });
  }
  if (!options.dot.empty()) write_drawing(options, experiment, check);
  if (!options.trace.empty()) write_trace(options, experiment, check);
  print_text(options.json ? to_json(experiment, check) : to_text(experiment, check));
  const std::optional<std::string> unreachable = missed_pairs(experiment.expect, check.unreachable);
  const std::optional<std::string> verdict = fault_of(experiment.expect, check.verdict);
  for (const auto& fault : {unreachable, verdict}) {
    if (fault) print_error("{}\n", *fault);
  }
  options.junit.write(experiment.design.name,
                      {case_of(options, "verdict", verdict), case_of(options, "connected", unreachable)});
  return unreachable || verdict ? kFailed : kGood;
}

}  // namespace

void add_check_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Prove that a network cannot deadlock, or show which packets could");
  options->config.add_to(*command, catalogs);
  command->add_flag("--json", options->json, "Print JSON");
  options->junit.add_to(*command);
  command
      ->add_option("--dot", options->dot,
                   "Write which VC may wait for which, for Graphviz; of a large network the cycle, which is "
                   "red, and what is around it")
      ->check(a_name())
      ->type_name("FILE");
  command
      ->add_option(
          "--trace", options->trace,
          "Write FOLDER/deadlock.yaml and deadlock.csv, a workload whose packets run into a deadlock, and "
          "print that; run it with --allow-unsafe")
      ->check(a_name())
      ->type_name("FOLDER");
  command->footer(
      "Exit status: 0 if the verdict is safe, or what `expect.verdict` of the configuration says, and "
      "if all pairs of nodes are connected, or as many are not as `expect.unreachable_pairs` says; 1 if "
      "not.");
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace switchyard
