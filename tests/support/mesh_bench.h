#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "hw/router/mesh/mesh16_config.h"
#include "hw/router/mesh/mesh16_router.h"
#include "hw/topology/builders.h"
#include "testbench/mesh/many_to_one_scoreboard.h"
#include "testbench/mesh/many_to_one_workload.h"
#include "testbench/mesh/mesh16_monitor.h"
#include "testbench/mesh/mesh_processor.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// What a MeshBench is built of, without YAML.
struct MeshSetup {
  int side = 8;
  int queue = 2;
  int banks = 1;
  bool schnorr_shamir = false;  ///< Where it can be; else shearsort.
  ManyToOneWorkload workload = {};
  std::uint64_t seed = 1;
};

inline Design mesh_design(const MeshSetup& setup) {
  Design design;
  design.seed = setup.seed;
  design.topology = std::make_shared<Topology>(build_mesh({{setup.side, setup.side}, /*link_latency=*/1}));
  design.router.kind = "mesh16";
  design.router.virtual_channels = TurnBuffers::kVcs;
  design.router.terminal.virtual_channels = kMeshVcs;
  SnakeSort sort = SnakeSort::shearsort(setup.side);
  if (setup.schnorr_shamir) sort = SnakeSort::schnorr_shamir(setup.side).value_or(sort);
  const Mesh16Config config{.side = setup.side,
                            .queue = setup.queue,
                            .banks = setup.banks,
                            .sort = std::make_shared<const SnakeSort>(std::move(sort))};
  design.router.parameters = config;
  design.router.own_use = "runs programs of its own";
  design.router.arbiter_start = config.arbiter_start;
  design.make_router_around = [config, seed = setup.seed](NodeId node, const BlockFactories& blocks) {
    const auto side = static_cast<NodeId>(config.side);
    return std::make_unique<Mesh16Router>(
        config, MeshPlace{static_cast<int>(node % side), static_cast<int>(node / side)}, seed,
        blocks.make_buffers);
  };
  design.make_router = [make = design.make_router_around](NodeId node) { return make(node, {}); };
  return design;
}

/// What stands around a mesh of sixteen-buffer nodes: processors, scoreboard, monitor.
struct MeshParts {
  MeshParts(const MeshSetup& setup, Design network, std::vector<NodeId> to)
      : design(std::move(network)),
        destinations(std::move(to)),
        scoreboard(setup.side, destinations),
        monitor(setup.side, [this](Cycle now, NodeId node,
                                   const Flit& packet) { scoreboard.delivered(now, node, packet); }),
        phases(
            setup.workload.algorithm.phases(*design.router.as<Mesh16Config>(), scoreboard.oracle().most())) {
    terminals = [this, algorithm = setup.workload.algorithm](NodeId node) {
      auto processor = std::make_unique<MeshProcessor>(
          node, destinations[node], algorithm, *design.router.as<Mesh16Config>(), scoreboard.oracle().most());
      processors.push_back(processor.get());
      return processor;
    };
  }

  Design design;
  std::vector<NodeId> destinations;
  ManyToOneScoreboard scoreboard;
  Mesh16Monitor monitor;
  std::vector<MeshPhase> phases;
  std::vector<const MeshProcessor*> processors;
  TerminalFactory terminals;
};

/// A mesh in the engine itself, looked at in every cycle.
class MeshBench : public Network {
 public:
  explicit MeshBench(const MeshSetup& setup) : MeshBench(setup, mesh_design(setup)) {}
  MeshBench(const MeshSetup& setup, Design design)
      : MeshBench(setup, std::move(design),
                  many_to_one_instance(setup.workload.shape, setup.side, setup.workload.most, setup.seed)) {}
  MeshBench(const MeshSetup& setup, Design design, std::vector<NodeId> destinations)
      : parts(setup, std::move(design), std::move(destinations)),
        engine(parts.design, parts.terminals, &parts.monitor) {}

  /// Runs all phases; one without an end for `limit` cycles at most. False at the first failure.
  bool run(Cycle limit = 10'000) {
    engine.step_cycle();
    for (const MeshPhase& phase : parts.phases) {
      parts.scoreboard.begin_phase(engine.now(), phase);
      const bool routes = phase.command == MeshCommand::Route;
      const Cycle cycles = phase.steps == kNever ? limit : phase.cycles();
      for (Cycle cycle = 0; cycle < cycles && failure().empty(); ++cycle) {
        if (phase.steps == kNever && parts.scoreboard.all_delivered()) break;
        engine.step_cycle();
        if (routes) look();
      }
      if (failure().empty()) parts.scoreboard.end_phase(*this);
      if (phase.command == MeshCommand::Maximum) {
        for (const MeshProcessor* processor : parts.processors)
          parts.scoreboard.check_most(processor->most());
      }
      if (!failure().empty()) return false;
      if (routes) routing_steps.push_back(parts.scoreboard.steps_of_phase());
    }
    return true;
  }

  std::string failure() const {
    return parts.scoreboard.failure().empty() ? parts.monitor.failure() : parts.scoreboard.failure();
  }
  const RouterCore& router(NodeId node) const override { return engine.router(node); }

  MeshParts parts;
  FastEngine engine;
  std::vector<Cycle> routing_steps;  ///< By routing phase.
  int most_of_type = 0;
  int most_in_node = 0;

 private:
  void look() {
    for (NodeId node = 0; node < parts.design.topology->node_count(); ++node) {
      int in_node = 0;
      int in_type = 0;
      router(node).visit_buffers([&](const BufferView& view) {
        if (view.buffer.side != Side::Input) return;
        in_node += view.occupancy;
        in_type = view.buffer.vc % 2 == 0 ? view.occupancy : in_type + view.occupancy;
        most_of_type = std::max(most_of_type, in_type);
      });
      most_in_node = std::max(most_in_node, in_node);
    }
  }
};

}  // namespace switchyard
