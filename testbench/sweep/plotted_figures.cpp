#include "testbench/sweep/plotted_figures.h"

#include <algorithm>
#include <array>

#include "testbench/sweep/seed_means.h"

namespace switchyard {
namespace {

constexpr std::array<PlottedFigures, 4> kKinds{
    {{"pram", "mean time of a step (cycles)", "/pram/step_time/mean", "/pram/step_time/ci95",
      "cycles per step of the program", "/pram/cycles_per_step"},
     {"many_to_one", "routing (steps)", "/many_to_one/routing_steps", "", "sorting and colouring (steps)",
      "/many_to_one/other_steps"},
     {"tasks", "end of the last task (ns)", "/end_ns", "", "mean time of a read (ns)", "/reads/mean_ns"},
     {"", "mean packet latency (cycles)", "/packet_latency/mean", "/packet_latency/ci95",
      "accepted load (flits/node/cycle)", "/accepted"}}};

std::optional<double> figure(const PointResult& run, const std::string& place) {
  const nlohmann::ordered_json::json_pointer pointer(place);
  if (place.empty() || !run.results.contains(pointer) || run.results.at(pointer).is_null()) return {};
  return run.results.at(pointer).get<double>();
}

}  // namespace

const PlottedFigures& plotted_figures_of(const std::vector<const PointResult*>& runs) {
  return *std::find_if(kKinds.begin(), std::prev(kKinds.end()), [&](const PlottedFigures& kind) {
    return std::any_of(runs.begin(), runs.end(),
                       [&](const PointResult* run) { return run->results.contains(kind.key); });
  });
}

PlottedPoint plotted_point(double x, const std::vector<const PointResult*>& runs,
                           const PlottedFigures& figures) {
  std::vector<double> accepted;
  std::vector<double> latency;
  PlottedPoint point;
  point.x = x;
  for (const PointResult* run : runs) {
    const Stability stability = run->stability();
    if (point.stability == Stability::Stable || stability == Stability::Unstable) point.stability = stability;
    accepted.push_back(figure(*run, figures.accepted).value_or(0));
    if (const auto mean = figure(*run, figures.latency)) latency.push_back(*mean);
  }
  const bool has_latency = point.stability == Stability::Stable && latency.size() == runs.size();
  const SampleMean mean_accepted = mean_of(accepted);
  point.accepted = mean_accepted.mean;
  point.accepted_ci95 = mean_accepted.ci95;
  if (has_latency) {
    const SampleMean mean_latency = mean_of(latency);
    point.latency = mean_latency.mean;
    point.latency_ci95 = mean_latency.ci95;
  }
  if (runs.size() == 1) point.latency_ci95 = figure(*runs.front(), figures.latency_ci95).value_or(0);
  return point;
}

}  // namespace switchyard
