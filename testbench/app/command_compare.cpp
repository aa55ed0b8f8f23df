#include <fmt/format.h>

#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "testbench/app/commands.h"
#include "testbench/app/junit_choice.h"
#include "testbench/app/path_option.h"
#include "testbench/compare/comparison.h"
#include "testbench/file/print.h"

namespace switchyard {
namespace {

struct CompareOptions {
  std::string before, after;
  double at_least = 0;
  bool all = false;
  bool json = false;
  JunitChoice junit;
};

/// A test for each point that both have.
std::vector<JunitCase> cases_of(const FolderComparison& comparison, const std::string& group) {
  using Outcome = JunitCase::Outcome;
  std::map<std::vector<std::string>, std::string> changes;
  for (const FigureChange& change : comparison.figures) {
    std::string& text = changes[change.point];
    if (!change.beyond_noise) continue;
    text += fmt::format("{}{}: {}, before {}", text.empty() ? "" : "; ", change.figure, change.after,
                        change.before);
  }
  std::vector<JunitCase> cases;
  for (const auto& [point, text] : changes)
    cases.push_back({group,
                     name_of_point(comparison, point),
                     0,
                     text.empty() ? Outcome::Passed : Outcome::Failed,
                     text,
                     {}});
  return cases;
}

int compare_folders(const CompareOptions& options, const Catalogs& catalogs) {
  options.junit.prepare();
  const ComparedFolder before = read_compared_folder(options.before, catalogs.machines);
  const ComparedFolder after = read_compared_folder(options.after, catalogs.machines);
  const FolderComparison comparison = [&] {
    try {
      return compare(before, after, options.at_least);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(
          fmt::format("{} and {} cannot be compared: {}", options.before, options.after, error.what()));
    }
  }();
  print_text(options.json ? to_json(comparison) : to_text(comparison, options.all));
  options.junit.write("compare", cases_of(comparison, options.after));
  return comparison.changed() == 0 ? kGood : kFailed;
}

}  // namespace

void add_compare_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* command =
      app.add_subcommand("compare", "Say what has changed beyond noise from one run or sweep to another");
  command->footer(
      "Exit status: 0 if nothing changed beyond noise; 1 if something did; 2 if the folders cannot be "
      "compared.");
  command->add_option("before", options->before, "A folder that `run`, `platform` or `sweep` has written")
      ->required()
      ->check(a_name())
      ->type_name("FOLDER");
  command->add_option("after", options->after, "Another one, of the same kind")
      ->required()
      ->check(a_name())
      ->type_name("FOLDER");
  command
      ->add_option("--at-least", options->at_least,
                   "Smaller changes are none, as a share of what was before: 0.02 is 2 %")
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("SHARE")
      ->capture_default_str();
  command->add_flag("--all", options->all, "Print the figures that are within noise, too");
  command->add_flag("--json", options->json, "Print JSON");
  options->junit.add_to(*command);
  command->callback([options, &catalogs, &status] { status = compare_folders(*options, catalogs); });
}

}  // namespace switchyard
