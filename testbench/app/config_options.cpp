#include "testbench/app/config_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "testbench/file/print.h"
#include "testbench/platform/platform_network.h"

namespace switchyard {

void ConfigOptions::add_to(CLI::App& command, const Catalogs& of) {
  command.add_option("config", file, "YAML file that describes the network and the run")->required();
  add_overrides_to(command, of);
}

void ConfigOptions::add_overrides_to(CLI::App& command, const Catalogs& of) {
  catalogs = &of;
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

DeadlockCheck ConfigOptions::refuse_unsafe(DeadlockCheck check) const {
  if (allow_unsafe) return check;
  if (!check.verdict)
    print_error("{}: too large to be checked for deadlock at every run; `switchyard check` does it\n", file);
  if (check.unsafe())
    throw std::invalid_argument(file + " may deadlock: " + check.reason +
                                "; `switchyard check` shows how, --allow-unsafe runs it");
  return check;
}

const std::string* ConfigOptions::override_of(const std::string& path) const {
  const auto sets_it = [&](const std::string& assignment) { return assignment.starts_with(path + "="); };
  const auto found = std::find_if(overrides.begin(), overrides.end(), sets_it);
  return found == overrides.end() ? nullptr : &*found;
}

ConfigDocument ConfigOptions::open() const {
  ConfigDocument document = ConfigDocument::from_file(file);
  for (const std::string& assignment : overrides) document.set(assignment);
  return document;
}

void ConfigOptions::refuse(const std::string& path, const std::string& why) const {
  ConfigDocument document = open();
  ConfigNode setting = document.root();
  std::istringstream keys(path);
  for (std::string key; std::getline(keys, key, '.');) setting = setting.child(key);
  setting.fail(why);
  document.root().ignore();
  document.finish();
}

Experiment ConfigOptions::read() const {
  ConfigDocument document = open();
  if (has_platform(document))
    throw std::invalid_argument(file + " is a platform, which `run`, `sweep`, `check` and `show` take");
  return read_experiment(document, *catalogs);
}

Experiment ConfigOptions::read_network() const {
  ConfigDocument document = open();
  if (has_platform(document))
    return network_of(read_platform_experiment(document, catalogs->hardware), catalogs->machines);
  return read_experiment(document, *catalogs);
}

}  // namespace switchyard
