#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "testbench/pram/pram_patterns.h"
#include "tests/support/pram_bench.h"
#include "tests/support/router_doubles.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

constexpr std::size_t kThreads[] = {2, 3, 4};
constexpr Cycle kCycles = kSanitized ? 260 : 600;
constexpr auto kAlways = FastEngine::Sharing::Always;

struct NamedNetwork {
  const char* name;
  const char* yaml;
};

const NamedNetwork kNetworks[] = {
    {"DuatoTorus",
     "topology: {kind: torus, radix: [12, 12], link_latency: 2}\n"
     "router: {kind: duato, virtual_channels: 4}\nrouting: {kind: duato}\n"
     "traffic: {pattern: uniform, packet_length: 5, load: 0.3}\n"},
    {"MeshOfPartialWords",  // 132 nodes: terminals do not begin at a multiple of eight.
     "topology: {kind: mesh, radix: [11, 12]}\nrouter: {kind: duato}\nrouting: {kind: dimension_order}\n"
     "traffic: {pattern: uniform, packet_length: 3, load: 0.2}\n"},
    {"ThreeQueues",
     "topology: {kind: hypercube, dimensions: 7}\nrouter: {kind: konstantinidou}\nrouting: {kind: "
     "three_queue}\n"
     "traffic: {pattern: uniform, packet_length: 1, load: 0.4}\n"},
    {"FaultyChaos",
     "topology: {kind: hypercube, dimensions: 7}\nrouter: {kind: chaos, packet_flits: 4}\n"
     "routing: {kind: minimal}\nfaults:\n  - {link: [0, 1]}\n  - {node: 77, from: 100, to: 400}\n"
     "traffic: {pattern: uniform, packet_length: 4, load: 0.2}\n"},
    {"ControlledExchange",
     "topology: {kind: torus, radix: [12, 12]}\nrouter: {kind: exchange}\ninjection: {policy: control}\n"
     "routing: {kind: minimal}\ntraffic: {pattern: uniform, packet_length: 1, load: 0.3}\n"},
};

class ThreadsProperty : public testing::TestWithParam<NamedNetwork> {};

INSTANTIATE_TEST_SUITE_P(Networks, ThreadsProperty, testing::ValuesIn(kNetworks),
                         [](const auto& network) { return network.param.name; });

std::vector<LinkEvent> events_of(const Experiment& experiment, std::size_t threads) {
  NetworkBench bench(experiment);
  EventRecorder recorder;
  FastEngine engine(experiment.design, bench.terminals(), &recorder, threads, kAlways);
  while (engine.now() < kCycles) engine.step_cycle();
  return recorder.events();
}

