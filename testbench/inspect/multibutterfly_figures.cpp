#include "testbench/inspect/multibutterfly_figures.h"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "hw/analysis/splitter_expansion.h"
#include "hw/topology/multibutterfly.h"
#include "testbench/monitor/student_t.h"

namespace switchyard {
namespace {

const Multibutterfly& shape_of(const Topology& network) {
  const auto* const shape = network.shape<Multibutterfly>();
  if (shape == nullptr || !network.is_whole())
    throw std::invalid_argument("this is about topology.kind = multibutterfly without `faults`, not " +
                                network.kind());
  return *shape;
}

/// `mean,half width of its 95 % interval`.
std::string mean_and_interval(const std::vector<NodeId>& values) {
  const auto count = static_cast<double>(values.size());
  double sum = 0;
  double squares = 0;
  for (const NodeId value : values) sum += value;
  const double mean = sum / count;
  for (const NodeId value : values) squares += (value - mean) * (value - mean);
  const double half = values.size() < 2 ? 0
                                        : student_t_975(static_cast<int>(values.size()) - 1) *
                                              std::sqrt(squares / (count - 1) / count);
  return fmt::format("{:.4f},{:.4f}", mean, half);
}

}  // namespace

std::string survivors_csv(const Topology& network, const FaultRule& rule, const FaultDraws& draws) {
  const Multibutterfly& shape = shape_of(network);
  std::string text = "faults,runs,inputs,inputs_ci95,outputs,outputs_ci95,worst_inputs,worst_outputs\n";
  for (const int faults : draws.faults) {
    if (faults > static_cast<int>(shape.node_count()))
      throw std::invalid_argument(
          fmt::format("{} faults are more than the {} switches", faults, shape.node_count()));
    RandomStream random(draws.seed, static_cast<NodeId>(faults), Purpose::Fault);
    std::vector<NodeId> inputs;
    std::vector<NodeId> outputs;
    for (int draw = 0; draw < draws.draws; ++draw) {
      const Survivors survivors = find_survivors(network, random_faults(network, faults, random), rule);
      inputs.push_back(survivors.inputs);
      outputs.push_back(survivors.outputs);
    }
    const Survivors worst =
        find_survivors(network, bad_faults(network, faults, rule, draws.moves, random), rule);
    text += fmt::format("{},{},{},{},{},{}\n", faults, draws.draws, mean_and_interval(inputs),
                        mean_and_interval(outputs), worst.inputs, worst.outputs);
  }
  return text;
}

std::string expansion_csv(const Topology& network, const std::vector<int>& inputs, std::uint64_t seed) {
  const Multibutterfly& shape = shape_of(network);
  constexpr double kSetLimit = 1e6;
  std::string text = "level,inputs,of_inputs,outputs,of_outputs,exact\n";
  for (int level = 0; level + 1 < shape.levels(); ++level) {
    const NodeId rows = shape.splitter_rows(level);
    for (const int set : inputs) {
      if (2 * set > static_cast<int>(rows)) continue;
      RandomStream random(seed, static_cast<NodeId>(level), Purpose::Selection);
      const Expansion found = find_expansion(network, level, /*first=*/0, set, kSetLimit, random);
      text += fmt::format("{},{},{},{},{},{}\n", level, set, rows, found.outputs, rows / 2,
                          found.exact ? "exact" : "found");
    }
  }
  return text;
}

}  // namespace switchyard
