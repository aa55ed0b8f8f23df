#include "testbench/sweep/plotted_point.h"

#include <algorithm>

#include "testbench/sweep/seed_means.h"

namespace switchyard {
namespace {

std::optional<double> figure(const PointResult& run, const std::string& place) {
  const nlohmann::ordered_json::json_pointer pointer(place);
  if (place.empty() || !run.results.contains(pointer) || run.results.at(pointer).is_null()) return {};
  return run.results.at(pointer).get<double>();
}

}  // namespace

PlottedPoint plotted_point(double x, const std::vector<const PointResult*>& runs, const SweepCurve& curve) {
  std::vector<double> accepted;
  std::vector<double> latency;
  PlottedPoint point;
  point.x = x;
  for (const PointResult* run : runs) {
    const Stability stability = run->stability();
    if (point.stability == Stability::Stable || stability == Stability::Unstable) point.stability = stability;
    accepted.push_back(figure(*run, curve.low).value_or(0));
    if (const auto mean = figure(*run, curve.mean)) latency.push_back(*mean);
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
  if (runs.size() == 1) point.latency_ci95 = figure(*runs.front(), curve.ci95).value_or(0);
  return point;
}

}  // namespace switchyard