TEST_P(ThreadsProperty, TheSameCrossesEveryLinkInTheSameCycles) {
  const Experiment experiment = experiment_from(GetParam().yaml);
  const std::vector<LinkEvent> alone = events_of(experiment, 1);
  ASSERT_GT(alone.size(), 5'000U);
  for (const std::size_t threads : kThreads) EXPECT_TRUE(events_of(experiment, threads) == alone) << threads;
}

TEST_P(ThreadsProperty, TheMonitorsSeeTheSame) {
  const Experiment experiment = experiment_from(GetParam().yaml);
  struct Seen {
    std::uint64_t deliveries, flit_hops, hops;
    std::vector<std::uint32_t> vcs;
    bool operator==(const Seen&) const = default;
  };
  const auto run = [&](std::size_t threads) {
    NetworkBench bench(experiment);
    FastEngine engine(experiment.design, bench.terminals(), &bench.links, threads, kAlways);
    bench.measurement.open_window(0, kCycles);
    while (engine.now() < kCycles) engine.step_cycle();
    EXPECT_EQ(bench.links.failure() + bench.scoreboard.failure(), "");
    return Seen{bench.measurement.event_hash().value(), bench.links.flit_hops(), bench.measurement.hops(),
                bench.links.flits_per_vc()};
  };
  const Seen alone = run(1);
  for (const std::size_t threads : kThreads) EXPECT_TRUE(run(threads) == alone) << threads;
}

constexpr int kBreak = 200;  ///< Steps until a Breaker breaks.

/// Returns a credit too many, or throws.
class Breaker final : public RouterDecorator {
 public:
  Breaker(std::unique_ptr<RouterCore> core, bool throws)
      : RouterDecorator(std::move(core)), throws_(throws) {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    RouterDecorator::step(inputs, outputs);
    if (++steps_ == kBreak) {
      if (throws_) throw std::logic_error("broken");
      for (PortId p = 0; p < 4; ++p) {
        if ((outputs.credits[static_cast<std::size_t>(p)] & 1) == 0) outputs.return_credit(p, 0);
      }
    }
    return true;
  }

 private:
  bool throws_;
  int steps_ = 0;
};

Experiment broken_experiment(bool throws) {
  Experiment experiment = experiment_from(kNetworks[0].yaml);
  experiment.design.make_router = [make = experiment.design.make_router, throws](NodeId node) {
    return std::make_unique<Breaker>(make(node), throws);
  };
  return experiment;
}

TEST(Threads, OfManyFaultsInACycleTheSameOneIsFirst) {
  const Experiment experiment = broken_experiment(/*throws=*/false);
  const auto failure = [&](std::size_t threads) {
    NetworkBench bench(experiment);
    FastEngine engine(experiment.design, bench.terminals(), &bench.links, threads, kAlways);
    try {
      while (engine.now() < kCycles && bench.links.failure().empty()) engine.step_cycle();
    } catch (const std::logic_error&) {  // A router may see it in the same cycle.
    }
    return bench.links.failure();
  };
  const std::string alone = failure(1);
  ASSERT_NE(alone, "");
  for (const std::size_t threads : kThreads) EXPECT_EQ(failure(threads), alone) << threads;
}

TEST(Threads, WhatARouterThrowsComesToTheCaller) {
  const Experiment experiment = broken_experiment(/*throws=*/true);
  for (const std::size_t threads : kThreads) {
    NetworkBench bench(experiment);
    FastEngine engine(experiment.design, bench.terminals(), &bench.links, threads, kAlways);
    while (engine.now() + 1 < kBreak) engine.step_cycle();
    EXPECT_THROW(engine.step_cycle(), std::logic_error) << threads;
  }
}

TEST(Threads, AnObserverThatIsForOneWorkerIsCalledByOne) {
  class Plain final : public LinkObserver {
   public:
    void at_router(Cycle, NodeId, const PortInputs&) override { same &= std::this_thread::get_id() == here_; }
    void at_terminal(Cycle, NodeId, const PortInputs&) override {}
    bool same = true;

   private:
    std::thread::id here_ = std::this_thread::get_id();
  } observer;
  const Experiment experiment = experiment_from(kNetworks[0].yaml);
  NetworkBench bench(experiment);
  FastEngine engine(experiment.design, bench.terminals(), &observer, /*threads=*/4, kAlways);
  while (engine.now() < kCycles) engine.step_cycle();
  EXPECT_TRUE(observer.same);
}

TEST(Threads, TheCombiningMachineTakesTheSameCycles) {
  const PramSetup setup{.dimensions = 5, .words = 480};
  const auto run = [&](std::size_t threads) {
    MixedProgram program(/*steps=*/20, /*processors=*/160, setup.words, /*seed=*/1);
    PramBench bench(setup, program, pram_design(setup), threads);
    EXPECT_TRUE(bench.run(100'000));
    EXPECT_EQ(bench.scoreboard.failure() + bench.monitor.failure(), "");
    EXPECT_TRUE(bench.monitor.drained());
    return std::tuple(bench.engine.now(), bench.monitor.message_hops(), bench.monitor.ghosts(),
                      bench.monitor.requests_served(), bench.monitor.most_outstanding());
  };
  const auto alone = run(1);
  for (const std::size_t threads : kThreads) EXPECT_EQ(run(threads), alone) << threads;
}

}  // namespace
}  // namespace switchyard
