#include "testbench/pram/pram_machine.h"

#include <fmt/format.h>

#include <algorithm>
#include <any>
#include <nlohmann/json.hpp>

#include "hw/design/design.h"
#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "testbench/pram/pram_simulation.h"
#include "testbench/pram/pram_workload.h"
#include "testbench/pram/pram_workloads.h"
#include "testbench/pram/pram_zero_load.h"
#include "testbench/report/sweep_figures.h"

namespace switchyard {
namespace {

constexpr auto kAveraged = SweepColumn::Mean::OfAll;
constexpr SweepColumn kProgramColumns[] = {{"step_mean", "/pram/step_time/mean", kAveraged},
                                           {"step_ci95", "/pram/step_time/ci95"},
                                           {"step_max", "/pram/step_time/max", kAveraged},
                                           {"cycles_per_step", "/pram/cycles_per_step", kAveraged},
                                           {"above_bound", "/pram/above_bound", kAveraged},
                                           {"ghosts_per_message", "/pram/ghosts_per_message", kAveraged},
                                           {"most_queued", "/pram/most_queued", kAveraged},
                                           {"message_hops", "/pram/message_hops", kAveraged},
                                           {"outcome", "/outcome"},
                                           {"event_hash", "/event_hash"}};

std::string describe(const nlohmann::ordered_json& results) {
  const auto& step = results.at("pram").at("step_time").at("mean");
  return step.is_null() ? "" : fmt::format(", mean step {:.2f}", step.get<double>());
}

class PramMachine final : public Machine {
 public:
  Words words() const override {
    return {"ranade", "a combining machine", "a workload whose name begins with pram_",
            "a program of a combining machine"};
  }

  std::vector<TrafficCatalog::Workload> workloads() const override {
    return {
        {"pram_permutation", "steps of a combining machine: every address is wanted by one processor",
         build_pram_permutation},
        {"pram_random", "every processor wants a random address", build_pram_random},
        {"pram_all_to_one", "all processors want one address, another one in every step",
         build_pram_all_to_one},
        {"pram_hot_spots", "a share of the processors wants one of `spots` addresses", build_pram_hot_spots},
        {"pram_strided", "processor p wants address p * stride", build_pram_strided},
        {"pram_mixed", "all operations, on few or many addresses", build_pram_mixed},
        {"pram_histogram", "multiprefix: every processor counts into one of `bins` words",
         build_pram_histogram},
        {"pram_list_ranking", "pointer jumping along a list through all processors", build_pram_list_ranking},
        {"pram_prefix", "the sums of all numbers up to each, by doubling", build_pram_prefix}};
  }

  void check(const ConfigNode& root, const Design& design, const Injection& injection) const override {
    const auto& program = std::any_cast<const PramWorkload&>(injection.program);
    const RanadeConfig& router = *design.router.as<RanadeConfig>();
    const std::uint64_t needed = std::max<std::uint64_t>(
        program.words, std::uint64_t{program.words_per_processor} * router.paths->processors());
    if (needed <= router.map->words()) return;
    root.child("router").child("words").fail("router.words = " + std::to_string(router.map->words()) +
                                             ", but the program of workload needs " + std::to_string(needed));
  }

  std::optional<ZeroLoadFigures> zero_load(const Topology& topology) const override {
    return zero_load_of_operations(topology);
  }

  Results simulate(const Experiment& experiment, const Level& level,
                   const SimulationOptions& options) const override {
    return simulate_program(experiment, level, options);
  }

  bool has_steps() const override { return true; }

  const SweepFigures& sweep_figures() const override {
    static const SweepFigures kFigures{
        "pram",
        kProgramColumns,
        {"mean time of a step (cycles)", "/pram/step_time/mean", "/pram/step_time/ci95",
         "cycles per step of the program", "/pram/cycles_per_step"},
        describe};
    return kFigures;
  }
};

}  // namespace

const Machine& pram_machine() {
  static const PramMachine kMachine;
  return kMachine;
}

}  // namespace switchyard
