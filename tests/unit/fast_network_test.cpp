#include "tlm/fast_network.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "testbench/engine/level.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr Cycle kAlarm = 20;

/// Asks for one cycle, and keeps those in which it is stepped, and when.
class Sleeper final : public Terminal {
 public:
  struct Step {
    Cycle cycle;
    sc_core::sc_time time;
  };
  explicit Sleeper(std::vector<Step>& steps) : steps_(steps) {}
  void reset() override {}
  Cycle step(Cycle now, const PortInputs&, PortOutputs&) override {
    steps_.push_back({now, sc_core::sc_time_stamp()});
    return now < kAlarm ? kAlarm : kNever;
  }

 private:
  std::vector<Step>& steps_;
};

/// Wakes the terminal of node 0 at an edge for which the network is asleep.
SC_MODULE(Waker) {
 public:
  SC_HAS_PROCESS(Waker);
  Waker(const sc_core::sc_module_name& name, const sc_core::sc_time& at) : sc_core::sc_module(name) {
    SC_METHOD(wake);
    sensitive << due_;
    dont_initialize();
    due_.notify(at);
  }
  TimedNetwork* network = nullptr;

 private:
  void wake() { network->wake_terminal(0); }
  sc_core::sc_event due_;
};

TEST(FastNetwork, StepsAnEdgeOnceThoughATerminalIsWokenAtIt) {
  const Experiment experiment = experiment_from(
      "topology: {kind: torus, radix: [4]}\nrouter: {kind: duato, virtual_channels: 4}\n"
      "routing: {kind: duato}\ntraffic: {pattern: uniform, packet_length: 1, load: 0}\n");
  std::vector<Sleeper::Step> steps;
  const TerminalFactory make = [&](NodeId node) -> std::unique_ptr<Terminal> {
    if (node == 0) return std::make_unique<Sleeper>(steps);
    return std::make_unique<IdleTerminal>();
  };
  const CycleClock clock = clock_from_start();
  Waker before("before", clock.edge(kAlarm));  // Whichever of them is called sooner.
  FastNetwork network("network", experiment.design, make, nullptr, clock);
  Waker after("after", clock.edge(kAlarm));
  before.network = after.network = &network;
  sc_core::sc_start(clock.edge(2 * kAlarm));
  ASSERT_GE(steps.size(), 2U);
  EXPECT_EQ(steps[1].cycle, kAlarm);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    EXPECT_EQ(steps[i].time, clock.edge(steps[i].cycle)) << i;
    EXPECT_TRUE(i == 0 || steps[i].cycle > steps[i - 1].cycle) << i;
  }
}

}  // namespace
}  // namespace switchyard
