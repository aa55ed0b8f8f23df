#include <fmt/format.h>

#include <memory>
#include <string>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/file/print.h"
#include "testbench/platform/platform_config.h"

namespace switchyard {
namespace {

std::string summary(const Design& design) {
  return fmt::format("{} nodes, {}{}", design.topology->node_count(), design.router.kind,
                     design.routing == nullptr ? "" : ", " + design.routing_kind + " routing");
}

std::string summary(const PlatformExperiment& experiment) {
  const PlatformConfig& platform = experiment.platform;
  return fmt::format("{}; {} masters, {} memories, {} tasks", summary(experiment.design),
                     platform.masters.size(), platform.memories.size(), platform.tasks.size());
}

int validate(const ConfigOptions& options) {
  ConfigDocument document = options.open();
  const std::string found = has_platform(document)
                                ? summary(read_platform_experiment(document, options.catalogs->hardware))
                                : summary(read_experiment(document, *options.catalogs).design);
  print_out("{}: good: {}\n", options.file, found);
  return kGood;
}

}  // namespace

void add_validate_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<ConfigOptions>();
  CLI::App* command = app.add_subcommand(
      "validate", "Check a configuration, of a run or of a platform, and report all of its faults");
  options->add_to(*command, catalogs);
  command->callback([options, &status] { status = validate(*options); });
}

}  // namespace switchyard
