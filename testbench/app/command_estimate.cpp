#include <memory>

#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"
#include "testbench/inspect/latency_estimate.h"

namespace switchyard {
namespace {

struct EstimateOptions {
  ConfigOptions config;
  int points = 10;
  bool json = false;
};

int estimate(const EstimateOptions& options) {
  const Experiment experiment = options.config.read_network();
  try {
    const LatencyEstimate estimate = estimate_latency(experiment, options.points);
    print_text(options.json ? to_json(experiment, estimate) : to_text(experiment, estimate));
  } catch (const NoEstimate& refused) {
    options.config.refuse(refused.setting, refused.what());
  }
  return kGood;
}

}  // namespace

void add_estimate_command(CLI::App& app, const Catalogs& catalogs, int& status) {
  auto options = std::make_shared<EstimateOptions>();
  CLI::App* command = app.add_subcommand(
      "estimate", "Say by queueing theory what latency a network has at which load, without running it");
  options->config.add_to(*command, catalogs);
  command->add_option("--points", options->points, "Points of the curve of latency over load")
      ->transform(whole_number(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON");
  command->footer("Exit status: 0; 2 if the model is not made for the network or its traffic.");
  command->callback([options, &status] { status = estimate(*options); });
}

}  // namespace switchyard
