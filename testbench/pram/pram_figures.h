#pragma once

#include <cstdint>
#include <string>

#include "testbench/monitor/confidence_interval.h"
#include "testbench/pram/pram_program.h"
#include "testbench/report/machine_figures.h"

namespace switchyard {

/// What a program of a combining machine has shown. Times in cycles.
struct PramFigures final : MachineFigures {
  static constexpr Cycle kQueuesSeenEvery = 97;  ///< Cycles between looks at all queues.

  Step steps = 0;                ///< That ended.
  std::uint64_t operations = 0;  ///< In these steps.
  ConfidenceInterval step_time;  ///< From the first begin to the last answer; no interval if steps overlap.
  Cycle longest_step = 0;
  double cycles_per_step = 0;  ///< Of the whole program: with several in flight, less than step_time.
  Cycle floor = 0;             ///< The longest way of an operation in an idle machine; 6 n if links take 1.
  double bound = 0;            ///< 15 log2 N.
  double above_bound = 0;      ///< Share of the steps that took longer.
  std::uint64_t message_hops = 0;
  std::uint64_t ghosts = 0;
  std::uint64_t requests_served = 0;  ///< That reached a memory module.
  std::uint64_t words_wanted = 0;     ///< Pairs of a step and an address: with combining as many.
  int most_queued = 0;                ///< The most messages seen in a queue; at most router.queue.
  int most_outstanding = 0;           ///< Messages of a stream that hold a credit.

  void add_to(nlohmann::ordered_json& results) const override;
  std::string summary(const Experiment& experiment, const Results& results) const override;
  void add_times_to(nlohmann::ordered_json& units, const PhysicalUnits& of) const override;
  std::string times_text(const PhysicalUnits& units, const Results& results) const override;
};

}  // namespace switchyard
