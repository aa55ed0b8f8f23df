#include "testbench/app/check_combinations.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>

#include "hw/topology/metrics.h"
#include "testbench/app/level_option.h"
#include "testbench/experiment/machine.h"
#include "testbench/file/print.h"
#include "testbench/platform/platform_config.h"
#include "testbench/run/progress.h"
#include "testbench/sweep/parallel.h"

namespace switchyard {
namespace {

/// What one combination is, or what is wrong with it.
struct Checked {
  std::string name;
  std::string config;
  std::string network;  ///< See network_of().
  std::vector<std::filesystem::path> files;
  std::string figures;  ///< What its figures are of.
  LoadBounds bounds;
  bool finite = false;
  std::vector<std::string> faults;
};

/// The part of a configuration that decides whether the network may deadlock: the same text, the same
/// verdict. Seeds choose faulty links, and nothing else of the network; of traffic its classes may matter.
std::string network_of(ConfigDocument document) {
  std::vector<std::string> others{"name", "workload", "measure", "expect", "clock", "flit"};
  if (!document.root().has("faults")) others.emplace_back("seed");
  const ConfigNode traffic = document.root().child("traffic");
  const bool has_classes = traffic.is_map() && traffic.has("classes");
  if (!has_classes) others.emplace_back("traffic");
  if (has_classes && traffic.has("load")) document.set("traffic.load=null");
  for (const std::string& key : others) {
    if (document.root().has(key)) document.set(key + "=null");
  }
  return document.directory().string() + '\n' + document.to_yaml();
}

/// One of each fault of a ConfigError, with its source line and caret.
std::vector<std::string> faults_of(const ConfigError& error) {
  std::vector<std::string> faults;
  std::istringstream lines(error.what());
  for (std::string line; std::getline(lines, line);) {
    const bool goes_on = line.starts_with(' ') && !faults.empty();
    if (goes_on) {
      faults.back() += '\n' + line;
    } else {
      faults.push_back(line);
    }
  }
  return faults;
}

/// What is wrong with each network, however many combinations it is in. Safe to share by threads.
class Networks {
 public:
  /// True for the first that asks: it is the one to find out.
  bool is_new(const std::string& network) {
    const std::lock_guard lock(mutex_);
    return faults_.emplace(network, "").second;
  }
  void refuse(const std::string& network, const std::string& fault) {
    const std::lock_guard lock(mutex_);
    faults_[network] = fault;
  }
  /// Empty if it may run. Once all have been found out.
  const std::string& fault_of(const std::string& network) { return faults_[network]; }

