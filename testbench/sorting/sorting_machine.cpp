#include "testbench/sorting/sorting_machine.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/report/sweep_figures.h"
#include "testbench/sorting/sorting_problem.h"
#include "testbench/sorting/sorting_simulation.h"

namespace switchyard {
namespace {

constexpr auto kAveraged = SweepColumn::Mean::OfAll;
constexpr SweepColumn kSortingColumns[] = {{"steps", "/sorting/steps", kAveraged},
                                           {"processors", "/sorting/processors", kAveraged},
                                           {"hops", "/sorting/hops", kAveraged},
                                           {"cycles", "/cycles", kAveraged},
                                           {"outcome", "/outcome"},
                                           {"event_hash", "/event_hash"}};

std::string describe(const nlohmann::ordered_json& results) {
  return fmt::format(", {} steps", results.at("sorting").at("steps").get<std::uint64_t>());
}

class SortingMachine final : public Machine {
 public:
  Words words() const override {
    return {"sorting", "an exchange machine", "workload.kind = sorting", "a program of an exchange machine"};
  }

  std::vector<TrafficCatalog::Workload> workloads() const override {
    return {{"sorting", "a primitive, or random access reads or writes, of processors that exchange records",
             build_sorting}};
  }

  void check(const ConfigNode&, const Design&, const Injection&) const override {}

  std::optional<ZeroLoadFigures> zero_load(const Topology&) const override { return std::nullopt; }

  Results simulate(const Experiment& experiment, const Level& level,
                   const SimulationOptions& options) const override {
    return simulate_sorting(experiment, level, options);
  }

  const SweepFigures& sweep_figures() const override {
    static const SweepFigures kFigures{"sorting",
                                       kSortingColumns,
                                       {"steps", "/sorting/steps", "", "records over links", "/sorting/hops"},
                                       describe};
    return kFigures;
  }
};

}  // namespace

const Machine& sorting_machine() {
  static const SortingMachine kMachine;
  return kMachine;
}

}  // namespace switchyard
