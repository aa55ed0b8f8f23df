#include "testbench/mesh/many_to_one_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "hw/base/ratio.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {
namespace {

using nlohmann::ordered_json;

Cycle steps_of(const ManyToOneFigures& f, bool routes) {
  Cycle steps = 0;
  for (const PhaseFigures& phase : f.phases) steps += phase.routes == routes ? phase.steps : 0;
  return steps;
}

/// No algorithm can route the south-east square faster.
double lower_bound(const ManyToOneFigures& f) {
  const double root = std::sqrt(f.most);
  return f.side * root / 2 - f.side / (2 * root);
}

/// The largest share of the paper's bound that a routing phase took; nothing if there is no bound.
std::optional<double> largest_share(const ManyToOneFigures& f) {
  std::optional<double> largest;
  for (const PhaseFigures& phase : f.phases) {
    if (phase.bound) largest = std::max(largest.value_or(0), ratio(phase.steps, *phase.bound));
  }
  return largest;
}

ordered_json to_json(const PhaseFigures& phase) {
  return {{"name", phase.name},
          {"steps", phase.steps},
          {"bound", phase.bound ? ordered_json(*phase.bound) : ordered_json(nullptr)},
          {"packets", phase.packets}};
}

}  // namespace

void ManyToOneFigures::add_to(ordered_json& results) const {
  ordered_json by_phase = ordered_json::array();
  for (const PhaseFigures& phase : phases) by_phase.push_back(to_json(phase));
  const std::optional<double> share = largest_share(*this);
  results["many_to_one"] = {{"side", side},
                            {"max_per_destination", most},
                            {"packets", packets},
                            {"routing_steps", steps_of(*this, /*routes=*/true)},
                            {"other_steps", steps_of(*this, /*routes=*/false)},
                            {"lower_bound", lower_bound(*this)},
                            {"share_of_bound", share ? ordered_json(*share) : ordered_json(nullptr)},
                            {"hops", hops},
                            {"most_of_type", most_of_type},
                            {"most_in_node", most_in_node},
                            {"phases", std::move(by_phase)}};
}

std::string ManyToOneFigures::summary(const Experiment& experiment, const Results& r) const {
  std::string text =
      fmt::format("{}: level {}, seed {}, {} cycles\n", experiment.design.name, r.level, r.seed, r.cycles);
  text += fmt::format("  problem           {} packets on {} x {} processors, at most {} for one\n", packets,
                      side, side, most);
  for (const PhaseFigures& phase : phases) {
    text += fmt::format("  {:<17} {} steps", phase.name, phase.steps);
    if (phase.routes) text += fmt::format(", {} packets", phase.packets);
    if (phase.bound) text += fmt::format("; n sqrt(k) + 2n = {:.0f}", *phase.bound);
    text += '\n';
  }
  const auto routing = static_cast<double>(steps_of(*this, true));
  text += fmt::format("  routing           {} steps{}\n", routing,
                      lower_bound(*this) == 0 ? ""
                                              : fmt::format(", {:.2f} times n sqrt(k) / 2 - n / (2 sqrt(k))",
                                                            routing / lower_bound(*this)));
  text += fmt::format("  buffers           at most {} packets of a type, {} in a node\n", most_of_type,
                      most_in_node);
  text += fmt::format("  event hash        {}\n", r.event_hash);
  text += fmt::format("  speed             {:.3f} s, {:.0f} cycles/s, {} packet-hops, {:.0f} MB peak\n",
                      r.wall_seconds, ratio(r.cycles, r.wall_seconds), hops, ratio(r.peak_memory_bytes, 1e6));
  return text + outcome_lines(r);
}

std::string ManyToOneFigures::times_text(const PhysicalUnits& units, const Results& results) const {
  return run_time_text(units, results);
}

}  // namespace switchyard
