#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "hw/analysis/path_figures.h"
#include "testbench/app/commands.h"
#include "testbench/app/config_options.h"
#include "testbench/file/pending_file.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

struct CheckOptions {
  ConfigOptions config;
  std::string dot;
  bool json = false;
};

}  // namespace

void add_check_command(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Prove that a configuration cannot deadlock, or show how it can");
  options->config.add_to(*command);
  command->add_flag("--json", options->json, "Print JSON");
  command->callback([options, &status] {
    const Experiment experiment = options->config.read();
    const Design& design = experiment.design;
    const ResourceSpace space(*design.topology, design.lanes);
    const auto t0 = std::chrono::steady_clock::now();
    const DeadlockVerdict verdict = find_verdict(space, *design.routing, design.holding);
    const auto t1 = std::chrono::steady_clock::now();
    fmt::print("{} {} states {} deps {} {:.3f}s\n", name_of(verdict.kind), verdict.reason, verdict.states,
               verdict.dependencies, std::chrono::duration<double>(t1 - t0).count());
    for (const auto& d : verdict.cycle)
      fmt::print("  {} => {} packet {} -> {} via {}\n", space.name(d.held), space.name(d.wanted), d.source,
                 d.destination, d.via.size());
    const PathFigures paths = measure_paths(space, *design.routing);
    const auto t2 = std::chrono::steady_clock::now();
    fmt::print("minimal {} adaptivity {} bound {} used {} {:.3f}s\n", paths.minimal,
               fmt::join(paths.adaptivity, " "), 1 / paths.channel_load[*busiest_channel(paths)],
               paths.used_resources, std::chrono::duration<double>(t2 - t1).count());
    status = kGood;
  });
}

}  // namespace switchyard
