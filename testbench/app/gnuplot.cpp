#include "testbench/app/gnuplot.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <system_error>

#include "testbench/app/child_process.h"

namespace switchyard {
namespace {

/// Latency is cut off at this many times its least value, so that the part before saturation can be read.
constexpr double kLatencySpan = 6;

/// Okabe and Ito's colours, which the colour-blind tell apart; black last, then round again.
constexpr const char* kColours[] = {"#0072B2", "#D55E00", "#009E73", "#CC79A7",
                                    "#E69F00", "#56B4E9", "#000000"};

constexpr const char* kHead = R"(# Run `gnuplot sweep.gp` to draw sweep.png and sweep.svg again.
if (!exists("stem")) stem = "sweep"
set datafile missing "NaN"
set termoption noenhanced
set border 3 lw 1.2 lc rgb "#404040"
set tics nomirror out textcolor rgb "#404040"
set grid lc rgb "#d8d8d8" lw 0.8 dt solid
set style data lines
)";

constexpr const char* kFormats = R"(
do for [format in "png svg"] {
  if (format eq "png") {
    set terminal pngcairo noenhanced size 1500,680 font "DejaVu Sans,13" linewidth 1.5 background "white"
  } else {
    set terminal svg noenhanced size 1000,453 font "DejaVu Sans,12" background "white"
  }
  set output stem . "." . format
)";

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string data_block(std::size_t index, const SweepPlot::Curve& curve) {
  std::string text = fmt::format("\n$curve{} << END  # {}\n", index, curve.label);
  for (const SweepPlot::Point& point : curve.points) {
    text += fmt::format("{:.6g} {:.6g} {} {} {:.6g}\n", point.x, point.accepted, point.stable ? 1 : 0,
                        point.latency ? fmt::format("{:.6g}", *point.latency) : "NaN", point.latency_ci95);
  }
  return text + "END\n";
}

/// Upper end of the latency axis: just above the greatest, unless that would press the rest to the floor.
std::string latency_limit(const SweepPlot& plot) {
  double least = 0;
  double most = 0;
  for (const SweepPlot::Curve& curve : plot.curves) {
    for (const SweepPlot::Point& point : curve.points) {
      if (!point.latency) continue;
      least = least == 0 ? *point.latency : std::min(least, *point.latency);
      most = std::max(most, *point.latency);
    }
  }
  return most == 0 ? "" : fmt::format("{:.6g}", std::min(1.08 * most, kLatencySpan * least));
}

std::string x_axis(const SweepPlot& plot) {
  std::string text = fmt::format("set xlabel {}\n", quoted(plot.x_label));
  if (plot.against_load) return text + "set xrange [0:*]\n";
  text += "set offsets graph 0.04, graph 0.04\n";
  if (plot.log2_x) text += "set logscale x 2\n";
  std::vector<std::string> ticks;
  for (const SweepPlot::Tick& tick : plot.ticks)
    ticks.push_back(fmt::format("{} {:.6g}", quoted(tick.label), tick.x));
  if (!ticks.empty()) text += fmt::format("set xtics ({})\n", fmt::join(ticks, ", "));
  return text;
}

std::string colour(std::size_t curve) {
  return fmt::format("lc rgb \"{}\"", kColours[curve % std::size(kColours)]);
}

std::string latency_plot(const SweepPlot& plot) {
  std::vector<std::string> layers;
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    layers.push_back(fmt::format("$curve{} using 1:4:5 with yerrorlines {} lw 2 pt 7 ps 0.9 title {}", i,
                                 colour(i), quoted(plot.curves[i].label)));
  }
  return fmt::format("  plot {}\n", fmt::join(layers, ", \\\n       "));
}

std::string accepted_plot(const SweepPlot& plot) {
  std::vector<std::string> layers;
  if (plot.against_load)
    layers.emplace_back("x with lines lc rgb \"#909090\" dt 2 title \"accepted = offered\"");
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    layers.push_back(fmt::format("$curve{} using 1:2 with lines {} lw 2 notitle", i, colour(i)));
    layers.push_back(fmt::format("$curve{} using 1:2 with points lc rgb \"white\" pt 7 ps 0.9 notitle", i));
    layers.push_back(
        fmt::format("$curve{} using 1:2 with points {} pt 6 ps 0.9 lw 1.5 notitle", i, colour(i)));
    layers.push_back(
        fmt::format("$curve{} using 1:($3 == 1 ? $2 : NaN) with points {} pt 7 ps 0.9 notitle", i, colour(i)));
  }
  layers.emplace_back("NaN with points lc rgb \"#404040\" pt 6 ps 0.9 lw 1.5 title \"not stable\"");
  return fmt::format("  plot {}\n", fmt::join(layers, ", \\\n       "));
}

void draw(const std::filesystem::path& folder, const std::string& stem) {
  const ChildCommand command{"gnuplot", {"-e", "stem = '" + stem + "'", "sweep.gp"}, folder, {}, {}};
  ChildExit exit;
  try {
    exit = run_child(command);
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::no_such_file_or_directory) throw;
    throw std::runtime_error("gnuplot is not installed");
  }
  if (exit.status != 0 || exit.signal != 0) throw std::runtime_error("gnuplot failed");
}

}  // namespace

std::string gnuplot_script(const SweepPlot& plot) {
  std::string text = kHead + x_axis(plot);
  for (std::size_t i = 0; i < plot.curves.size(); ++i) text += data_block(i, plot.curves[i]);
  text += kFormats;
  text += fmt::format(
      "  set multiplot layout 1,2 title {} font \",16\" margins 0.06,0.98,0.13,0.88 spacing 0.09\n",
      quoted(plot.title));
  text += "  set ylabel \"mean packet latency (cycles)\"\n";
  text += fmt::format("  set yrange [0:{}]\n", latency_limit(plot));
  text += plot.legend.empty()
              ? "  unset key\n"
              : fmt::format("  set key top left Left reverse title {}\n", quoted(plot.legend));
  text += latency_plot(plot);
  text += "  set ylabel \"accepted load (flits/node/cycle)\"\n";
  text += "  set yrange [0:*]\n";
  text += "  set key bottom right Left reverse title \"\"\n";
  text += accepted_plot(plot);
  return text + "  unset multiplot\n}\n";
}

void run_gnuplot(const std::filesystem::path& folder) {
  const std::string stem = "sweep.tmp";
  draw(folder, stem);
  for (const char* extension : {".png", ".svg"}) {
    std::filesystem::rename(folder / (stem + extension), folder / (std::string("sweep") + extension));
  }
}

}  // namespace switchyard
