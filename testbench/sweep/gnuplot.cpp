#include "testbench/sweep/gnuplot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <regex>

#include "hw/base/ratio.h"
#include "testbench/picture/gnuplot_look.h"

namespace switchyard {
namespace {

/// Latency is cut off at this many times its least value, so that the part before saturation can be read.
constexpr double kLatencySpan = 6;

// Of the picture, in pixels.
constexpr int kWidth = 1500;
constexpr int kPlotsHeight = 525;
constexpr int kPlotWidth = 640;
constexpr int kLineHeight = 24;
constexpr int kLetterWidth = 9;
constexpr int kSampleWidth = 80;  ///< A curve's line and point in the legend.

constexpr std::size_t kMaxTickLetters = 20;

std::string full_points(std::size_t curve) {
  return fmt::format("pt {} ps 0.9 {}", curve_style(curve).full_point, curve_colour(curve));
}

std::string hollow_points(std::size_t curve) {
  return fmt::format("pt {} ps 0.9 lw 1.5 {}", curve_style(curve).hollow_point, curve_colour(curve));
}

template <class Predicate>
bool any_point(const SweepPlot& plot, Predicate&& predicate) {
  return std::any_of(plot.curves.begin(), plot.curves.end(), [&](const SweepPlot::Curve& curve) {
    return std::any_of(curve.points.begin(), curve.points.end(), predicate);
  });
}

bool has_estimate(const SweepPlot& plot) {
  return std::ranges::any_of(plot.curves, [](const auto& curve) { return !curve.estimate.empty(); });
}

bool is_stable(const PlottedPoint& point) { return point.stability == Stability::Stable; }
bool is_unstable(const PlottedPoint& point) { return point.stability == Stability::Unstable; }
bool is_undecided(const PlottedPoint& point) { return point.stability == Stability::Undecided; }

/// Upper end of the latency axis: above the greatest, unless that is of a network at saturation and would
/// press the rest to the floor.
double latency_limit(const SweepPlot& plot) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const SweepPlot::Curve& curve : plot.curves) {
    for (const PlottedPoint& point : curve.points) {
      if (!point.latency) continue;
      least = std::min(least, *point.latency);
      most = std::max(most, *point.latency + point.latency_ci95);
    }
    for (const auto& [load, latency] : curve.estimate) {
      least = std::min(least, latency);
      most = std::max(most, latency);
    }
  }
  if (most == 0) return 1;
  return plot.against_load ? std::min(1.05 * most, kLatencySpan * least) : 1.05 * most;
}

/// Between some five ticks from 0 to `limit`: 1, 2 or 5 times a power of ten.
double tick_step(double limit) {
  constexpr double kMaxTicks = 7;
  const double power = std::pow(10, std::floor(std::log10(limit / kMaxTicks)));
  for (const double step : {power, 2 * power, 5 * power}) {
    if (limit / step <= kMaxTicks) return step;
  }
  return 10 * power;
}

/// Columns: x, accepted, its interval, stability, mean latency, its interval.
std::string points_of(std::size_t index, const SweepPlot::Curve& curve) {
  std::string text = fmt::format("\n$curve{} << END\n", index);
  for (const PlottedPoint& point : curve.points) {
    text += fmt::format("{:.6g} {:.6g} {:.6g} {} {} {:.6g}\n", point.x, point.accepted, point.accepted_ci95,
                        to_string(point.stability),
                        point.latency ? fmt::format("{:.6g}", *point.latency) : "NaN", point.latency_ci95);
  }
  return text + "END\n";
}

/// Columns: load, latency.
std::string estimate_of(std::size_t index, const SweepPlot::Curve& curve) {
  if (curve.estimate.empty()) return {};
  std::string text = fmt::format("\n$estimate{} << END\n", index);
  for (const auto& [load, latency] : curve.estimate) text += fmt::format("{:.6g} {:.6g}\n", load, latency);
  return text + "END\n";
}

