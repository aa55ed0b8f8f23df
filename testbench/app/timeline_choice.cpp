#include "testbench/app/timeline_choice.h"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "hw/base/ratio.h"
#include "testbench/app/whole_number.h"
#include "testbench/file/print.h"
#include "testbench/timeline/timeline_picture.h"

namespace switchyard {

void TimelineChoice::add_to(CLI::App& command) {
  command
      .add_option("--timeline", cycles,
                  "Write what the network does over time, a sample for every so many cycles: flits, use of "
                  "links, packets in flight, as timeline.csv and timeline.svg in the folder of --out "
                  "(default: out/<configuration>); for single runs, not for sweeps")
      ->transform(whole_number(1))
      ->type_name("CYCLES");
}

std::string TimelineChoice::folder_of_run(const Level& level, const std::string& out,
                                          const std::string& config) const {
  if (cycles && !level.has_flits)
    throw std::invalid_argument("--timeline counts flits, which level " + level.name + " does not have");
  if (!cycles || !out.empty()) return out;
  return "out/" + std::filesystem::path(config).stem().string();
}

std::optional<Timeline> TimelineChoice::open(const Design& design, const std::string& folder) const {
  if (!cycles) return std::nullopt;
  return std::optional<Timeline>(std::in_place, design, *cycles,
                                 std::filesystem::path(folder) / "timeline.csv");
}

void warn_of_large_timeline(const std::optional<Timeline>& timeline, Cycle cycles) {
  if (!timeline || cycles == kNever) return;
  constexpr double kLarge = 1e9;
  constexpr double kBytesOfALine = 50;
  constexpr double kBytesOfAGroup = 9;
  const auto groups = static_cast<double>(timeline->links().groups.size());
  const double bytes = ratio(cycles, timeline->cycles()) * (kBytesOfALine + kBytesOfAGroup * groups);
  if (bytes < kLarge) return;
  print_error(
      "switchyard: warning: timeline.csv will have about {:.1f} GB; a larger --timeline makes it smaller\n",
      bytes / 1e9);
}

void write_timeline(std::optional<Timeline>& timeline, const std::string& folder, const std::string& title) {
  if (!timeline) return;
  timeline->commit();
  const bool drawn = draw_timeline(folder, *timeline, title);
  print_out("  timeline          {} samples of {} cycle{}: {}/timeline.csv{}\n", timeline->count(),
            timeline->cycles(), timeline->cycles() == 1 ? "" : "s", folder, drawn ? " and timeline.svg" : "");
}

}  // namespace switchyard
