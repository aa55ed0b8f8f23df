#pragma once

#include <memory>
#include <vector>

#include "hw/router/ranade_router.h"
#include "hw/topology/builders.h"
#include "testbench/pram/pram_processor.h"
#include "testbench/pram/ranade_monitor.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// What a PramBench is built of, without YAML.
struct PramSetup {
  int dimensions = 3;
  bool own_wires = true;
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
      build_butterfly({setup.dimensions, setup.own_wires ? 3 : 1, setup.link_latency}));
  const RanadeConfig config{
      setup.queue, setup.directions, setup.combining, setup.ghosts,
      std::make_shared<AddressMap>(setup.dimensions, setup.words, setup.hashed, setup.seed)};
  design.make_router = [topology = design.topology, config](NodeId node) {
    return std::make_unique<RanadeRouter>(config, *topology->butterfly(), node);
  };
  return design;
}

/// What stands around a network of six-phase nodes: processors, scoreboard, monitor.
struct PramParts {
  PramParts(const PramSetup& setup, PramProgram& program_to_run, Design network)
      : design(std::move(network)),
        map(setup.dimensions, setup.words, setup.hashed, setup.seed),
        scoreboard(design.topology->node_count(), setup.words),
        monitor(*design.topology, setup.queue, setup.combining),
        terminals([this, setup, &program_to_run](NodeId node) {
          auto processor = std::make_unique<PramProcessor>(node, map, setup.queue, setup.pace, setup.seed,
                                                           program_to_run, scoreboard);
          processors.push_back(processor.get());
          return processor;
        }) {}
  PramParts(const PramParts&) = delete;

  Design design;
  AddressMap map;
  PramScoreboard scoreboard;
  RanadeMonitor monitor;
  std::vector<const PramProcessor*> processors;
  TerminalFactory terminals;
};

/// The whole machine at `fast`, without SystemC.
class PramBench : public PramParts {
 public:
  PramBench(const PramSetup& setup, PramProgram& program) : PramBench(setup, program, pram_design(setup)) {}
  PramBench(const PramSetup& setup, PramProgram& program, Design network)
      : PramParts(setup, program, std::move(network)),
        engine(design, terminals, &monitor),
        steps(program.steps()) {}

  /// Until all steps have ended; false if they have not after `limit` cycles.
  bool run(Cycle limit) {
    while (scoreboard.steps_ended() < steps && engine.now() < limit && scoreboard.failure().empty() &&
           monitor.failure().empty())
      engine.step_cycle();
    if (scoreboard.steps_ended() < steps) return false;
    for (int i = 0; i < 200; ++i) engine.step_cycle();  // The last credits come home.
    return true;
  }

  FastEngine engine;
  Step steps;
};

}  // namespace switchyard
