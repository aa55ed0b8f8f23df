#pragma once

#include <memory>
#include <vector>

#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"
#include "hw/router/combining/ranade_router.h"
#include "hw/topology/builders.h"
#include "testbench/pram/pram_processor.h"
#include "testbench/pram/ranade_monitor.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// What a PramBench is built of, without YAML.
struct PramSetup {
  int dimensions = 3;
  bool own_wires = true;
  bool extra_column = false;
  std::vector<PortRef> faults = {};  ///< Links.
  int link_latency = 1;
  int queue = 2;
  int directions = 64;
  bool combining = true;
  bool ghosts = true;
  bool hashed = true;
  std::uint32_t words = 256;
  std::uint64_t seed = 1;
  PramPace pace = {};
};

inline Design pram_design(const PramSetup& setup) {
  Design design;
  design.seed = setup.seed;
  design.topology = std::make_shared<Topology>(
      build_butterfly({setup.dimensions, setup.own_wires ? 3 : 1, setup.link_latency, setup.extra_column})
          .without(setup.faults));
  const auto paths = std::make_shared<const RanadePaths>(*design.topology);
  const RanadeConfig config{setup.queue,
                            setup.directions,
                            setup.combining,
                            setup.ghosts,
                            std::make_shared<AddressMap>(paths->butterfly().columns(), paths->rows(),
                                                         setup.words, setup.hashed, setup.seed),
                            paths};
  design.router.parameters = config;
  design.router.own_use = "goes with combining_memory";
  design.router.virtual_channels = RanadePhases::kStraightStreams;
  design.router.kind = "ranade";
  design.make_router_around = [config](NodeId node, const BlockFactories& blocks) {
    return std::make_unique<RanadeRouter>(config, node, blocks.make_merge);
  };
  design.make_router = [make = design.make_router_around](NodeId node) { return make(node, {}); };
  return design;
}

/// What stands around a network of combining nodes: processors, scoreboard, monitor.
struct PramParts {
  PramParts(const PramSetup& setup, PramProgram& program_to_run, Design network)
      : design(std::move(network)),
        paths(*design.router.as<RanadeConfig>()->paths),
        map(*design.router.as<RanadeConfig>()->map),
        steps(program_to_run.steps()),
        scoreboard(paths.processors(), setup.words),
        monitor(*design.topology, setup.queue, setup.combining),
        terminals([this, setup, &program_to_run](NodeId node) -> std::unique_ptr<Terminal> {
          if (paths.processor_at(node) == kNoNode) {
            processors.push_back(nullptr);
            return std::make_unique<IdleTerminal>();
          }
          auto processor = std::make_unique<PramProcessor>(
              paths.processor_at(node), map, setup.queue, setup.pace, setup.seed, program_to_run, scoreboard);
          processors.push_back(processor.get());
          return processor;
        }) {}
  PramParts(const PramParts&) = delete;

  /// All steps have ended, or a check has failed.
  bool is_done() const {
    return scoreboard.steps_ended() == steps || !scoreboard.failure().empty() || !monitor.failure().empty();
  }

  Design design;
  const RanadePaths& paths;
  const AddressMap& map;
  Step steps;
  PramScoreboard scoreboard;
  RanadeMonitor monitor;
  std::vector<const PramProcessor*> processors;
  TerminalFactory terminals;
};

/// The whole machine at `fast`, without SystemC.
class PramBench : public PramParts {
 public:
  PramBench(const PramSetup& setup, PramProgram& program) : PramBench(setup, program, pram_design(setup)) {}
  PramBench(const PramSetup& setup, PramProgram& program, Design network, std::size_t threads = 1)
      : PramParts(setup, program, std::move(network)),
        engine(design, terminals, &monitor, threads, FastEngine::Sharing::Always) {}

  /// Until all steps have ended; false if they have not after `limit` cycles.
  bool run(Cycle limit) {
    while (!is_done() && engine.now() < limit) engine.step_cycle();
    if (scoreboard.steps_ended() < steps) return false;
    for (int i = 0; i < 200; ++i) engine.step_cycle();  // The last credits come home.
    return true;
  }

  FastEngine engine;
};

}  // namespace switchyard
