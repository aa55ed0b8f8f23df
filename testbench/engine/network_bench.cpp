#include "testbench/engine/network_bench.h"

namespace switchyard {

NetworkBench::NetworkBench(const Experiment& for_experiment)
    : experiment(for_experiment),
      measurement(experiment.design.topology->terminal_count(), experiment.design.distance,
                  figures_before_run(experiment.injection)),
      source(experiment.injection.make_source()),
      news(*source, measurement),
      scoreboard(experiment.design.topology->terminal_count(),
                 experiment.design.router.terminal.virtual_channels, news.ear()),
      links(experiment.design, scoreboard),
      admission(experiment.design),
      interfaces(experiment.design, experiment.injection.classes, *source, scoreboard, admission.if_any()) {}

TerminalFactory NetworkBench::terminals() {
  return [this](TerminalId terminal) { return interfaces.make(terminal); };
}

}  // namespace switchyard
