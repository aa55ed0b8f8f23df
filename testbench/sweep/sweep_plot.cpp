#include "testbench/sweep/sweep_plot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "hw/base/ratio.h"
#include "testbench/sweep/decimal.h"
#include "testbench/sweep/file_labels.h"
#include "testbench/sweep/seed_means.h"
#include "testbench/sweep/sweep_kinds.h"

namespace switchyard {
namespace {

/// The path, with its unit where it has one.
std::string label_of(const std::string& path) {
  struct Unit {
    const char* key;
    const char* unit;
  };
  static constexpr std::array<Unit, 8> kUnits{{{"load", "flits/node/cycle"},
                                               {"packet_length", "flits"},
                                               {"input_depth", "flits"},
                                               {"output_depth", "flits"},
                                               {"link_latency", "cycles"},
                                               {"t_routing", "cycles"},
                                               {"t_crossbar", "cycles"},
                                               {"cycles", "cycles"}}};
  const std::string key = path.substr(path.rfind('.') + 1);
  for (const Unit& unit : kUnits) {
    if (key == unit.key) return fmt::format("{} ({})", path, unit.unit);
  }
  return path;
}

/// What the values are called in a picture: configurations by their files.
std::vector<std::string> labels_of_values(const SweepAxis& axis) {
  return axis.path == kConfigAxis ? labels_of_files(axis.values) : axis.values;
}

bool is_power_of_two(double x) {
  int exponent = 0;
  return x > 0 && std::frexp(x, &exponent) == 0.5;
}

/// Decides how the values of the axis stand; gives their places.
std::vector<double> place_values(const SweepAxis& axis, SweepPlot& plot) {
  const std::vector<std::string> labels = labels_of_values(axis);
  std::vector<double> places;
  plot.categories = axis.path == kSeedAxis;  // Which seed is greater means nothing.
  for (const std::string& value : axis.values) {
    const auto number = Decimal::parse(value);
    plot.categories = plot.categories || !number;
    places.push_back(number ? number->value() : 0);
  }
  if (plot.categories) std::iota(places.begin(), places.end(), 0.0);
  plot.log2_x =
      !plot.categories && places.size() > 1 && std::all_of(places.begin(), places.end(), is_power_of_two);
  if (plot.categories || plot.log2_x) {
    for (std::size_t i = 0; i < places.size(); ++i) plot.ticks.push_back({places[i], labels[i]});
  }
  return places;
}

std::size_t x_axis_of(const std::vector<SweepAxis>& axes) {
  const auto first_where = [&](auto&& matches) { return std::find_if(axes.begin(), axes.end(), matches); };
  auto axis = first_where([](const SweepAxis& a) { return a.path == kLoadAxis; });
  if (axis == axes.end())
    axis = first_where([](const SweepAxis& a) { return a.path != kConfigAxis && a.path != kSeedAxis; });
  if (axis == axes.end()) axis = first_where([](const SweepAxis& a) { return a.path != kSeedAxis; });
  if (axis == axes.end()) axis = axes.begin();
  return axis - axes.begin();
}

/// The axes that tell curves apart.
std::vector<std::size_t> curve_axes_of(const std::vector<SweepAxis>& axes, std::size_t x_axis) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (i != x_axis && axes[i].path != kSeedAxis) result.push_back(i);
  }
  return result;
}

std::size_t index_of(const std::string& value, const std::vector<std::string>& values) {
  return std::find(values.begin(), values.end(), value) - values.begin();
}

double mean_offered(const std::vector<const PointResult*>& runs) {
  double sum = 0;
  for (const PointResult* run : runs) sum += run->results.at("offered").get<double>();
  return ratio(sum, runs.size());
}

/// Part of a file's name.
std::string plain(const std::string& text) {
  constexpr std::size_t kLongest = 100;
  std::string name = text.substr(0, kLongest);
  for (char& c : name) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (!good) c = '_';
  }
  return name;
}

/// `stem`, with a number behind it if that is taken; takes it.
std::string free_stem(const std::string& stem, std::set<std::string>& taken) {
  std::string free = stem;
  for (int n = 2; !taken.insert(free).second; ++n) free = fmt::format("{}_{}", stem, n);
  return free;
}

template <class T>
void erase_at(std::vector<T>& list, std::size_t index) {
  list.erase(list.begin() + index);
}

}  // namespace

