#include "tests/support/test_bench.h"

#include <algorithm>
#include <tuple>

#include "hw/base/bits.h"
#include "testbench/catalog/standard_catalogs.h"

namespace switchyard {

Experiment experiment_from(const std::string& yaml) {
  ConfigDocument document = ConfigDocument::from_text(yaml, "test.yaml");
  return read_experiment(document, standard_catalogs());
}

void EventRecorder::record(Cycle now, bool at_terminal, NodeId node, const PortInputs& arrivals) {
  for_each_bit(arrivals.flit_ports, [&](PortId p) {
    events_.push_back({now, at_terminal, node, p, 0, false, arrivals.flits[p]});
  });
  for_each_bit(arrivals.credit_ports, [&](PortId p) {
    events_.push_back({now, at_terminal, node, p, arrivals.credits[p], false, {}});
  });
  for_each_bit(arrivals.request_ports, [&](PortId p) {
    events_.push_back({now, at_terminal, node, p, 0, true, {}});
  });
}

std::vector<LinkEvent> EventRecorder::events() const {
  std::vector<LinkEvent> sorted = events_;
  for (const auto& worker : workers_)
    sorted.insert(sorted.end(), worker->events_.begin(), worker->events_.end());
  const auto key = [](const LinkEvent& e) {
    return std::tuple(e.cycle, e.at_terminal, e.node, e.port, e.credits, e.request);
  };
  std::sort(sorted.begin(), sorted.end(),
            [&](const LinkEvent& a, const LinkEvent& b) { return key(a) < key(b); });
  return sorted;
}

TestBench::TestBench(const Experiment& for_experiment) : NetworkBench(for_experiment) {
  observers.add(&links);
}

FastBench::FastBench(const Experiment& experiment, bool record_events)
    : bench(experiment), engine_(experiment.design, bench.terminals(), bench.observer()) {
  if (record_events) bench.observers.add(&bench.recorder);
}

void FastBench::run(Cycle cycles) {
  for (Cycle i = 0; i < cycles; ++i) engine_.step_cycle();
}

bool FastBench::drain(Cycle limit) {
  for (Cycle i = 0; i < limit; ++i) {
    engine_.step_cycle();
    if (bench.scoreboard.log().pending() == 0 && bench.scoreboard.log().created() != 0) return true;
  }
  return bench.scoreboard.log().pending() == 0;
}

}  // namespace switchyard
