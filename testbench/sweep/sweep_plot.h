#pragma once

#include <string>
#include <vector>

#include "testbench/sweep/plotted_point.h"
#include "testbench/sweep/sweep_axis.h"
#include "testbench/sweep/sweep_estimate.h"
#include "testbench/sweep/sweep_row.h"

namespace switchyard {

/// What a sweep's picture shows: latency and accepted load against one axis, a curve for every combination of
/// the others but the seed; of a program the time of a step, and how many cycles each costs it; of a
/// many-to-one problem the steps of routing and those of the other phases. Free of how it is drawn.
struct SweepPlot {
  struct Curve {
    std::string label;
    std::vector<PlottedPoint> points;              ///< In order of x.
    std::vector<LatencyEstimate::Point> estimate;  ///< Likewise; only against the load.
  };
  struct Tick {
    double x;
    std::string label;
  };

  std::string title;
  std::string x_label;
  std::string latency_label;
  std::string accepted_label;
  bool against_load = false;  ///< x is the offered load.
  bool log2_x = false;
  bool categories = false;  ///< The values are names; no curve leads from one to the next.
  std::size_t seeds = 1;    ///< More: points are means over so many seeds, and intervals are of these means.
  std::vector<Tick> ticks;  ///< Empty: wherever they fit.
  std::string legend;       ///< What tells the curves apart; empty: there is one curve.
  std::vector<Curve> curves;
};

/// Lays out a sweep: against the offered load if traffic.load is an axis, else against the first axis that
/// holds neither configurations nor seeds, on a logarithmic scale if its values are powers of two and as
/// categories if they are not numbers. Rows without results are left out; estimates are there from the
/// beginning. Precondition: at least one axis.
SweepPlot lay_out_plot(const std::string& title, const std::vector<SweepAxis>& axes,
                       const std::vector<SweepRow>& rows, const std::vector<SweepEstimate>& estimates = {});

struct SweepPicture {
  std::string stem;  ///< Of its file's name; no other picture of the sweep has it.
  SweepPlot plot;
};

/// One picture, "sweep"; or, if `picture_per` is the path of an axis, one for each of its values,
/// "sweep_<value>", laid out over the other axes. Precondition: as lay_out_plot, and of the other axes.
std::vector<SweepPicture> lay_out_plots(const std::string& title, const std::vector<SweepAxis>& axes,
                                        const std::vector<SweepRow>& rows, const std::string& picture_per,
                                        const std::vector<SweepEstimate>& estimates = {});

}  // namespace switchyard
