#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/level_option.h"
#include "testbench/app/path_option.h"
#include "testbench/app/rtl_program.h"
#include "testbench/app/whole_number.h"
#include "testbench/engine/level.h"
#include "testbench/file/output_folder.h"
#include "testbench/file/print.h"
#include "testbench/regression/cosim_regression.h"

namespace switchyard {
namespace {

struct CosimOptions {
  ConfigOptions config;
  std::vector<std::string> levels{"clocked", "lockstep", "rtl"};
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 3;
  std::string out;
  std::size_t jobs = std::max(1U, std::thread::hardware_concurrency());
  bool assertions = false;
  bool coverage = false;
};

/// The `switchyard` beside this one whose RTL counts coverage.
std::string coverage_program() {
  const std::filesystem::path program =
      std::filesystem::canonical("/proc/self/exe").parent_path() / "switchyard_coverage";
  if (!std::filesystem::exists(program))
    throw std::invalid_argument(
        "--coverage needs " + program.string() +
        "; make it with: cmake build -DSY_COVERAGE=ON && cmake --build build --target switchyard_coverage");
  return program.string();
}

std::vector<const Level*> levels_of(const CosimOptions& options) {
  std::vector<const Level*> chosen;
  for (const std::string& name : options.levels) {
    const Level& level = level_named("--levels", name);
    if (!level.has_flits)
      throw std::invalid_argument("--levels " + name + " has no flits: its cycles are not those of fast");
    if (std::find(chosen.begin(), chosen.end(), &level) != chosen.end())
      throw std::invalid_argument("--levels " + name + " is given twice");
    chosen.push_back(&level);
  }
  if (options.levels == std::vector<std::string>{"fast"})
    throw std::invalid_argument("--levels fast leaves nothing to compare with fast");
  return chosen;
}

/// What `run` is given at some of the levels.
std::map<std::string, std::vector<std::string>> options_at(const std::vector<const Level*>& levels,
                                                           bool assertions) {
  std::map<std::string, std::vector<std::string>> options;
  if (!assertions) return options;
  for (const Level* level : levels) {
    if (level->rtl == Level::Rtl::Routers) options[level->name] = {"--assertions"};
  }
  if (options.empty())
    throw std::invalid_argument("--assertions is for the level rtl_router, which --levels does not have");
  return options;
}

/// The seeds are --seeds of them, from --first-seed on.
void refuse_own_seed(const ConfigOptions& config) {
  if (const std::string* assignment = config.override_of("seed"))
    throw std::invalid_argument("--set " + *assignment +
                                " would be overridden: use --first-seed and --seeds");
}

int run_cosim(const CosimOptions& options) {
  const std::vector<const Level*> chosen = levels_of(options);
  refuse_own_seed(options.config);
  const std::string program = options.coverage ? coverage_program() : "/proc/self/exe";
  const Experiment experiment = options.config.read();
  require_levels(options.config, chosen, experiment);  // Both once, before any run.
  const DeadlockCheck check = options.config.refuse_unsafe(check_for_deadlock(experiment));
  if (check.unsafe()) print_out("deadlock: {}\n", to_text(check, experiment.expect));
  auto run_options = options_at(chosen, options.assertions);
  const OutputFolder folder(options.out);
  CosimRegression regression{.config = options.config.file,
                             .overrides = options.config.overrides,
                             .levels = options.levels,
                             .options = std::move(run_options),
                             .seeds = {},
                             .folder = options.out,
                             .jobs = options.jobs,
                             .program = program,
                             .coverage = options.coverage};
  for (std::uint64_t n = 0; n < options.seeds; ++n) regression.seeds.push_back(options.first_seed + n);
  return run_regression(regression);
}

}  // namespace

void add_cosim_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<CosimOptions>();
  CLI::App* command = app.add_subcommand(
      "cosim", "Run a configuration at several levels with several seeds, and compare each with fast");
  options->config.add_to(*command, catalogs);
  options->config.add_allow_unsafe_to(*command);
  command->add_option("--levels", options->levels, "Levels to compare with fast")
      ->type_name("LEVEL")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--seeds", options->seeds, "How many seeds")
      ->transform(whole_number(1, 1'000'000))
      ->capture_default_str();
  command->add_option("--first-seed", options->first_seed, "The first of them")
      ->transform(whole_number(0))
      ->capture_default_str();
  command->add_option("--out", options->out, "Folder for junit.xml and a folder per run")
      ->check(a_name())
      ->type_name("FOLDER")
      ->required();
  command->add_option("-j,--jobs", options->jobs, "Runs at a time")
      ->transform(whole_number(1, 1024))
      ->capture_default_str();
  command->add_flag("--assertions", options->assertions,
                    "Check the assertions of whole routers (level rtl_router), as run does");
  command->add_flag(
      "--coverage", options->coverage,
      "Measure which lines and bits of rtl/ the runs use (with the program switchyard_coverage: slow)");
  command->footer(
      "Exit status: 0 every run is the same as at fast; 1 a run differs; 2 bad input; 4 RTL and model "
      "differ.");
  command->callback([options, &status] {
    hand_over_to_rtl(options->levels);
    status = run_cosim(*options);
  });
}

}  // namespace switchyard
