#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hw/router/sorting/sorting_router.h"
#include "testbench/sorting/sorting_processor.h"
#include "testbench/sorting/sorting_scoreboard.h"
#include "tests/support/dice.h"
#include "tests/support/test_bench.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// An exchange machine and what its processors have.
struct SortingSetup {
  std::string topology = "kind: hypercube, dimensions: 4";
  std::string index = {};  ///< Of a grid.
  SortingWorkload workload = {};
  std::uint64_t seed = 1;

  std::string text() const {
    return fmt::format("{}, {}, {} of {}, share {}, seed {}", topology, index,
                       SortingProgram::kKinds[static_cast<std::size_t>(workload.program)],
                       kRequests[static_cast<std::size_t>(workload.requests)], workload.share, seed);
  }
};

inline Experiment sorting_experiment(const SortingSetup& setup) {
  const std::string index = setup.index.empty() ? "" : ", index: " + setup.index;
  return experiment_from(
      fmt::format("seed: {}\ntopology: {{{}}}\nrouter: {{kind: sorting{}}}\nworkload: {{kind: sorting}}\n",
                  setup.seed, setup.topology, index));
}

/// The processors of a machine, which is built around them.
struct SortingParts {
  explicit SortingParts(const SortingSetup& of)
      : setup(of),
        experiment(sorting_experiment(of)),
        plans(**experiment.design.router.as<std::shared_ptr<const SortingPlans>>()),
        before(sorting_instance(of.workload, plans.network.processors(), of.seed)),
        processors(before.size()) {}

  TerminalFactory terminals() {
    return [this](NodeId node) {
      const NodeId index = plans.network.index_of(node, 0);
      auto processor = std::make_unique<SortingProcessor>(before[index], setup.workload.program);
      processors[index] = processor.get();
      return processor;
    };
  }
  std::size_t steps() const { return plans.steps[static_cast<std::size_t>(setup.workload.program)].size(); }
  /// The cycle in which the last result comes: three flits before the steps, three after, and the links.
  Cycle done() const { return steps() + 6; }
  std::string failure() const { return check_sorting(setup.workload.program, before, processors, done()); }

  SortingSetup setup;
  Experiment experiment;
  const SortingPlans& plans;
  ProcessorStates before;
  std::vector<const SortingProcessor*> processors;  ///< [index]
};

/// Runs it with these routers, or its own, and says what is wrong. Empty: nothing.
inline std::string fault_in_sorting(SortingParts& parts) {
  FastEngine engine(parts.experiment.design, parts.terminals(), nullptr);
  try {
    while (engine.now() <= parts.done()) engine.step_cycle();
  } catch (const std::logic_error& error) {
    return error.what();
  }
  return parts.failure();
}

inline SortingSetup random_sorting(std::uint64_t number) {
  Dice dice(number);
  SortingSetup setup;
  setup.seed = number;
  const int bits = dice.between(1, 7);
  switch (dice.between(0, 3)) {
    case 0: setup.topology = fmt::format("kind: hypercube, dimensions: {}", bits); break;
    case 1: setup.topology = fmt::format("kind: shuffle_exchange, dimensions: {}", bits + 1); break;
    default: {
      const char* const kind = dice.one_of({"mesh", "torus"});
      const int side = 1 << dice.between(1, 3);
      const int dimensions = dice.between(1, 2);
      setup.index = dice.one_of({"row_major", "shuffled"});
      setup.topology = dimensions == 1 ? fmt::format("kind: {}, radix: [{}]", kind, side)
                                       : fmt::format("kind: {}, radix: [{}, {}]", kind, side, side);
    }
  }
  setup.workload.program = static_cast<SortingProgram::Kind>(dice.between(0, 10));
  setup.workload.requests = static_cast<Requests>(dice.between(0, 2));
  setup.workload.share = dice.one_of({0.0, 0.1, 0.5, 0.9, 1.0});
  return setup;
}

}  // namespace switchyard
