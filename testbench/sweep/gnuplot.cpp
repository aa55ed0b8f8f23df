#include "testbench/sweep/gnuplot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "testbench/process/child_process.h"

namespace switchyard {
namespace {

/// Latency is cut off at this many times its least value, so that the part before saturation can be read.
constexpr double kLatencySpan = 6;

/// Okabe and Ito's colours, which the colour-blind tell apart; black last, then round again.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#000000"};

constexpr const char* kHead = R"(# Run `gnuplot {0}.gp` to draw {0}.png and {0}.svg again.
if (!exists('stem')) stem = '{0}'
)";

constexpr const char* kStyle = R"(set datafile missing "NaN"
set termoption noenhanced
set border 3 lw 1.2 lc rgb '#404040'
set tics nomirror out textcolor rgb '#404040'
set grid lt 1 lc rgb '#e2e2e2' lw 0.8
set style data lines
)";

constexpr const char* kFormats = R"(
do for [format in 'png svg'] {
  if (format eq 'png') {
    set terminal pngcairo noenhanced size 1500,680 font 'DejaVu Sans,13' linewidth 1.5 background 'white'
  } else {
    set terminal svg noenhanced size 1000,453 font 'DejaVu Sans,12' background 'white'
  }
  set output stem . '.' . format
)";

/// In single quotes: inside double ones gnuplot runs what stands between backquotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? "''" : std::string(1, c == '\n' ? ' ' : c);
  return result + '\'';
}

/// Columns: x, accepted, stable, mean latency, its confidence interval.
std::string data_block(std::size_t index, const SweepPlot::Curve& curve) {
  std::string text = fmt::format("\n$curve{} << END\n", index);
  for (const SweepPlot::Point& point : curve.points) {
    text += fmt::format("{:.6g} {:.6g} {} {} {:.6g}\n", point.x, point.accepted, point.stable ? 1 : 0,
                        point.latency ? fmt::format("{:.6g}", *point.latency) : "NaN", point.latency_ci95);
  }
  return text + "END\n";
}

/// Upper end of the latency axis: above the greatest, unless that is of a network at saturation and would
/// press the rest to the floor. A short legend lies above where the curves against the load are low; else it
/// needs room of its own.
double latency_limit(const SweepPlot& plot) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const SweepPlot::Curve& curve : plot.curves) {
    for (const SweepPlot::Point& point : curve.points) {
      if (!point.latency) continue;
      least = std::min(least, *point.latency);
      most = std::max(most, *point.latency + point.latency_ci95);
    }
  }
  if (most == 0) return 1;
  const double top = plot.against_load ? std::min(1.05 * most, kLatencySpan * least) : 1.05 * most;
  const bool fits = plot.against_load && plot.curves.size() <= 4;
  const double legend = fits ? 0 : 0.05 * static_cast<double>(plot.curves.size() + 1);
  return top / (1 - std::min(legend, 0.5));
}

std::string x_range(const SweepPlot& plot) {
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const SweepPlot::Curve& curve : plot.curves) {
    least = std::min(least, curve.points.front().x);
    most = std::max(most, curve.points.back().x);
  }
  if (plot.against_load) return fmt::format("[0:{:.6g}]", 1.04 * most);
  if (plot.log2_x) return fmt::format("[{:.6g}:{:.6g}]", least / 1.2, most * 1.2);
  const double margin = plot.categories || most == least ? 0.5 : 0.05 * (most - least);
  return fmt::format("[{:.6g}:{:.6g}]", least - margin, most + margin);
}

std::string x_axis(const SweepPlot& plot) {
  std::string text = fmt::format("set xlabel {}\nset xrange {}\n", quoted(plot.x_label), x_range(plot));
  if (plot.log2_x) text += "set logscale x 2\n";
  std::vector<std::string> ticks;
  for (const SweepPlot::Tick& tick : plot.ticks) {
    ticks.push_back(fmt::format("{} {:.6g}", quoted(tick.label), tick.x));
  }
  return ticks.empty() ? text : text + fmt::format("set xtics ({})\n", fmt::join(ticks, ", "));
}

