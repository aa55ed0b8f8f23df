#include "testbench/app/sweep_estimates.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "testbench/app/check_combinations.h"
#include "testbench/sweep/decimal.h"
#include "testbench/sweep/parallel.h"

namespace switchyard {
namespace {

constexpr int kPoints = 50;  ///< Of a curve.

/// Of one combination.
struct Estimated {
  std::vector<std::string> values;
  LatencyEstimate estimate;
};

/// Of each combination but for the loads and the seeds, if the model is made for it.
std::vector<Estimated> estimates_of(const ConfigOptions& options, const std::string& config,
                                    std::vector<SweepAxis> axes, NodeId max_nodes, std::size_t jobs) {
  for (SweepAxis& axis : axes)
    if (is_along_a_curve(axis)) axis.values.resize(1);
  const std::vector<std::vector<std::string>> rows = combinations(axes);
  std::vector<std::optional<Estimated>> found(rows.size());
  for_each_parallel(rows.size(), jobs, [&](std::size_t i) {
    const Experiment experiment = options_of(options, case_of(config, axes, rows[i])).read_network();
    if (experiment.design.topology->node_count() > max_nodes) return;
    try {
      found[i] = Estimated{rows[i], estimate_latency(experiment, kPoints)};
    } catch (const NoEstimate&) {  // Then there is none.
    }
  });
  std::vector<Estimated> estimates;
  for (auto& estimate : found)
    if (estimate) estimates.push_back(std::move(*estimate));
  return estimates;
}

/// Says where the setting is that the model is not made for.
void refuse_first(const ConfigOptions& options) {
  try {
    estimate_latency(options.read_network(), 1);
  } catch (const NoEstimate& refused) {
    options.refuse(refused.setting, refused.what());
  }
}

int number_of_loads(const SweepAxis& loads) {
  constexpr int kMaxLoads = 1000;
  const std::string& value = loads.values.front();
  const char* const end = value.data() + value.size();
  int count = 0;
  const auto [last, error] =
      std::from_chars(value.data() + std::string_view(kEstimatedLoads).size(), end, count);
  if (loads.values.size() == 1 && error == std::errc{} && last == end && count >= 2 && count <= kMaxLoads)
    return count;
  throw std::invalid_argument(
      fmt::format("--over {}={}N: N is a whole number from 2 to {}, and no other load stands beside it",
                  kLoadAxis, kEstimatedLoads, kMaxLoads));
}

/// To three digits of the saturation.
std::string rounded(double load, double saturation) {
  const int digits = static_cast<int>(std::floor(std::log10(saturation)));
  const auto unit = std::max(std::llround(Decimal::kOne * std::pow(10, digits - 2)), 1LL);
  return Decimal{std::llround(load * Decimal::kOne / static_cast<double>(unit)) * unit}.to_string();
}

/// Loads between which the curve is equally long; saturation counts as much as a rise of the latency to so
/// many times that of packets alone.
std::vector<std::string> spread(const LatencyEstimate& estimate, int count) {
  constexpr double kTimes = 4;
  std::vector<double> loads{0};
  std::vector<double> way{0};  // From there.
  double height = 1;
  for (const auto& [load, latency] : estimate.curve) {
    const double before = std::exchange(height, std::min(latency / estimate.zero_load, kTimes));
    way.push_back(way.back() +
                  std::hypot((load - loads.back()) / estimate.saturation, (height - before) / kTimes));
    loads.push_back(load);
  }
  std::vector<std::string> placed;
  for (int i = 1; i <= count; ++i) {
    const double wanted = way.back() * i / count;
    const std::size_t next =
        std::min<std::size_t>(std::ranges::lower_bound(way, wanted) - way.begin(), way.size() - 1);
    const double part = (wanted - way[next - 1]) / (way[next] - way[next - 1]);
    const std::string load = rounded(std::lerp(loads[next - 1], loads[next], part), estimate.saturation);
    if (placed.empty() || placed.back() != load) placed.push_back(load);
  }
  return placed;
}

}  // namespace

std::vector<SweepEstimate> estimate_curves(const ConfigOptions& options, const std::string& config,
                                           const std::vector<SweepAxis>& axes, std::size_t jobs) {
  constexpr NodeId kMaxNodes = 1024;
  if (std::ranges::find(axes, kLoadAxis, &SweepAxis::path) == axes.end()) return {};
  std::vector<SweepEstimate> curves;
  for (Estimated& of : estimates_of(options, config, axes, kMaxNodes, jobs))
    curves.push_back({std::move(of.values), std::move(of.estimate.curve)});
  return curves;
}

void place_loads(const ConfigOptions& options, const std::string& config, std::vector<SweepAxis>& axes,
                 std::size_t jobs) {
  const auto loads = std::ranges::find(axes, kLoadAxis, &SweepAxis::path);
  const auto is_estimated = [](const std::string& value) { return value.starts_with(kEstimatedLoads); };
  if (loads == axes.end() || std::ranges::none_of(loads->values, is_estimated)) return;
  const int count = number_of_loads(*loads);
  std::vector<SweepAxis> others = axes;
  others.erase(others.begin() + (loads - axes.begin()));
  const std::vector<Estimated> estimates =
      estimates_of(options, config, others, std::numeric_limits<NodeId>::max(), jobs);
  if (estimates.empty())
    refuse_first(options_of(options, case_of(config, others, combinations(others).front())));
  const auto saturation = [](const Estimated& of) { return of.estimate.saturation; };
  loads->values = spread(std::ranges::max_element(estimates, {}, saturation)->estimate, count);
}

}  // namespace switchyard
