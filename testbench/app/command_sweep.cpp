#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>

#include "hw/topology/metrics.h"
#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/level_option.h"
#include "testbench/run/level.h"
#include "testbench/sweep/sweep.h"

namespace switchyard {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 good, and so are runs that are not stable or miss what the file expects;\n"
    "1 a run failed; 2 bad input; 3 deadlock.";

struct SweepOptions {
  std::vector<std::string> files;
  ConfigOptions config;
  std::vector<std::string> over;
  std::string level = "fast";
  std::string out;
  std::string picture_per;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool saturation = false;
  std::string tolerance = "0.005";
};

/// `by` sets the value of the path for every run.
void refuse_override(const ConfigOptions& config, const std::string& path, const std::string& by) {
  for (const std::string& assignment : config.overrides) {
    if (assignment.rfind(path + "=", 0) == 0)
      throw std::invalid_argument(fmt::format("--set {} would be overridden by {}", assignment, by));
  }
}

/// Several files are an axis too: the first.
std::vector<SweepAxis> parse_axes(const SweepOptions& options) {
  std::vector<SweepAxis> axes;
  if (options.files.size() > 1) axes.push_back({kConfigAxis, options.files});
  for (const std::string& text : options.over) {
    SweepAxis axis = parse_sweep_axis(text);
    const auto same_path = [&](const SweepAxis& other) { return other.path == axis.path; };
    if (std::any_of(axes.begin(), axes.end(), same_path)) {
      throw std::invalid_argument(fmt::format("--over {} is given twice", axis.path));
    }
    if (options.saturation && axis.path == "traffic.load") {
      throw std::invalid_argument("--over traffic.load contradicts --saturation, which searches it");
    }
    refuse_override(options.config, axis.path, "--over " + axis.path);
    axes.push_back(std::move(axis));
  }
  if (options.saturation) refuse_override(options.config, "traffic.load", "--saturation");
  const bool nothing_to_do = axes.empty() && !options.saturation;
  if (nothing_to_do) throw std::invalid_argument("a sweep needs --over or --saturation");
  return axes;
}

Decimal parse_tolerance(const std::string& text) {
  const auto tolerance = Decimal::parse(text);
  if (tolerance && *tolerance > Decimal{} && *tolerance <= Decimal{Decimal::kOne}) return *tolerance;
  throw std::invalid_argument(
      fmt::format("--tolerance {} is not a decimal number above 0 and up to 1", text));
}

/// The experiment of one combination. Errors: ConfigError.
Experiment read(const SweepOptions& options, const std::vector<SweepAxis>& axes,
                const std::vector<std::string>& values) {
  const SweepCase point = case_of(options.files.front(), axes, values);
  ConfigOptions config = options.config;
  config.file = point.config;
  config.overrides.insert(config.overrides.end(), point.overrides.begin(), point.overrides.end());
  Experiment experiment = config.read();
  require_levels(config.file, {&level_named("--level", options.level)}, experiment.design);
  return experiment;
}

/// Capacity of every combination, all of which must be good and have a load to search.
std::vector<double> capacities_of(const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  std::vector<double> capacities;
  for (const std::vector<std::string>& values : combinations(axes)) {
    const Experiment experiment = read(options, axes, values);
    if (experiment.injection.finite) {
      throw std::invalid_argument(
          "--saturation searches traffic.load, but this configuration runs a workload");
    }
    capacities.push_back(measure(*experiment.design.topology, experiment.design.half_duplex).capacity);
  }
  return capacities;
}

/// The names of the configurations, each of which must be good with the first value of every axis.
std::string title_of(const SweepOptions& options, const std::vector<SweepAxis>& axes) {
  std::vector<std::string> names;
  std::vector<std::string> values = combinations(axes).front();
  for (const std::string& file : options.files) {
    if (options.files.size() > 1) values.front() = file;
    const std::string name = read(options, axes, values).design.name;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void require_axis(const std::string& path, const std::vector<SweepAxis>& axes) {
  const auto named = [&](const SweepAxis& axis) { return axis.path == path; };
  if (std::none_of(axes.begin(), axes.end(), named)) {
    throw std::invalid_argument(fmt::format("--picture-per {} is not an axis of the sweep", path));
  }
  if (axes.size() == 1) {
    throw std::invalid_argument(fmt::format("--picture-per {} leaves no axis to draw", path));
  }
}

/// All that can be wrong with the command line or the file is found before the first run, and before any file
/// is made.
int run_sweep(const SweepOptions& options) {
  const std::vector<SweepAxis> axes = parse_axes(options);
  const Decimal tolerance = parse_tolerance(options.tolerance);
  if (!options.picture_per.empty()) require_axis(options.picture_per, axes);
  const Sweep sweep{title_of(options, axes),
                    options.files.front(),
                    axes,
                    PointRunner(options.level, options.config.overrides, options.config.allow_unsafe),
                    options.jobs,
                    options.out,
                    options.picture_per};
  return options.saturation ? search_saturation(sweep, tolerance, capacities_of(options, axes))
                            : sweep_points(sweep);
}

}  // namespace

void add_sweep_command(CLI::App& app, int& status) {
  auto options = std::make_shared<SweepOptions>();
  CLI::App* command =
      app.add_subcommand("sweep", "Run a configuration over ranges of values, or find its saturation load");
  command->footer(kFooter);
  std::vector<std::string> level_names;
  for (const Level& level : levels()) level_names.push_back(level.name);

  command
      ->add_option("config", options->files,
                   "YAML files, each of which describes a network and a run; several: an axis")
      ->required();
  options->config.add_overrides_to(*command);
  options->config.add_allow_unsafe_to(*command);
  command
      ->add_option("--over", options->over,
                   "An axis: PATH=FROM:TO:STEP or PATH=VALUE,VALUE,... (may be repeated)")
      ->type_name("AXIS")
      ->allow_extra_args(false);
  command->add_option("--out", options->out, "Folder for sweep.csv, its plot, and the report of every run")
      ->required();
  CLI::Option* picture_per =
      command->add_option("--picture-per", options->picture_per, "Draw a picture for each value of this axis")
          ->type_name("PATH");
  command->add_option("-j,--jobs", options->jobs, "Runs at a time")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command->add_option("--level", options->level, "As for `run`")
      ->check(CLI::IsMember(level_names))
      ->capture_default_str();
  CLI::Option* saturation =
      command
          ->add_flag("--saturation", options->saturation,
                     "Find the largest stable traffic.load of every combination by bisection")
          ->excludes(picture_per);
  command->add_option("--tolerance", options->tolerance, "Step of the loads that --saturation tells apart")
      ->needs(saturation)
      ->capture_default_str();
  command->callback([options, &status] { status = run_sweep(*options); });
}

}  // namespace switchyard
