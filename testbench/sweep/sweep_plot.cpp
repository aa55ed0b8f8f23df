#include "testbench/sweep/sweep_plot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "testbench/sweep/decimal.h"

namespace switchyard {
namespace {

constexpr const char* kLoad = "traffic.load";

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

bool is_power_of_two(double x) {
  int exponent = 0;
  return x > 0 && std::frexp(x, &exponent) == 0.5;
}

/// Decides how the values of the axis stand; gives their places.
std::vector<double> place_values(const SweepAxis& axis, SweepPlot& plot) {
  std::vector<double> places;
  for (const std::string& value : axis.values) {
    const auto number = Decimal::parse(value);
    plot.categories = plot.categories || !number;
    places.push_back(number ? number->value() : 0);
  }
  if (plot.categories) std::iota(places.begin(), places.end(), 0.0);
  plot.log2_x =
      !plot.categories && places.size() > 1 && std::all_of(places.begin(), places.end(), is_power_of_two);
  if (plot.categories || plot.log2_x) {
    for (std::size_t i = 0; i < places.size(); ++i) plot.ticks.push_back({places[i], axis.values[i]});
  }
  return places;
}

bool is_program(const PointResult& point) { return point.results.contains("pram"); }

/// A mean with its confidence interval, as results have it.
SweepPlot::Point point_of(double x, const PointResult& point, const nlohmann::ordered_json& second,
                          const nlohmann::ordered_json& mean_of) {
  SweepPlot::Point result{x, second.get<double>(), point.stable(), std::nullopt, 0};
  if (point.stable() && !mean_of.at("mean").is_null()) result.latency = mean_of.at("mean").get<double>();
  if (!mean_of.at("ci95").is_null()) result.latency_ci95 = mean_of.at("ci95").get<double>();
  return result;
}

bool is_many_to_one(const PointResult& point) { return point.results.contains("many_to_one"); }

SweepPlot::Point point_of(double x, const PointResult& point) {
  if (is_many_to_one(point)) {
    const auto& figures = point.results.at("many_to_one");
    SweepPlot::Point result{x, figures.at("other_steps").get<double>(), point.stable(), std::nullopt, 0};
    if (point.stable()) result.latency = figures.at("routing_steps").get<double>();
    return result;
  }
  if (!is_program(point)) {
    return point_of(x, point, point.results.at("accepted"), point.results.at("packet_latency"));
  }
  const auto& program = point.results.at("pram");
  return point_of(x, point, program.at("cycles_per_step"), program.at("step_time"));
}

SweepPlot::Curve& curve_named(const std::string& label, std::vector<SweepPlot::Curve>& curves) {
  const auto found =
      std::find_if(curves.begin(), curves.end(), [&](const auto& curve) { return curve.label == label; });
  return found != curves.end() ? *found : curves.emplace_back(SweepPlot::Curve{label, {}});
}

/// Configurations are known by the names of their files.
void shorten_configs(std::vector<SweepAxis>& axes) {
  for (SweepAxis& axis : axes) {
    if (axis.path != kConfigAxis) continue;
    for (std::string& value : axis.values) value = std::filesystem::path(value).stem().string();
  }
}

std::size_t x_axis_of(const std::vector<SweepAxis>& axes) {
  const auto first_where = [&](auto&& matches) { return std::find_if(axes.begin(), axes.end(), matches); };
  auto axis = first_where([](const SweepAxis& a) { return a.path == kLoad; });
  if (axis == axes.end()) axis = first_where([](const SweepAxis& a) { return a.path != kConfigAxis; });
  if (axis == axes.end()) axis = axes.begin();
  return static_cast<std::size_t>(axis - axes.begin());
}

/// Part of a file's name.
std::string plain(std::string text) {
  for (char& c : text) {
    const bool good = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
    if (!good) c = '_';
  }
  return text;
}

template <class T>
void erase_at(std::vector<T>& list, std::size_t index) {
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(index));
}

}  // namespace

SweepPlot lay_out_plot(const std::string& title, std::vector<SweepAxis> axes,
                       const std::vector<PointResult>& points) {
  shorten_configs(axes);
  const std::size_t x_axis = x_axis_of(axes);
  SweepPlot plot;
  plot.title = title;
  plot.against_load = axes[x_axis].path == kLoad;
  plot.x_label = plot.against_load ? "offered load (flits/node/cycle)" : label_of(axes[x_axis].path);

  if (std::any_of(points.begin(), points.end(), is_program)) {
    plot.latency_label = "mean time of a step (cycles)";
    plot.accepted_label = "cycles per step of the program";
  }

  if (std::any_of(points.begin(), points.end(), is_many_to_one)) {
    plot.latency_label = "routing (steps)";
    plot.accepted_label = "sorting and colouring (steps)";
  }

  std::vector<std::string> other_paths;
  for (const SweepAxis& axis : axes) other_paths.push_back(label_of(axis.path));
  erase_at(other_paths, x_axis);
  plot.legend = fmt::format("{}", fmt::join(other_paths, ", "));

  std::vector<double> places;
  if (!plot.against_load) places = place_values(axes[x_axis], plot);
  const std::vector<std::vector<std::string>> rows = combinations(axes);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i].measured()) continue;
    const auto& values = axes[x_axis].values;
    const auto value = std::find(values.begin(), values.end(), rows[i][x_axis]);
    const double x = plot.against_load ? points[i].results.at("offered").get<double>()
                                       : places[static_cast<std::size_t>(value - values.begin())];
    std::vector<std::string> others = rows[i];
    erase_at(others, x_axis);
    curve_named(fmt::format("{}", fmt::join(others, ", ")), plot.curves)
        .points.push_back(point_of(x, points[i]));
  }
  for (SweepPlot::Curve& curve : plot.curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const auto& a, const auto& b) { return a.x < b.x; });
  }
  return plot;
}

std::vector<SweepPicture> lay_out_plots(const std::string& title, const std::vector<SweepAxis>& axes,
                                        const std::vector<PointResult>& points,
                                        const std::string& picture_per) {
  if (picture_per.empty()) return {{"sweep", lay_out_plot(title, axes, points)}};
  const auto axis =
      std::find_if(axes.begin(), axes.end(), [&](const SweepAxis& a) { return a.path == picture_per; });
  const auto index = static_cast<std::size_t>(axis - axes.begin());
  std::vector<SweepAxis> others = axes;
  erase_at(others, index);
  const std::vector<std::vector<std::string>> rows = combinations(axes);
  std::vector<SweepPicture> pictures;
  for (const std::string& value : axis->values) {
    std::vector<PointResult> own;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i][index] == value) own.push_back(points[i]);
    }
    pictures.push_back({"sweep_" + plain(value),
                        lay_out_plot(fmt::format("{}: {} = {}", title, picture_per, value), others, own)});
  }
  return pictures;
}

}  // namespace switchyard
