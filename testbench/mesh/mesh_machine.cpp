#include "testbench/mesh/mesh_machine.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "testbench/mesh/many_to_one_problem.h"
#include "testbench/mesh/many_to_one_simulation.h"
#include "testbench/report/sweep_figures.h"

namespace switchyard {
namespace {

constexpr auto kAveraged = SweepColumn::Mean::OfAll;
constexpr SweepColumn kManyToOneColumns[] = {{"routing_steps", "/many_to_one/routing_steps", kAveraged},
                                             {"other_steps", "/many_to_one/other_steps", kAveraged},
                                             {"lower_bound", "/many_to_one/lower_bound", kAveraged},
                                             {"share_of_bound", "/many_to_one/share_of_bound", kAveraged},
                                             {"most_of_type", "/many_to_one/most_of_type", kAveraged},
                                             {"most_in_node", "/many_to_one/most_in_node", kAveraged},
                                             {"packets", "/many_to_one/packets", kAveraged},
                                             {"hops", "/many_to_one/hops", kAveraged},
                                             {"outcome", "/outcome"},
                                             {"event_hash", "/event_hash"}};

std::string describe(const nlohmann::ordered_json& results) {
  return fmt::format(", {} routing steps",
                     results.at("many_to_one").at("routing_steps").get<std::uint64_t>());
}

class MeshMachine final : public Machine {
 public:
  Words words() const override {
    return {"mesh16", "a mesh of sixteen-buffer nodes", "workload.kind = many_to_one",
            "a many-to-one problem"};
  }

  std::vector<TrafficCatalog::Workload> workloads() const override {
    return {{"many_to_one",
             "a packet per processor, at most `max_per_destination` for one; how a square mesh delivers them",
             build_many_to_one}};
  }

  void check(const ConfigNode&, const Design&, const Injection&) const override {}

  std::optional<ZeroLoadFigures> zero_load(const Topology&) const override { return std::nullopt; }

  Results simulate(const Experiment& experiment, const Level& level,
                   const SimulationOptions& options) const override {
    return simulate_many_to_one(experiment, level, options);
  }

  const SweepFigures& sweep_figures() const override {
    static const SweepFigures kFigures{"many_to_one",
                                       kManyToOneColumns,
                                       {"routing (steps)", "/many_to_one/routing_steps", "",
                                        "sorting and colouring (steps)", "/many_to_one/other_steps"},
                                       describe};
    return kFigures;
  }
};

}  // namespace

const Machine& mesh_machine() {
  static const MeshMachine kMachine;
  return kMachine;
}

}  // namespace switchyard
