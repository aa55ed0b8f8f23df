#include <algorithm>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/path_option.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/pending_file.h"
#include "testbench/file/print.h"
#include "testbench/inspect/conflict_check.h"
#include "testbench/inspect/path_drawing.h"

namespace switchyard {
namespace {

struct ConflictOptions {
  ConfigOptions config;
  std::string paths;
  int tree = 0;  ///< Descendants; 0: none.
  std::vector<TerminalId> roots;
  std::string direction = "ascend";
  bool slots = false;
  bool to_itself = false;
  std::string only;
  std::string svg;
  bool json = false;
};

std::vector<PathSet> sets_of(const ConflictOptions& options, const Experiment& experiment) {
  const Topology& topology = *experiment.design.topology;
  if (options.tree != 0) {
    TreeChoice choice;
    choice.descendants = options.tree;
    if (!options.roots.empty()) choice.roots = options.roots;
    choice.ascend = options.direction != "descend";
    choice.descend = options.direction != "ascend";
    choice.slots = options.slots;
    choice.to_itself = options.to_itself;
    return sets_of_trees(topology, choice);
  }
  if (options.paths.empty()) return sets_of_traffic(experiment);
  std::ifstream text(options.paths);
  if (!text) throw std::invalid_argument("--paths: cannot read " + options.paths);
  return read_paths(text, options.paths, topology);
}

/// Only the set that is asked for.
std::vector<PathSet> chosen(const ConflictOptions& options, std::vector<PathSet> sets) {
  if (options.only.empty()) return sets;
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](const PathSet& set) { return set.name == options.only; });
  if (found != sets.end()) return {*found};
  std::string names;
  for (const PathSet& set : sets) names += (names.empty() ? "" : ", ") + set.name;
  throw std::invalid_argument("--only: there is no set '" + options.only + "'; there are: " + names);
}

int check_for_conflicts(const ConflictOptions& options) {
  const Experiment experiment = options.config.read_network();
  const Design& design = experiment.design;
  if (design.routing == nullptr) throw std::invalid_argument("this network has no routing function");
  if (!options.svg.empty()) prepare_file(options.svg);
  const std::vector<PathSet> sets = chosen(options, sets_of(options, experiment));
  const std::vector<SetConflicts> checked = check_conflicts(design, sets);
  if (!options.svg.empty()) write_file(options.svg, draw_paths(design, sets.back()));
  print_text(options.json ? to_json(design, checked) : to_text(design, checked));
  const bool free = std::all_of(checked.begin(), checked.end(), [](const SetConflicts& set) {
    return set.found.conflicts == 0 && set.rule_agrees();
  });
  return free ? kGood : kFailed;
}

}  // namespace

void add_conflicts_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<ConflictOptions>();
  CLI::App* command = app.add_subcommand(
      "conflicts", "Find paths that share a link, of a routing function that leaves no choice");
  options->config.add_to(*command, catalogs);
  CLI::Option* paths =
      command
          ->add_option(
              "--paths", options->paths,
              "Paths as lines of `source,destination` or `source,destination,set`; else those of the "
              "configuration: its pattern, or its messages by class")
          ->check(a_name())
          ->type_name("FILE");
  CLI::Option* tree =
      command
          ->add_option(
              "--tree", options->tree,
              "The communication tree of so many descendants over all terminals, level by level and all "
              "levels at once: 4 is the quadtree, more contract it, 2 stretch it")
          ->transform(whole_number(2, 1 << 24))
          ->type_name("N")
          ->excludes(paths);
  command->add_option("--root", options->roots, "Terminal at its root, 0 if not given; several: all at once")
      ->transform(whole_number(0, (1 << 24) - 1))
      ->type_name("N")
      ->needs(tree);
  command->add_option("--direction", options->direction, "To the root, from it, or both at once")
      ->check(CLI::IsMember({"ascend", "descend", "both"}))
      ->needs(tree);
  command->add_flag("--slots", options->slots, "A set for each time slot of the tree's schedule")
      ->needs(tree);
  command->add_flag("--self", options->to_itself, "Count messages from a terminal to itself as paths")
      ->needs(tree);
  command->add_option("--only", options->only, "This set only, by its name")->type_name("NAME");
  command
      ->add_option("--svg", options->svg,
                   "Draw a multistage network with the last set of paths, links in conflict red")
      ->check(a_name())
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print JSON");
  command->footer(
      "Two paths are in conflict if they share a link and have different sources and different destinations. "
      "Exit "
      "status: 0 if no two are, 1 if some are.");
  command->callback([options, &status] { status = check_for_conflicts(*options); });
}

}  // namespace switchyard
