#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hw/design/network.h"
#include "testbench/engine/network_bench.h"
#include "testbench/monitor/observer_list.h"
#include "testbench/traffic/network_interface.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// Reads an experiment from YAML text; faults end the test with ConfigError.
Experiment experiment_from(const std::string& yaml);

/// One thing that crossed a link, in the cycle in which it arrived.
struct LinkEvent {
  Cycle cycle;
  bool at_terminal;
  NodeId node;
  PortId port;
  VcMask credits;  ///< 0: a flit or a request.
  bool request;
  Flit flit;
  friend bool operator==(const LinkEvent&, const LinkEvent&) = default;
};

/// Keeps every event; events() are in canonical order, whatever order the nodes were stepped in, and by
/// however many workers.
class EventRecorder final : public LinkObserver {
 public:
  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    record(now, false, node, arrivals);
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    record(now, true, node, arrivals);
  }
  LinkObserver* for_worker(std::size_t /*worker*/) override {
    return workers_.emplace_back(std::make_unique<EventRecorder>()).get();
  }
  std::vector<LinkEvent> events() const;

 private:
  void record(Cycle now, bool at_terminal, NodeId node, const PortInputs& arrivals);

  std::vector<LinkEvent> events_;
  std::vector<std::unique_ptr<EventRecorder>> workers_;
};

/// A bench that can also record every event.
struct TestBench : NetworkBench {
  explicit TestBench(const Experiment& experiment);

  LinkObserver* observer() { return &observers; }

  EventRecorder recorder;
  ObserverList observers;  ///< `links`; add others before the network is built.
};

/// A test bench around the engine itself: no SystemC, any number in one process.
class FastBench : public Network {
 public:
  /// `experiment` must outlive the bench.
  explicit FastBench(const Experiment& experiment, bool record_events = false);
  explicit FastBench(Experiment&&, bool = false) = delete;

  void run(Cycle cycles);
  /// Runs until nothing is pending; false if something still is after `limit` cycles.
  bool drain(Cycle limit);
  const RouterCore& router(NodeId node) const override { return engine_.router(node); }

  TestBench bench;

 private:
  FastEngine engine_;
};

}  // namespace switchyard
