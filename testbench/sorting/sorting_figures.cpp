#include "testbench/sorting/sorting_figures.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "hw/base/ratio.h"
#include "testbench/experiment/experiment.h"
#include "testbench/report/results.h"

namespace switchyard {

using nlohmann::ordered_json;

void SortingFigures::add_to(ordered_json& results) const {
  ordered_json by_phase = ordered_json::array();
  for (const Phase& phase : phases) by_phase.push_back({{"name", phase.name}, {"steps", phase.steps}});
  results["sorting"] = {{"program", program},
                        {"processors", processors},
                        {"steps", steps},
                        {"hops", hops},
                        {"phases", std::move(by_phase)}};
}

std::string SortingFigures::summary(const Experiment& experiment, const Results& r) const {
  std::string text =
      fmt::format("{}: level {}, seed {}, {} cycles\n", experiment.design.name, r.level, r.seed, r.cycles);
  text += fmt::format("  program           {} on {} processors, {} steps\n", program, processors, steps);
  for (const Phase& phase : phases) text += fmt::format("  {:<17} {} steps\n", phase.name, phase.steps);
  text += fmt::format("  moved             {} records and counts over links, {:.3f} per processor and step\n",
                      hops, ratio(hops, steps * processors));
  text += fmt::format("  event hash        {}\n", r.event_hash);
  text += fmt::format("  speed             {:.3f} s, {:.0f} cycles/s, {:.0f} MB peak\n", r.wall_seconds,
                      ratio(r.cycles, r.wall_seconds), ratio(r.peak_memory_bytes, 1e6));
  return text + outcome_lines(r);
}

std::string SortingFigures::times_text(const PhysicalUnits& units, const Results& results) const {
  return run_time_text(units, results);
}

}  // namespace switchyard
