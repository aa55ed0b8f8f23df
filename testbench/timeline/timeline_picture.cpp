#include "testbench/timeline/timeline_picture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "hw/base/ratio.h"
#include "testbench/picture/draw_picture.h"
#include "testbench/picture/gnuplot_look.h"

namespace switchyard {
namespace {

constexpr int kWidth = 1200;  ///< Pixels.
constexpr int kHeight = 870;
constexpr double kPlotWidth = 0.74 * kWidth;
constexpr double kLetterWidth = 10;

// Columns of the data, counted from 1; then the groups of links.
constexpr int kBegin = 1;
constexpr int kEnd = 2;
constexpr int kInjected = 3;
constexpr int kEjected = 4;
constexpr int kInFlight = 5;
constexpr int kWaiting = 6;
constexpr int kLinks = 7;

/// The curves are steps, so the last sample stands there twice: for its begin and for its end.
std::string data_of(const Timeline& timeline) {
  const std::vector<TimelineSample>& samples = timeline.condensed().samples();
  const LinkGroups& links = timeline.links();
  const auto row = [&](const TimelineSample& sample, Cycle begin) {
    const Cycle cycles = sample.end - sample.begin;
    std::string text = fmt::format("{} {} {:.6g} {:.6g} {} {} {:.6g}", begin, sample.end,
                                   ratio(sample.injected, cycles), ratio(sample.ejected, cycles),
                                   sample.in_flight, sample.waiting ? std::to_string(*sample.waiting) : "NaN",
                                   100 * sample.utilisation(links));
    for (std::size_t group = 0; group < links.groups.size(); ++group)
      text += fmt::format(" {:.6g}", 100 * sample.utilisation(links, group));
    return text + '\n';
  };
  std::string text = "\n$samples << END\n";
  for (const TimelineSample& sample : samples) text += row(sample, sample.begin);
  return text + row(samples.back(), samples.back().end) + "END\n";
}

/// A phase, cut off at the end of the run.
struct PhasePlace {
  Cycle begin;
  Cycle end;
  const std::string& name;
};

/// None if there are so many that they would hide the curves.
std::vector<PhasePlace> phases_of(const Timeline& timeline, Cycle end) {
  constexpr std::size_t kMax = 50;
  const Timeline::Phases& phases = timeline.phases();
  std::vector<PhasePlace> places;
  if (phases.size() > kMax) return places;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const Cycle stop = std::min(end, i + 1 < phases.size() ? phases[i + 1].first : end);
    if (phases[i].first < stop) places.push_back({phases[i].first, stop, phases[i].second});
  }
  return places;
}

/// Where each phase begins.
std::string phase_lines(const std::vector<PhasePlace>& phases) {
  std::string text;
  for (const PhasePlace& phase : phases) {
    if (phase.begin == 0) continue;
    text += fmt::format("set arrow from {0},graph 0 to {0},graph 1 nohead lw 1.2 dt 2 lc rgb '#909090'\n",
                        phase.begin);
  }
  return text;
}

/// Above the first plot, where there is room for them.
std::string phase_names(const std::vector<PhasePlace>& phases, Cycle end) {
  std::string text;
  for (const PhasePlace& phase : phases) {
    const double width = ratio(phase.end - phase.begin, end) * kPlotWidth;
    if (width < kLetterWidth * static_cast<double>(phase.name.size() + 1)) continue;
    text += fmt::format("  set label {} at {},screen 0.925 left offset 0.3,0 tc rgb '#606060'\n",
                        gnuplot_text(phase.name), phase.begin);
  }
  return text;
}

std::string steps(int column, std::size_t curve, const std::string& label) {
  return fmt::format("$samples using {}:{} with steps lw 1.5 dt {} {} title {}", kBegin, column,
                     curve_style(curve).dash, curve_colour(curve), gnuplot_text(label));
}

/// At the ends of samples.
std::string line(int column, std::size_t curve, const std::string& label) {
  return fmt::format("$samples using {}:{} with {} title {}", kEnd, column, curve_line(curve),
                     gnuplot_text(label));
}

std::string plot(const std::string& y_label, const std::vector<std::string>& layers) {
  return fmt::format("\n  set ylabel {}\n  plot {}\n", gnuplot_text(y_label),
                     fmt::join(layers, ", \\\n       "));
}

std::vector<std::string> link_curves(const LinkGroups& links) {
  std::vector<std::string> layers;
  if (links.groups.size() != 1)
    layers.push_back(fmt::format("$samples using {}:{} with steps lw 1 lc rgb '#b0b0b0' title 'all links'",
                                 kBegin, kLinks));
  for (std::size_t group = 0; group < links.groups.size(); ++group)
    layers.push_back(steps(kLinks + 1 + static_cast<int>(group), group, links.groups[group].name));
  return layers;
}

}  // namespace

std::string timeline_script(const Timeline& timeline, const std::string& title, const std::string& stem) {
  const std::vector<TimelineSample>& samples = timeline.condensed().samples();
  const Cycle end = samples.back().end;
  const Cycle each = samples.front().end - samples.front().begin;
  const std::vector<PhasePlace> phases = phases_of(timeline, end);
  std::string text = gnuplot_head(stem) + data_of(timeline) + phase_lines(phases);
  text += fmt::format(
      "set xrange [0:{}]\nset yrange [0:0.01<*]\nset key at screen 0.85,graph 1 left top Left reverse "
      "samplen 2\n",
      end);
  text += gnuplot_formats(kWidth, kHeight);
  text +=
      fmt::format("  set multiplot layout 3,1 title {} font ',16' margins 0.09,0.83,0.09,0.91 spacing 0.05\n",
                  gnuplot_text(fmt::format("{}, {} cycles per sample", title, each)));
  text += "\n  set format x ''\n  unset xlabel\n";
  text += phase_names(phases, end);
  text += plot("links in use (%)", link_curves(timeline.links()));
  text += "  unset label\n";
  text += plot("flits per cycle", {steps(kInjected, 0, "injected"), steps(kEjected, 1, "ejected")});
  text += "\n  set format x '%.0f'\n  set xlabel 'cycle'\n";
  std::vector<std::string> packets{line(kInFlight, 0, "in flight")};
  if (samples.front().waiting) packets.push_back(line(kWaiting, 1, "waiting"));
  text += plot("packets", packets);
  return text + "\n  unset multiplot\n}\n";
}

bool draw_timeline(const std::filesystem::path& folder, const Timeline& timeline, const std::string& title) {
  const std::string stem = "timeline";
  remove_picture(folder, stem);
  if (timeline.count() == 0) return false;
  return draw_picture(folder, stem, timeline_script(timeline, title, stem));
}

}  // namespace switchyard
