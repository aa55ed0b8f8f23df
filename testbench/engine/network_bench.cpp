#include "testbench/engine/network_bench.h"

#include "testbench/traffic/network_interface.h"

namespace switchyard {

NetworkBench::NetworkBench(const Experiment& for_experiment)
    : experiment(for_experiment),
      measurement(experiment.design.topology->terminal_count(), experiment.design.distance),
      scoreboard(experiment.design.topology->terminal_count(),
                 experiment.design.router.terminal.virtual_channels, measurement),
      links(experiment.design, scoreboard),
      source(experiment.injection.make_source()),
      admission(experiment.design) {}

TerminalFactory NetworkBench::terminals() {
  return [this](NodeId node) {
    return std::make_unique<NetworkInterface>(node, experiment.design.terminal_at(node), *source, scoreboard,
                                              admission.if_any());
  };
}

}  // namespace switchyard
