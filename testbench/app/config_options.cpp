#include "testbench/app/config_options.h"

namespace switchyard {

void ConfigOptions::add_to(CLI::App& command) {
  command.add_option("config", file, "YAML file that describes the network and the run")->required();
  command
      .add_option("--set", overrides,
                  "Override one value, e.g. --set router.input_depth=16 (may be repeated)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

Experiment ConfigOptions::read() const {
  ConfigDocument document = ConfigDocument::from_file(file);
  for (const std::string& assignment : overrides) document.set(assignment);
  return read_experiment(document, standard_catalogs());
}

}  // namespace switchyard
