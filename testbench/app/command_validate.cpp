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
    fmt::print("{}: good: {} nodes, {}, {} routing\n", options->file,
               experiment.design.topology->node_count(), experiment.design.router_kind,
               experiment.design.routing_kind);
    status = kGood;
  });
}

}  // namespace switchyard