/// The strip above the latencies, with a mark for every network that saturates, at the first load that makes
/// it unstable. Marks at the same load are below each other.
class SaturationStrip {
 public:
  explicit SaturationStrip(const SweepPlot& plot) : limit_(latency_limit(plot)) {
    std::map<std::string, int> marks_at;
    for (const SweepPlot::Curve& curve : plot.curves) {
      const auto last = std::find_if(curve.points.rbegin(), curve.points.rend(),
                                     [](const PlottedPoint& point) { return point.latency.has_value(); });
      const auto unstable = std::find_if(last.base(), curve.points.end(), is_unstable);
      Mark& mark = marks_.emplace_back();
      if (!plot.against_load || unstable == curve.points.end()) continue;
      mark.x = unstable->x;
      mark.line = ++marks_at[fmt::format("{:.2f}", *mark.x)];
      lines_ = std::max(lines_, mark.line);
      if (last != curve.points.rend()) mark.from = &*last;
    }
  }

  /// Upper end of the latencies, and that of the strip.
  double limit() const { return limit_; }
  double top() const { return lines_ == 0 ? limit_ : limit_ / (1 - std::min(0.45, kLine * (lines_ + 1))); }
  bool has_mark(std::size_t curve) const { return marks_[curve].x.has_value(); }
  bool empty() const { return lines_ == 0; }

  /// Columns: x, y, whether it is the mark; else it is where the curve ends.
  std::string data(std::size_t curve) const {
    const Mark& mark = marks_[curve];
    if (!mark.x) return {};
    std::string text = fmt::format("\n$saturation{} << END\n", curve);
    if (mark.from != nullptr) text += fmt::format("{:.6g} {:.6g} 0\n", mark.from->x, *mark.from->latency);
    const double y = top() - (top() - limit_) * mark.line / (lines_ + 1);
    return text + fmt::format("{:.6g} {:.6g} 1\nEND\n", *mark.x, y);
  }

 private:
  static constexpr double kLine = 0.03;  ///< Share of the picture's height.

  struct Mark {
    std::optional<double> x;
    int line = 0;
    const PlottedPoint* from = nullptr;  ///< Null: no load is carried.
  };

  double limit_;
  std::vector<Mark> marks_;  ///< Of each curve.
  int lines_ = 0;
};

std::string x_range(const SweepPlot& plot) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const SweepPlot::Curve& curve : plot.curves) {
    if (!curve.estimate.empty()) most = std::max(most, curve.estimate.back().load);
    if (curve.points.empty()) continue;
    least = std::min(least, curve.points.front().x);
    most = std::max(most, curve.points.back().x);
  }
  if (plot.against_load) return fmt::format("[0:{:.6g}]", 1.04 * most);
  if (plot.log2_x) return fmt::format("[{:.6g}:{:.6g}]", least / 1.2, most * 1.2);
  const double margin = plot.categories || most == least ? 0.5 : 0.05 * (most - least);
  return fmt::format("[{:.6g}:{:.6g}]", least - margin, most + margin);
}

/// Letters of the longest label below the axis, if they must be slanted so as not to run into each other.
std::size_t slanted_letters(const SweepPlot& plot) {
  std::size_t most = 0;
  for (const SweepPlot::Tick& tick : plot.ticks) most = std::max(most, tick.label.size());
  const bool fits = (most + 2) * kLetterWidth * plot.ticks.size() <= kPlotWidth;
  return plot.log2_x || fits ? 0 : std::min(most, kMaxTickLetters);
}

/// The label of a tick is a format for its number.
std::string tick_label(const std::string& text) {
  return gnuplot_text(std::regex_replace(shortened(text, kMaxTickLetters), std::regex("%"), "%%"));
}

std::string x_axis(const SweepPlot& plot) {
  std::string text = fmt::format("set xlabel {}\nset xrange {}\n", gnuplot_text(plot.x_label), x_range(plot));
  if (plot.log2_x) text += "set logscale x 2\n";
  std::vector<std::string> ticks;
  for (const SweepPlot::Tick& tick : plot.ticks) {
    ticks.push_back(fmt::format("{} {:.6g}", tick_label(tick.label), tick.x));
  }
  if (ticks.empty()) return text;
  text += fmt::format("set xtics ({})\n", fmt::join(ticks, ", "));
  return slanted_letters(plot) == 0 ? text : text + "set xtics rotate by 35 right\n";
}

