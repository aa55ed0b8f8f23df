#include <fmt/format.h>

#include <memory>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"

namespace switchyard {

void add_validate_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* command = app.add_subcommand("validate", "Check a configuration and report all of its faults");
  options->add_to(*command);
  command->callback([options, &status] {
    const Experiment experiment = options->read();
    const Design& design = experiment.design;
    fmt::print("{}: good: {} nodes, {}{}\n", options->file, design.topology->node_count(), design.router_kind,
               design.routing == nullptr ? "" : ", " + design.routing_kind + " routing");
    status = kGood;
  });
}

}  // namespace switchyard
