#include "testbench/report/pram_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "testbench/experiment/fault_report.h"
#include "testbench/report/interrupted_run.h"

namespace switchyard {

using nlohmann::ordered_json;

namespace {

ordered_json number_or_null(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

}  // namespace

ordered_json to_json(const PramFigures& f) {
  const double hops = static_cast<double>(f.message_hops);
  return {{"steps", f.steps},
          {"operations", f.operations},
          {"step_time",
           {{"mean", number_or_null(f.step_time.mean)},
            {"ci95", number_or_null(f.step_time.half_width)},
            {"no_ci95_because", f.step_time.unknown_because},
            {"effective_samples", number_or_null(f.step_time.effective_samples)},
            {"max", f.longest_step}}},
          {"cycles_per_step", f.cycles_per_step},
          {"floor", f.floor},
          {"bound", f.bound},
          {"above_bound", f.above_bound},
          {"message_hops", f.message_hops},
          {"ghosts", f.ghosts},
          {"ghosts_per_message", f.message_hops == 0 ? 0 : static_cast<double>(f.ghosts) / hops},
          {"requests_served", f.requests_served},
          {"words_wanted", f.words_wanted},
          {"most_queued", f.most_queued},
          {"most_outstanding", f.most_outstanding}};
}

ordered_json to_json(const PramStall& stall) {
  return {{"found", stall.found}, {"since", stall.since}, {"step", stall.step}, {"chain", stall.chain}};
}

std::string summary_of_program(const Experiment& experiment, const Results& r) {
  const PramFigures& f = *r.pram;
  const auto hops = static_cast<double>(f.message_hops);
  std::string text =
      fmt::format("{}: level {}, seed {}, {} cycles\n", experiment.design.name, r.level, r.seed, r.cycles);
  if (!experiment.design.faults.empty()) {
    text += fmt::format("  faults            {}\n",
                        to_text(experiment.design.faults, *experiment.design.whole_topology));
    text += fmt::format("  left              {}\n", to_text(*experiment.design.ranade->ways));
  }
  text += fmt::format("  steps             {} of {} operations\n", f.steps, f.operations);
  if (f.steps != 0)
    text += fmt::format(
        "  step              mean {:.2f}{} cycles, max {}; {:.2f} % of the steps took more than 15 log2 N = "
        "{:.0f}\n",
        f.step_time.mean,
        std::isfinite(f.step_time.half_width) ? fmt::format(" +- {:.2f}", f.step_time.half_width) : "",
        f.longest_step, 100 * f.above_bound, f.bound);
  if (f.steps != 0 && !f.step_time.unknown_because.empty())
    text += fmt::format("  NO INTERVAL       of the mean step: {}\n", f.step_time.unknown_because);
  text += fmt::format("  floor             {} cycles, the longest way of an operation in an idle machine\n",
                      f.floor);
  text += fmt::format("  program           {:.2f} cycles per step\n", f.cycles_per_step);
  text += fmt::format("  memory            {} requests for {} words and steps\n", f.requests_served,
                      f.words_wanted);
  text += fmt::format("  messages          {} hops, {:.3f} ghosts per hop\n", f.message_hops,
                      f.message_hops == 0 ? 0 : static_cast<double>(f.ghosts) / hops);
  text += fmt::format("  queues            at most {} of {} messages, seen every {} cycles\n", f.most_queued,
                      experiment.design.ranade->queue, PramFigures::kQueuesSeenEvery);
  text += fmt::format("  event hash        {}\n", r.event_hash);
  text += fmt::format(
      "  speed             {:.3f} s, {:.0f} cycles/s, {:.1f} ns per message-hop, {:.0f} MB peak\n",
      r.wall_seconds, static_cast<double>(r.cycles) / r.wall_seconds,
      f.message_hops == 0 ? 0 : r.wall_seconds * 1e9 / hops, static_cast<double>(r.peak_memory_bytes) / 1e6);
  text += interruption_line(r);
  if (r.stability.verdict == Stability::Unstable)
    text += fmt::format("  INCOMPLETE        {}\n", r.stability.because);
  if (!r.failed_check.empty()) text += fmt::format("  FAILED CHECK      {}\n", r.failed_check);
  for (const std::string& miss : r.missed_expectations) text += fmt::format("  NOT AS EXPECTED   {}\n", miss);
  return text;
}

std::string describe(const PramStall& stall) {
  std::string text = fmt::format("step {} does not end: nothing has moved from cycle {} to {}\n", stall.step,
                                 stall.since, stall.found);
  for (const std::string& line : stall.chain) text += "  " + line + '\n';
  return text;
}

}  // namespace switchyard
