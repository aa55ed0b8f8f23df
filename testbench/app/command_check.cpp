#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <sstream>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/file/pending_file.h"
#include "testbench/run/deadlock_trace.h"
#include "testbench/run/design_check.h"

namespace switchyard {
namespace {

struct CheckOptions {
  ConfigOptions config;
  std::string dot;
  std::string trace;
  bool json = false;
};

std::optional<Deadlock> write_trace(const CheckOptions& options, const Experiment& experiment,
                                    const DeadlockVerdict& verdict) {
  if (verdict.cycle.empty())
    throw std::invalid_argument("--trace: the verdict is " + std::string(name_of(verdict.kind)) +
                                ", there is no deadlock to write");
  std::optional<Deadlock> reached = write_deadlock_trace(experiment, verdict, options.trace);
  if (!reached)
    fmt::print(stderr,
               "switchyard: note: no deadlock was reached: the packets of {} have other ways, or wait for a "
               "fault to end\n",
               options.trace);
  return reached;
}

int check(const CheckOptions& options) {
  const Experiment experiment = options.config.read_network();
  DesignCheck check = check_design(experiment.design);
  if (!options.dot.empty()) {
    std::ostringstream graph;
    write_dependencies(graph, experiment.design, check.verdict);
    write_file(options.dot, graph.str());
  }
  if (!options.trace.empty()) check.reached = write_trace(options, experiment, check.verdict);
  fmt::print("{}", options.json ? to_json(experiment, check) : to_text(experiment, check));
  const std::optional<std::string> missed = missed_pairs(experiment.expect, check.unreachable);
  if (missed) fmt::print(stderr, "{}\n", *missed);
  if (as_expected(experiment.expect, check.verdict)) return missed ? kFailed : kGood;
  if (experiment.expect.verdict) {
    fmt::print(stderr, "expect.verdict = {}, but the verdict is {}\n", *experiment.expect.verdict,
               name_of(check.verdict.kind));
  }
  return kFailed;
}

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Prove that a network cannot deadlock, or show which packets could");
  options->config.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON");
  command
      ->add_option("--dot", options->dot, "Write which lane may wait for which, for Graphviz; a cycle is red")
      ->type_name("FILE");
  command
      ->add_option(
          "--trace", options->trace,
          "Write FOLDER/deadlock.yaml, a workload whose packets run into a deadlock, and print that; run "
          "it with --allow-unsafe")
      ->type_name("FOLDER");
  command->footer(
      "Exit status: 0 if the verdict is safe, or what `expect.verdict` of the configuration says, and "
      "if all pairs of nodes are connected, or as many are not as `expect.unreachable_pairs` says; 1 if "
      "not.");
  command->callback([options, &status] { status = check(*options); });
}

}  // namespace switchyard
