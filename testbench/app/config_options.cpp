#include "testbench/app/config_options.h"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/design/verdict.h"
#include "testbench/platform/platform_network.h"

namespace switchyard {

void ConfigOptions::add_to(CLI::App& command) {
  command.add_option("config", file, "YAML file that describes the network and the run")->required();
  add_overrides_to(command);
}

void ConfigOptions::add_overrides_to(CLI::App& command) {
  command
      .add_option("--set", overrides,
                  "Override one value, e.g. --set router.input_depth=16; null removes it (may be repeated)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

void ConfigOptions::add_allow_unsafe_to(CLI::App& command) {
  command.add_flag("--allow-unsafe", allow_unsafe,
                   "Run even if `switchyard check` says that it may deadlock");
}

void ConfigOptions::refuse_unsafe(const Design& design) const {
  constexpr std::size_t kMostStates = std::size_t{1} << 25;  // Some two seconds.
  if (allow_unsafe) return;
  if (ResourceSpace(*design.topology, design.lanes).size() * design.topology->node_count() > kMostStates) {
    fmt::print(stderr, "{}: too large to be checked for deadlock at every run; `switchyard check` does it\n",
               file);
    return;
  }
  const DeadlockVerdict verdict = verdict_of(design);
  if (verdict.kind != DeadlockVerdict::Kind::Unsafe) return;
  throw std::invalid_argument(file + " may deadlock: " + verdict.reason +
                              "; `switchyard check` shows how, --allow-unsafe runs it");
}

ConfigDocument ConfigOptions::open() const {
  ConfigDocument document = ConfigDocument::from_file(file);
  for (const std::string& assignment : overrides) document.set(assignment);
  return document;
}

Experiment ConfigOptions::read() const {
  ConfigDocument document = open();
  if (has_platform(document))
    throw std::invalid_argument(file + " is a platform, which `run`, `sweep`, `check` and `show` take");
  return read_experiment(document, standard_catalogs());
}

Experiment ConfigOptions::read_network() const {
  ConfigDocument document = open();
  if (has_platform(document))
    return network_of(read_platform_experiment(document, standard_catalogs().hardware));
  return read_experiment(document, standard_catalogs());
}

}  // namespace switchyard
