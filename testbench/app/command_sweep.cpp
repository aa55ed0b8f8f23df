#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>

#include "testbench/app/check_combinations.h"
#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/junit_choice.h"
#include "testbench/app/level_option.h"
#include "testbench/app/page_choice.h"
#include "testbench/app/path_option.h"
#include "testbench/app/report_written.h"
#include "testbench/app/rtl_program.h"
#include "testbench/app/run_origin.h"
#include "testbench/app/sweep_estimates.h"
#include "testbench/app/whole_number.h"
#include "testbench/engine/level.h"
#include "testbench/slurm/slurm_place.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep.h"

namespace switchyard {
namespace {

constexpr const char* kFooter =
    "Exit status: 0 good, and so are runs that are not stable or miss what the file expects;\n"
    "1 a run failed; 2 bad input; 3 deadlock; 130 or 143 interrupted.";

struct SweepOptions {
  std::vector<std::string> files;
  ConfigOptions config;
  std::vector<std::string> over;
  std::string level = "fast";
  std::string out;
  std::string picture_per;
  PageChoice page;
  JunitChoice junit;
  std::optional<std::size_t> jobs;
  std::string on;
  SlurmLimits slurm;
  bool saturation = false;
  bool resume = false;
  std::optional<std::uint64_t> seeds;
  std::string tolerance = "0.005";
};

/// `by` sets the value of the path for every run.
void refuse_override(const ConfigOptions& config, const std::string& path, const std::string& by) {
  if (const std::string* assignment = config.override_of(path))
    throw std::invalid_argument(fmt::format("--set {} would be overridden by {}", *assignment, by));
}

void refuse_files_given_twice(const std::vector<std::string>& files) {
  std::map<std::filesystem::path, std::string> seen;
  for (const std::string& file : files) {
    const auto [first, is_new] = seen.emplace(std::filesystem::weakly_canonical(file), file);
    if (is_new) continue;
    throw std::invalid_argument(first->second == file
                                    ? fmt::format("{} is given twice", file)
                                    : fmt::format("{} and {} are the same file", first->second, file));
  }
}

/// Several files are an axis too: the first.
std::vector<SweepAxis> parse_axes(const SweepOptions& options) {
  std::vector<SweepAxis> axes;
  refuse_files_given_twice(options.files);
  if (options.files.size() > 1) axes.push_back({kConfigAxis, options.files});
  for (const std::string& text : options.over) {
    SweepAxis axis = parse_sweep_axis(text);
    if (options.seeds && axis.path == kSeedAxis)
      throw std::invalid_argument("--over seed contradicts --seeds, which says what seeds there are");
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
  if (options.seeds) {
    refuse_override(options.config, kSeedAxis, "--seeds");
    axes.insert(axes.begin(),
                seed_axis(*options.seeds));  // More seeds later, with --resume, leave the points.
  }
  const bool nothing_to_do = axes.empty() && !options.saturation;
  if (nothing_to_do) throw std::invalid_argument("a sweep needs --over, --seeds or --saturation");
  return axes;
}

Decimal parse_tolerance(const std::string& text) {
  const auto tolerance = Decimal::parse(text);
  if (tolerance && *tolerance > Decimal{} && *tolerance <= Decimal{Decimal::kOne}) return *tolerance;
  throw std::invalid_argument(
      fmt::format("--tolerance {} is not a decimal number above 0 and up to 1", text));
}

/// The names of the networks, or how many they are.
std::string title_of(const std::vector<std::string>& names) {
  constexpr std::size_t kMaxLetters = 80;
  const std::string all = fmt::format("{}", fmt::join(names, ", "));
  return all.size() <= kMaxLetters || names.size() == 1 ? all : fmt::format("{} networks", names.size());
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

std::unique_ptr<PointPlace> place_of(const SweepOptions& options, std::size_t jobs,
                                     const std::string& title) {
  if (options.on.empty()) return std::make_unique<ThisMachine>(jobs);
  SlurmLimits limits = options.slurm;
  limits.at_a_time = options.jobs.value_or(0);
  return std::make_unique<SlurmPlace>(title, limits);
}

/// All that can be wrong with the command line or the files is found before the first run, and before any
/// file is made.
int run_sweep(const SweepOptions& options) {
  const std::size_t jobs = options.jobs.value_or(std::max(1U, std::thread::hardware_concurrency()));
  std::vector<SweepAxis> axes = parse_axes(options);
  const Decimal tolerance = parse_tolerance(options.tolerance);
  if (!options.picture_per.empty()) require_axis(options.picture_per, axes);
  place_loads(options.config, options.files.front(), axes, jobs);
  const Combinations checked = check_combinations(options.config, options.files.front(), axes,
                                                  level_named("--level", options.level), jobs,
                                                  /*with_bounds=*/options.saturation);
  if (options.saturation && checked.any_finite)
    throw std::invalid_argument(
        "--saturation searches traffic.load, but this configuration runs a workload or a platform");
  const std::unique_ptr<PointPlace> place = place_of(options, jobs, title_of(checked.names));
  const Sweep sweep{title_of(checked.names),
                    options.files.front(),
                    axes,
                    checked.configs,
                    checked.files,
                    estimate_curves(options.config, options.files.front(), axes, jobs),
                    PointRunner(options.level, options.config.overrides, {"--allow-unsafe"},
                                options.config.catalogs->machines,
                                std::filesystem::read_symlink("/proc/self/exe").string()),
                    jobs,
                    place.get(),
                    options.out,
                    options.picture_per,
                    origin_of_this_run({}).commit,
                    options.junit.file,
                    options.resume};
  options.page.check();
  options.junit.prepare();
  const int status =
      options.saturation ? search_saturation(sweep, tolerance, checked.bounds) : sweep_points(sweep);
  return report_written([&] { options.page.write(options.out); }) || status != kGood ? status : kBadInput;
}

}  // namespace

void add_sweep_command(CLI::App& app, const Catalogs& catalogs, int& status) {
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
  options->config.add_overrides_to(*command, catalogs);
  options->config.add_allow_unsafe_to(*command);
  command
      ->add_option("--over", options->over,
                   "An axis: PATH=FROM:TO:STEP or PATH=VALUE,VALUE,..., or traffic.load=estimated:N, so many "
                   "loads where `estimate` finds them worth a run (may be repeated)")
      ->type_name("AXIS")
      ->allow_extra_args(false);
  CLI::Option* out =
      command
          ->add_option("--out", options->out, "Folder for sweep.csv, its plot, and the report of every run")
          ->check(a_name())
          ->type_name("FOLDER")
          ->required();
  options->page.add_to(*command, out);
  options->junit.add_to(*command);
  command
      ->add_option("--seeds", options->seeds,
                   "Run each combination with seeds 1 to N, and give the means over them")
      ->transform(whole_number(1, 10'000));
  CLI::Option* picture_per =
      command->add_option("--picture-per", options->picture_per, "Draw a picture for each value of this axis")
          ->type_name("PATH");
  command
      ->add_option(
          "-j,--jobs", options->jobs,
          "Runs at a time, by default one for each core; with --on slurm tasks, by default as many as "
          "there is room for")
      ->transform(whole_number(1, 1024));
  command->add_option("--level", options->level, "As for `run`")
      ->check(CLI::IsMember(level_names))
      ->type_name("LEVEL")
      ->capture_default_str();
  command->add_flag("--resume", options->resume,
                    "Take over the runs that an earlier, interrupted sweep has left in the folder");
  CLI::Option* saturation =
      command
          ->add_flag("--saturation", options->saturation,
                     "Find the largest stable traffic.load of every combination by bisection")
          ->excludes(picture_per);
  CLI::Option* on = command
                        ->add_option("--on", options->on,
                                     "Where the points run, if not here: slurm, as tasks of a job array, in "
                                     "folders that its machines share with this one")
                        ->check(CLI::IsMember({"slurm"}))
                        ->type_name("PLACE")
                        ->excludes(saturation);
  command
      ->add_option(
          "--points-per-task", options->slurm.points_per_task,
          "With --on: points that a task runs, one after the other; by default so many that there are "
          "100 tasks or fewer")
      ->transform(whole_number(1, 1'000'000))
      ->needs(on);
  command->add_option("--time", options->slurm.time, "With --on: limit of a task, as of sbatch: 2:00:00")
      ->check(a_name())
      ->type_name("LIMIT")
      ->needs(on);
  command->add_option("--memory", options->slurm.memory, "With --on: limit of a task, as of sbatch --mem: 4G")
      ->check(a_name())
      ->type_name("LIMIT")
      ->needs(on);
  command
      ->add_option("--sbatch", options->slurm.options,
                   "With --on: an option for sbatch, as in --sbatch=--partition=long (may be repeated)")
      ->type_name("OPTION")
      ->allow_extra_args(false)
      ->needs(on);
  command->add_option("--tolerance", options->tolerance, "Step of the loads that --saturation tells apart")
      ->needs(saturation)
      ->capture_default_str();
  command->callback([options, &status] {
    hand_over_to_rtl({options->level});
    status = run_sweep(*options);
  });
}

}  // namespace switchyard