/// A legend below the plots: layers of gnuplot's that draw nothing but their entry.
class Legend {
 public:
  void add(const std::string& how, const std::string& label) {
    entries_.push_back(fmt::format("keyentry with {} title {}", how, gnuplot_text(label)));
    letters_ = std::max(letters_, label.size());
  }
  const std::vector<std::string>& entries() const { return entries_; }
  /// All columns are as wide as the longest entry needs.
  std::size_t rows() const {
    const std::size_t width = kSampleWidth + kLetterWidth * std::min(letters_, kMaxPictureLetters);
    const std::size_t columns = std::max<std::size_t>(1, kWidth / width);
    return (entries_.size() + columns - 1) / columns;
  }
  /// `top` as a share of the picture's height.
  std::string place(double top, const std::string& title) const {
    return fmt::format(
        "  set key at screen 0.5,{:.4f} center top vertical maxrows {} Left reverse samplen 3 title {}\n",
        top, std::max<std::size_t>(1, rows()), gnuplot_text(title));
  }

 private:
  std::vector<std::string> entries_;
  std::size_t letters_ = 0;  ///< Of the longest.
};

Legend legend_of_curves(const SweepPlot& plot) {
  Legend legend;
  if (plot.legend.empty()) return legend;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const std::string how =
        plot.categories ? "points " : fmt::format("linespoints lw 2 dt {} ", curve_style(i).dash);
    legend.add(how + full_points(i), plot.curves[i].label);
  }
  return legend;
}

Legend legend_of_marks(const SweepPlot& plot, const SaturationStrip& strip) {
  Legend legend;
  if (any_point(plot, is_unstable)) legend.add("points pt 6 ps 0.9 lw 1.5 lc rgb '#404040'", "not stable");
  if (any_point(plot, is_undecided)) legend.add("points pt 7 ps 0.4 lc rgb '#404040'", "undecided");
  if (!strip.empty())
    legend.add("linespoints pt 6 ps 0.9 lw 1.2 dt 3 lc rgb '#404040'", "saturated: no mean latency");
  if (has_estimate(plot)) legend.add("lines lw 1 lc rgb '#404040'", "estimated, without a run");
  if (plot.against_load) legend.add("lines lw 1.5 dt 2 lc rgb '#909090'", "accepted = offered");
  if (plot.seeds > 1) {
    const char* bar = "yerrorbars pt 0 lc rgb '#404040'";
    const char* band = "boxes fs solid 0.2 noborder lc rgb '#404040'";
    legend.add(plot.categories ? bar : band, fmt::format("95 % interval over {} seeds", plot.seeds));
  }
  return legend;
}

std::string plot_command(const std::vector<std::string>& layers) {
  return fmt::format("  plot {}\n", fmt::join(layers, ", \\\n       "));
}

/// The 95 % intervals around a column of means: a band if they are of seeds and a curve leads through them.
std::string intervals(const SweepPlot& plot, std::size_t curve, int mean) {
  if (plot.seeds > 1 && !plot.categories) {
    return fmt::format(
        "$curve{0} using 1:(${1}-${2}):(${1}+${2}) with filledcurves fs transparent solid 0.2 noborder {3} "
        "notitle",
        curve, mean, mean + 1, curve_colour(curve));
  }
  return fmt::format("$curve{} using 1:{}:{} with yerrorbars pt 0 lw 1.5 {} notitle", curve, mean, mean + 1,
                     curve_colour(curve));
}