 private:
  std::mutex mutex_;
  std::map<std::string, std::string> faults_;
};

std::string error_line(const std::invalid_argument& error) {
  return std::string("switchyard: error: ") + error.what();
}

void judge(const std::string& network, const ConfigOptions& options, const Experiment& experiment,
           Networks& networks) {
  try {
    const DeadlockCheck check = options.refuse_unsafe(check_for_deadlock(experiment));
    if (check.unsafe()) print_error("switchyard: note: {} may deadlock: {}\n", options.file, check.reason);
  } catch (const std::invalid_argument& error) {
    networks.refuse(network, error_line(error));
  }
}

/// A table and a picture of a sweep have columns and axes for one of these.
std::string figures_of(const Experiment& experiment, bool is_platform) {
  if (is_platform) return "a platform";
  if (const Machine* machine = experiment.injection.machine) return machine->words().run;
  return "the packets of a network";
}

Checked check(const ConfigOptions& options, const Level& level, bool with_bounds, Networks& networks) {
  Checked checked;
  try {
    const Experiment experiment = options.read_network();
    require_levels(options, {&level}, experiment);
    ConfigDocument document = options.open();
    const bool has_name = document.root().has("name");
    checked.figures = figures_of(experiment, has_platform(document));
    checked.files = experiment.files;
    checked.name = has_name ? experiment.design.name : std::filesystem::path(options.file).stem().string();
    checked.config = experiment.config;
    checked.network = network_of(std::move(document));
    checked.finite = experiment.injection.finite;
    if (with_bounds)
      checked.bounds =
          load_bounds(experiment, measure(*experiment.design.topology, experiment.design.half_duplex()));
    if (networks.is_new(checked.network)) judge(checked.network, options, experiment, networks);
  } catch (const ConfigError& error) {
    checked.faults = faults_of(error);
  } catch (const std::invalid_argument& error) {
    checked.faults.push_back(error_line(error));
  }
  return checked;
}

std::string all_faults(const std::vector<Checked>& checked, const std::vector<std::string>& combinations) {
  struct Fault {
    std::string text;
    std::size_t first;  ///< Combination.
    std::size_t count;
  };
  std::vector<Fault> faults;
  for (std::size_t i = 0; i < checked.size(); ++i) {
    for (const std::string& text : checked[i].faults) {
      const auto known =
          std::find_if(faults.begin(), faults.end(), [&](const Fault& fault) { return fault.text == text; });
      if (known == faults.end()) {
        faults.push_back({text, i, 1});
      } else {
        ++known->count;
      }
    }
  }
  std::vector<std::string> lines;
  for (const Fault& fault : faults) {
    lines.push_back(fault.text);
    if (fault.count == checked.size()) continue;
    lines.push_back(fmt::format("  in {}{}", combinations[fault.first],
                                fault.count == 1 ? "" : fmt::format(" and {} more", fault.count - 1)));
  }
  return fmt::format("{}", fmt::join(lines, "\n"));
}

}  // namespace

ConfigOptions options_of(const ConfigOptions& options, const SweepCase& point) {
  ConfigOptions own = options;
  own.file = point.config;
  own.overrides.insert(own.overrides.end(), point.overrides.begin(), point.overrides.end());
  return own;
}

Combinations check_combinations(const ConfigOptions& options, const std::string& config,
                                const std::vector<SweepAxis>& axes, const Level& level, std::size_t jobs,
                                bool with_bounds) {
  const std::vector<std::vector<std::string>> rows = combinations(axes);
  std::vector<Checked> checked(rows.size());
  Networks networks;
  {
    ProgressBar bar;
    std::mutex bar_mutex;
    std::size_t done = 0;
    bar.update("check", 0, rows.size(), "points");
    for_each_parallel(rows.size(), jobs, [&](std::size_t i) {
      checked[i] = check(options_of(options, case_of(config, axes, rows[i])), level, with_bounds, networks);
      const std::lock_guard lock(bar_mutex);
      bar.update("check", ++done, rows.size(), "points");
    });
  }

  for (Checked& combination : checked) {
    const std::string& fault = networks.fault_of(combination.network);
    if (!fault.empty()) combination.faults.push_back(fault);
  }
  for (Checked& combination : checked) {
    if (combination.faults.empty() && !checked.front().figures.empty() &&
        combination.figures != checked.front().figures)
      combination.faults.push_back(
          fmt::format("switchyard: error: one table cannot hold the figures of {} and of {}",
                      checked.front().figures, combination.figures));
  }
  std::vector<std::string> names;
  for (const std::vector<std::string>& values : rows)
    names.push_back(fmt::format("{}", fmt::join(assignments(axes, values), ", ")));
  const std::string faults = all_faults(checked, names);
  if (!faults.empty()) throw ConfigError(faults);

  Combinations result{};
  for (const Checked& combination : checked) {
    if (std::find(result.names.begin(), result.names.end(), combination.name) == result.names.end())
      result.names.push_back(combination.name);
    result.configs.push_back(combination.config);
    result.files.push_back(combination.files);
    if (with_bounds) result.bounds.push_back(combination.bounds);
    result.any_finite = result.any_finite || combination.finite;
  }
  return result;
}

}  // namespace switchyard
