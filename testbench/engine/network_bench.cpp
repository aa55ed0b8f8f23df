#include "testbench/engine/network_bench.h"

#include "testbench/traffic/class_interface.h"
#include "testbench/traffic/network_interface.h"

namespace switchyard {

NetworkBench::NetworkBench(const Experiment& for_experiment)
    : experiment(for_experiment),
      measurement(experiment.design.topology->terminal_count(), experiment.design.distance,
                  figures_before_run(experiment.injection.classes.get())),
      source(experiment.injection.make_source()),
      news(*source, measurement),
      scoreboard(experiment.design.topology->terminal_count(),
                 experiment.design.router.terminal.virtual_channels, news.ear()),
      links(experiment.design, scoreboard),
      admission(experiment.design) {}

TerminalFactory NetworkBench::terminals() {
  return [this](NodeId node) -> std::unique_ptr<Terminal> {
    if (experiment.injection.classes != nullptr)
      return std::make_unique<ClassInterface>(node, experiment.design.terminal_at(node),
                                              *experiment.injection.classes, *source->listening(), scoreboard,
                                              admission.if_any());
    return std::make_unique<NetworkInterface>(node, experiment.design.terminal_at(node), *source, scoreboard,
                                              admission.if_any());
  };
}

}  // namespace switchyard
