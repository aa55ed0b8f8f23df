#include "testbench/sweep/plotted_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "testbench/monitor/student_t.h"

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

double mean_of(const std::vector<double>& samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

/// Half the width of the 95 % interval of the mean of independent samples; 0 if one is too few.
double ci95_of(const std::vector<double>& samples) {
  if (samples.size() < 2) return 0;
  const auto count = static_cast<double>(samples.size());
  const double mean = mean_of(samples);
  double squares = 0;
  for (const double sample : samples) squares += (sample - mean) * (sample - mean);
  return student_t_975(static_cast<int>(samples.size()) - 1) * std::sqrt(squares / (count - 1) / count);
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
    point.stable = point.stable && run->stable();
    accepted.push_back(figure(*run, figures.accepted).value_or(0));
    if (const auto mean = figure(*run, figures.latency)) latency.push_back(*mean);
  }
  const bool has_latency = point.stable && latency.size() == runs.size();
  point.accepted = mean_of(accepted);
  point.accepted_ci95 = ci95_of(accepted);
  if (has_latency) point.latency = mean_of(latency);
  if (has_latency) point.latency_ci95 = ci95_of(latency);
  if (runs.size() == 1) point.latency_ci95 = figure(*runs.front(), figures.latency_ci95).value_or(0);
  return point;
}

}  // namespace switchyard
