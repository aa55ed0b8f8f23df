#include <memory>
#include <string>
#include <vector>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"
#include "testbench/inspect/multibutterfly_figures.h"

namespace switchyard {
namespace {

constexpr int kSwitchLimit = 1 << 20;

struct SurvivorOptions {
  ConfigOptions config;
  FaultRule rule;
  std::string declare = "all";
  FaultDraws draws;
};

struct ExpansionOptions {
  ConfigOptions config;
  std::vector<int> inputs{1, 2, 3, 4, 8, 16};
};

}  // namespace

void add_survivors_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<SurvivorOptions>();
  options->draws.faults = {1, 2, 4, 8, 16, 32, 64};
  CLI::App* command = app.add_subcommand(
      "survivors", "How many inputs and outputs of a multibutterfly faulty switches leave, as CSV");
  options->config.add_to(*command, catalogs);
  command->add_option("--faults", options->draws.faults, "How many switches are faulty, by commas")
      ->delimiter(',')
      ->transform(whole_number(1, kSwitchLimit))
      ->type_name("N,N,...");
  command
      ->add_option("--erase", options->rule.erase,
                   "A splitter with more than this share of faulty inputs is erased")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("SHARE");
  command
      ->add_option("--declare", options->declare,
                   "How many of a switch's links to a side must lead to faulty ones for it to be one")
      ->check(CLI::IsMember({"half", "all"}));
  command->add_option("--draws", options->draws.draws, "Sets of random faults, for each number")
      ->transform(whole_number(1, 100'000))
      ->type_name("N");
  command->add_option("--moves", options->draws.moves, "Steps of the search for the worst faults")
      ->transform(whole_number(0, 10'000'000))
      ->type_name("N");
  command->callback([options, &status] {
    options->rule.declare = options->declare == "half" ? FaultRule::Declare::Half : FaultRule::Declare::All;
    const Experiment experiment = options->config.read_network();
    options->draws.seed = experiment.design.seed;
    print_text(survivors_csv(*experiment.design.topology, options->rule, options->draws));
    status = kGood;
  });
}

void add_expansion_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<ExpansionOptions>();
  CLI::App* command = app.add_subcommand(
      "expansion", "How few outputs the inputs of a multibutterfly's splitters are joined to, as CSV");
  options->config.add_to(*command, catalogs);
  command->add_option("--inputs", options->inputs, "How many inputs, by commas")
      ->delimiter(',')
      ->transform(whole_number(1, kSwitchLimit))
      ->type_name("N,N,...");
  command->footer(
      "Exact where there are at most 1,000,000 sets of so many inputs; else the least that a search found.");
  command->callback([options, &status] {
    const Experiment experiment = options->config.read_network();
    print_text(expansion_csv(*experiment.design.topology, options->inputs, experiment.design.seed));
    status = kGood;
  });
}

}  // namespace switchyard
