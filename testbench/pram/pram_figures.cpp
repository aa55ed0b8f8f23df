#include "testbench/pram/pram_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "hw/base/ratio.h"
#include "hw/router/combining/ranade_config.h"
#include "testbench/experiment/experiment.h"
#include "testbench/experiment/fault_report.h"
#include "testbench/report/results.h"

namespace switchyard {

using nlohmann::ordered_json;

namespace {

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

}  // namespace

void PramFigures::add_to(ordered_json& results) const {
  const auto hops = static_cast<double>(message_hops);
  results["pram"] = {{"steps", steps},
                     {"operations", operations},
                     {"step_time",
                      {{"mean", number_or_null(step_time.mean)},
                       {"ci95", number_or_null(step_time.half_width)},
                       {"no_ci95_because", step_time.unknown_because},
                       {"effective_samples", number_or_null(step_time.effective_samples)},
                       {"max", longest_step}}},
                     {"cycles_per_step", cycles_per_step},
                     {"floor", floor},
                     {"bound", bound},
                     {"above_bound", above_bound},
                     {"message_hops", message_hops},
                     {"ghosts", ghosts},
                     {"ghosts_per_message", message_hops == 0 ? 0 : ratio(ghosts, hops)},
                     {"requests_served", requests_served},
                     {"words_wanted", words_wanted},
                     {"most_queued", most_queued},
                     {"most_outstanding", most_outstanding}};
}

std::string PramFigures::summary(const Experiment& experiment, const Results& r) const {
  const auto hops = static_cast<double>(message_hops);
  std::string text =
      fmt::format("{}: level {}, seed {}, {} cycles\n", experiment.design.name, r.level, r.seed, r.cycles);
  if (!experiment.design.faults.empty()) {
    text += fmt::format("  faults            {}\n",
                        to_text(experiment.design.faults, *experiment.design.whole_topology));
    text += fmt::format("  left              {}\n", experiment.design.router.left_by_faults);
  }
  text += fmt::format("  steps             {} of {} operations\n", steps, operations);
  if (steps != 0)
    text += fmt::format(
        "  step              mean {:.2f}{} cycles, max {}; {:.2f} % of the steps took more than 15 log2 N = "
        "{:.0f}\n",
        step_time.mean,
        std::isfinite(step_time.half_width) ? fmt::format(" +- {:.2f}", step_time.half_width) : "",
        longest_step, 100 * above_bound, bound);
  if (steps != 0 && !step_time.unknown_because.empty())
    text += fmt::format("  NO INTERVAL       of the mean step: {}\n", step_time.unknown_because);
  text += fmt::format("  floor             {} cycles, the longest way of an operation in an idle machine\n",
                      floor);
  text += fmt::format("  program           {:.2f} cycles per step\n", cycles_per_step);
  text +=
      fmt::format("  memory            {} requests for {} words and steps\n", requests_served, words_wanted);
  text += fmt::format("  messages          {} hops, {:.3f} ghosts per hop\n", message_hops,
                      message_hops == 0 ? 0 : ratio(ghosts, hops));
  text += fmt::format("  queues            at most {} of {} messages, seen every {} cycles\n", most_queued,
                      experiment.design.router.as<RanadeConfig>()->queue, PramFigures::kQueuesSeenEvery);
  text += fmt::format("  event hash        {}\n", r.event_hash);
  text += fmt::format(
      "  speed             {:.3f} s, {:.0f} cycles/s, {:.1f} ns per message-hop, {:.0f} MB peak\n",
      r.wall_seconds, ratio(r.cycles, r.wall_seconds), message_hops == 0 ? 0 : r.wall_seconds * 1e9 / hops,
      ratio(r.peak_memory_bytes, 1e6));
  return text + outcome_lines(r);
}

void PramFigures::add_times_to(ordered_json& units, const PhysicalUnits& of) const {
  const bool has_mean = steps != 0 && std::isfinite(step_time.mean);
  units["step_ns"] = {
      {"mean", has_mean ? ordered_json(step_time.mean * of.clock_period) : ordered_json(nullptr)},
      {"max", static_cast<double>(longest_step) * of.clock_period}};
}

std::string PramFigures::times_text(const PhysicalUnits& units, const Results&) const {
  return fmt::format("  in time           step: mean {:.2f}, max {:.2f} ns, at {} ns per cycle\n",
                     step_time.mean * units.clock_period,
                     static_cast<double>(longest_step) * units.clock_period, units.clock_period);
}

}  // namespace switchyard