std::string colour(std::size_t curve) {
  return fmt::format("lc rgb '{}'", kColours[curve % std::size(kColours)]);
}

std::string plot_command(const std::vector<std::string>& layers) {
  return fmt::format("  plot {}\n", fmt::join(layers, ", \\\n       "));
}

template <class Predicate>
bool any_point(const SweepPlot::Curve& curve, Predicate&& predicate) {
  return std::any_of(curve.points.begin(), curve.points.end(), predicate);
}

std::string latency_plot(const SweepPlot& plot) {
  // The first is out of sight: gnuplot draws no axes where there are no points.
  std::vector<std::string> layers{"-1 notitle"};
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const SweepPlot::Curve& curve = plot.curves[i];
    const bool any_latency = any_point(curve, [](const auto& point) { return point.latency.has_value(); });
    layers.push_back(fmt::format("{} with {} {} lw 2 pt 7 ps 0.9 title {}",
                                 any_latency ? fmt::format("$curve{} using 1:4:5", i) : "keyentry",
                                 plot.categories ? "yerrorbars" : "yerrorlines", colour(i),
                                 quoted(curve.label)));
  }
  return plot_command(layers);
}

std::string accepted_plot(const SweepPlot& plot) {
  std::vector<std::string> layers;
  if (plot.against_load) layers.emplace_back("x with lines lc rgb '#909090' dt 2 title 'accepted = offered'");
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    const auto add = [&](const char* what, const std::string& how) {
      layers.push_back(fmt::format("$curve{} using 1:{} with {} notitle", i, what, how));
    };
    if (!plot.categories) add("2", "lines lw 2 " + colour(i));
    add("2", "points pt 7 ps 0.9 lc rgb 'white'");
    add("2", "points pt 6 ps 0.9 lw 1.5 " + colour(i));
    const bool any_stable = any_point(plot.curves[i], [](const auto& point) { return point.stable; });
    if (any_stable) add("($3 == 1 ? $2 : NaN)", "points pt 7 ps 0.9 " + colour(i));
  }
  layers.emplace_back("keyentry with points pt 6 ps 0.9 lw 1.5 lc rgb '#404040' title 'not stable'");
  return plot_command(layers);
}

}  // namespace

std::string gnuplot_script(const SweepPlot& plot, const std::string& stem) {
  std::string text = fmt::format(kHead, stem) + kStyle + x_axis(plot);
  for (std::size_t i = 0; i < plot.curves.size(); ++i) text += data_block(i, plot.curves[i]);
  text += kFormats;
  text += fmt::format(
      "  set multiplot layout 1,2 title {} font ',16' margins 0.065,0.98,0.13,0.90 spacing 0.09\n",
      quoted(plot.title));
  text += fmt::format("\n  set ylabel {}\n", quoted(plot.latency_label));
  text += fmt::format("  set yrange [0:{:.6g}]\n", latency_limit(plot));
  text += fmt::format("  set key top left Left reverse title {}\n", quoted(plot.legend));
  if (plot.legend.empty()) text += "  unset key\n";
  text += latency_plot(plot);
  text += fmt::format("\n  set ylabel {}\n", quoted(plot.accepted_label));
  text += "  set yrange [0:*]\n";
  text += "  set key bottom right Left reverse title ''\n";
  text += accepted_plot(plot);
  return text + "\n  unset multiplot\n}\n";
}

void run_gnuplot(const std::filesystem::path& folder, const std::string& stem) {
  const std::string draft = stem + ".tmp";
  for (const char* extension : {".png", ".svg"}) std::filesystem::remove(folder / (stem + extension));
  const ChildExit exit =
      run_child({"gnuplot", {"-e", "stem = '" + draft + "'", stem + ".gp"}, folder, {}, {}});
  const bool good = exit.status == 0 && exit.signal == 0;
  for (const char* extension : {".png", ".svg"}) {
    if (good) {
      std::filesystem::rename(folder / (draft + extension), folder / (stem + extension));
    } else {
      std::filesystem::remove(folder / (draft + extension));
    }
  }
  if (!good) throw std::runtime_error("gnuplot failed");
}

}  // namespace switchyard
