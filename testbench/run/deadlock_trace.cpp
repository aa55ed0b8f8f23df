#include "testbench/run/deadlock_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <sstream>

namespace switchyard {
namespace {

constexpr int kRounds = 4;  ///< Of packets: some get through before the lanes are full.

/// The YAML, which our own emitter wrote, without some of its sections.
std::string without(const std::string& yaml, std::initializer_list<std::string_view> sections) {
  std::istringstream lines(yaml);
  std::string kept;
  bool keep = true;
  for (std::string line; std::getline(lines, line);) {
    const bool begins_section = !line.empty() && line.front() != ' ' && line.front() != '-';
    if (begins_section) {
      const std::string_view name = std::string_view(line).substr(0, line.find(':'));
      keep = std::find(sections.begin(), sections.end(), name) == sections.end();
    }
    if (keep) kept += line + '\n';
  }
  return kept;
}

/// Lanes that a packet to `destination` may take of the port through which the dependency goes on.
int lanes_to_fill(const ResourceSpace& space, const RoutingFunction& routing, const Dependency& dependency) {
  const RouteQuery query = space.query(dependency.held, dependency.destination);
  RouteSet routes;
  routing.route(query, routes);
  int lanes = 1;
  for (const RouteChoice& choice : routes) {
    const ResourceId first = space.beyond(query.here, choice.port, 0);
    const Resource wanted = space.at(dependency.wanted);
    if (space.at(first).node == wanted.node && space.at(first).port == wanted.port)
      lanes = std::max(lanes, std::popcount(choice.vcs));
  }
  return lanes;
}

}  // namespace

DeadlockTrace make_deadlock_trace(const Experiment& experiment, const DeadlockVerdict& verdict,
                                  const std::string& csv_name) {
  const Design& design = experiment.design;
  const ResourceSpace space(*design.topology, design.lanes);
  const int flits = std::min(design.longest_packet, design.timing.input_depth + design.timing.output_depth);
  DeadlockTrace trace{"cycle,source,destination,flits\n",
                      without(experiment.config, {"traffic", "workload", "measure", "expect"})};
  for (const Dependency& dependency : verdict.cycle) {
    const int packets = kRounds * lanes_to_fill(space, *design.routing, dependency);
    for (int i = 0; i < packets; ++i)
      trace.csv += fmt::format("0,{},{},{}\n", dependency.source, dependency.destination, flits);
  }
  trace.config += fmt::format("workload:\n  kind: trace\n  file: {}\n", csv_name);
  return trace;
}

}  // namespace switchyard