SweepPlot lay_out_plot(const std::string& title, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows, const std::vector<SweepEstimate>& estimates) {
  const std::size_t x_axis = x_axis_of(axes);
  const std::vector<std::size_t> curve_axes = curve_axes_of(axes, x_axis);
  SweepPlot plot;
  plot.title = title;
  plot.against_load = axes[x_axis].path == kLoadAxis;
  plot.x_label = plot.against_load ? "offered load (flits/node/cycle)" : label_of(axes[x_axis].path);
  std::vector<double> places(axes[x_axis].values.size());
  if (!plot.against_load) places = place_values(axes[x_axis], plot);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].path == kSeedAxis && i != x_axis) plot.seeds = axes[i].values.size();
  }

  // Curves are known by the values of their axes, points by theirs: labels may be the same.
  using Runs = std::vector<const PointResult*>;
  std::vector<std::vector<std::string>> curves;
  std::map<std::vector<std::string>, std::map<std::size_t, Runs>> runs_of;
  std::map<std::vector<std::string>, const SweepEstimate*> estimate_of;
  const auto curve_of = [&](const std::vector<std::string>& values) {
    std::vector<std::string> curve;
    for (const std::size_t axis : curve_axes) curve.push_back(values[axis]);
    if (runs_of.try_emplace(curve).second) curves.push_back(curve);
    return curve;
  };
  for (const SweepEstimate& estimate : estimates) estimate_of[curve_of(estimate.values)] = &estimate;
  Runs all;
  for (const SweepRow& row : rows) {
    if (!row.result.measured()) continue;
    runs_of[curve_of(row.values)][index_of(row.values[x_axis], axes[x_axis].values)].push_back(&row.result);
    all.push_back(&row.result);
  }

  const SweepCurve& figures = sweep_figures_of(all).curve;
  plot.latency_label = figures.label;
  plot.accepted_label = figures.low_label;
  std::vector<std::string> legend;
  std::vector<std::vector<std::string>> labels;
  for (const std::size_t axis : curve_axes) {
    legend.push_back(label_of(axes[axis].path));
    labels.push_back(labels_of_values(axes[axis]));
  }
  plot.legend = fmt::format("{}", fmt::join(legend, ", "));
  for (const std::vector<std::string>& values : curves) {
    std::vector<std::string> label;
    for (std::size_t i = 0; i < values.size(); ++i)
      label.push_back(labels[i][index_of(values[i], axes[curve_axes[i]].values)]);
    SweepPlot::Curve curve{fmt::format("{}", fmt::join(label, ", ")), {}, {}};
    if (estimate_of.contains(values)) curve.estimate = estimate_of[values]->curve;
    for (const auto& [x, runs] : runs_of.at(values)) {
      PlottedPoint& point = curve.points.emplace_back(
          plotted_point(plot.against_load ? mean_offered(runs) : places[x], runs, figures));
      if (runs.size() < plot.seeds) point.accepted_ci95 = point.latency_ci95 = 0;  // Not of all seeds.
    }
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const PlottedPoint& a, const PlottedPoint& b) { return a.x < b.x; });
    plot.curves.push_back(std::move(curve));
  }
  return plot;
}

std::vector<SweepPicture> lay_out_plots(const std::string& title, const std::vector<SweepAxis>& axes,
                                        const std::vector<SweepRow>& rows, const std::string& picture_per,
                                        const std::vector<SweepEstimate>& estimates) {
  if (picture_per.empty()) return {{"sweep", lay_out_plot(title, axes, rows, estimates)}};
  const auto axis =
      std::find_if(axes.begin(), axes.end(), [&](const SweepAxis& a) { return a.path == picture_per; });
  const std::size_t index = axis - axes.begin();
  const std::vector<std::string> labels = labels_of_values(*axis);
  std::vector<SweepAxis> others = axes;
  erase_at(others, index);
  std::vector<SweepPicture> pictures;
  std::set<std::string> taken;
  for (std::size_t v = 0; v < labels.size(); ++v) {
    const auto own_of = [&](const auto& all) {
      auto own = all;
      std::erase_if(own, [&](const auto& one) { return one.values[index] != axis->values[v]; });
      for (auto& one : own) erase_at(one.values, index);
      return own;
    };
    pictures.push_back({free_stem("sweep_" + plain(labels[v]), taken),
                        lay_out_plot(fmt::format("{}: {} = {}", title, picture_per, labels[v]), others,
                                     own_of(rows), own_of(estimates))});
  }
  return pictures;
}

}  // namespace switchyard