std::string latency_plot(const SweepPlot& plot, const SaturationStrip& strip, const Legend& legend) {
  // The first is out of sight: gnuplot draws no axes where there are no points.
  std::vector<std::string> layers{"-1 notitle"};
  if (!strip.empty())
    layers.push_back(fmt::format("{:.6g} with lines lw 0.8 lc rgb '#909090' notitle", strip.limit()));
  const auto add = [&](const std::string& text) { layers.push_back(text + " notitle"); };
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const std::vector<PlottedPoint>& points = plot.curves[i].points;
    if (!plot.curves[i].estimate.empty())
      add(fmt::format("$estimate{} using 1:2 with lines lw 1 {}", i, curve_colour(i)));
    if (strip.has_mark(i)) {
      add(fmt::format("$saturation{} using 1:2 with lines lw 1.2 dt 3 {}", i, curve_colour(i)));
      add(fmt::format("$saturation{} using 1:($3 == 1 ? $2 : NaN) with points {}", i, hollow_points(i)));
    }
    const bool any_latency = std::any_of(points.begin(), points.end(),
                                         [](const auto& point) { return point.latency.has_value(); });
    if (!any_latency) continue;
    layers.push_back(intervals(plot, i, 5));
    if (!plot.categories) add(fmt::format("$curve{} using 1:5 with {}", i, curve_line(i)));
    add(fmt::format("$curve{} using 1:5 with points {}", i, full_points(i)));
  }
  layers.insert(layers.end(), legend.entries().begin(), legend.entries().end());
  return plot_command(layers);
}

std::string accepted_plot(const SweepPlot& plot, const Legend& legend) {
  std::vector<std::string> layers{"-1 notitle"};
  if (plot.against_load) layers.emplace_back("x with lines lw 1.5 dt 2 lc rgb '#909090' notitle");
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto add = [&](const char* what, const std::string& how) {
      layers.push_back(fmt::format("$curve{} using 1:{} with {} notitle", i, what, how));
    };
    if (plot.curves[i].points.empty()) continue;
    if (plot.seeds > 1) layers.push_back(intervals(plot, i, 2));
    if (!plot.categories) add("2", curve_line(i));
    add("2", fmt::format("points pt {} ps 0.9 lc rgb 'white'", curve_style(i).full_point));
    add("2", "points " + hollow_points(i));
    const auto& points = plot.curves[i].points;
    if (std::any_of(points.begin(), points.end(), is_stable))
      add("(strcol(4) eq 'stable' ? $2 : NaN)", "points " + full_points(i));
    if (std::any_of(points.begin(), points.end(), is_undecided))
      add("(strcol(4) eq 'undecided' ? $2 : NaN)", fmt::format("points pt 7 ps 0.4 {}", curve_colour(i)));
  }
  layers.insert(layers.end(), legend.entries().begin(), legend.entries().end());
  return plot_command(layers);
}

}  // namespace

std::string gnuplot_script(const SweepPlot& plot, const std::string& stem) {
  const SaturationStrip strip(plot);
  const Legend curves = legend_of_curves(plot);
  const Legend marks = legend_of_marks(plot, strip);
  const int title_line = plot.legend.empty() ? 0 : 1;
  const int marks_height = kLineHeight * static_cast<int>(marks.rows()) + 10;
  const int legend_height = kLineHeight * (static_cast<int>(curves.rows()) + title_line) + marks_height;
  const int axis_height = 85 + 5 * static_cast<int>(slanted_letters(plot));
  const int height = kPlotsHeight + axis_height + legend_height;
  const auto share = [&](int pixels) { return ratio(pixels, height); };

  std::string text = gnuplot_head(stem) + x_axis(plot);
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const SweepPlot::Curve& curve = plot.curves[i];
    if (!curve.points.empty()) text += points_of(i, curve) + strip.data(i);
    text += estimate_of(i, curve);
  }
  text += gnuplot_formats(kWidth, height);
  text += fmt::format(
      "  set multiplot layout 1,2 title {} font ',16' margins 0.09,0.98,{:.4f},{:.4f} spacing 0.1\n",
      gnuplot_text(plot.title), share(legend_height + axis_height), 1 - share(60));
  text += fmt::format("\n  set ylabel {}\n", gnuplot_text(plot.latency_label));
  text += fmt::format("  set yrange [0:{:.6g}]\n", strip.top());
  text += fmt::format("  set ytics 0,{:.6g},{:.6g}\n", tick_step(strip.limit()), strip.limit());
  text += curves.place(share(legend_height), plot.legend);
  text += latency_plot(plot, strip, curves);
  text += fmt::format("\n  set ylabel {}\n", gnuplot_text(plot.accepted_label));
  text += "  set yrange [0:*]\n  set ytics autofreq\n";
  text += marks.place(share(marks_height), "");
  text += accepted_plot(plot, marks);
  return text + "\n  unset multiplot\n}\n";
}

}  // namespace switchyard
