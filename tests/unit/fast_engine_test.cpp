#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "hw/topology/builders.h"
#include "tlm/fast_engine.h"

namespace switchyard {
namespace {

/// What one node did: in which cycle it was stepped and which flits (by packet) and credits came.
struct Event {
  Cycle cycle;
  PortId port;
  PacketId packet;
  VcMask credits;
  bool request;
  friend bool operator==(const Event&, const Event&) = default;
};

/// Of all nodes; the clock that cores do not have.
struct Diary {
  Cycle now = 0;
  std::map<NodeId, std::vector<Cycle>> steps;
  std::map<NodeId, std::vector<Event>> arrivals;
};

/// Sends what it was told to send, and asks for as many steps as it was told.
class ScriptedRouter final : public RouterCore {
 public:
  using Script = std::function<bool(Cycle, const PortInputs&, PortOutputs&)>;
  ScriptedRouter(NodeId node, Diary& diary, Script script)
      : node_(node), diary_(diary), script_(std::move(script)) {}

  void reset() override {}
  bool step(const PortInputs& inputs, PortOutputs& outputs) override {
    diary_.steps[node_].push_back(diary_.now);
    const auto note = [&](PortId p, PacketId packet, VcMask credits, bool request) {
      diary_.arrivals[node_].push_back({diary_.now, p, packet, credits, request});
    };
    for_each_bit(PortMask{inputs.flit_ports}, [&](PortId p) { note(p, inputs.flits[p].packet, 0, false); });
    for_each_bit(PortMask{inputs.credit_ports}, [&](PortId p) { note(p, 0, inputs.credits[p], false); });
    for_each_bit(PortMask{inputs.request_ports}, [&](PortId p) { note(p, 0, 0, true); });
    return script_ ? script_(diary_.now, inputs, outputs) : false;
  }
  void visit_buffers(const std::function<void(const BufferView&)>&) const override {}
  std::vector<WaitFor> waits_for(const BufferRef&) const override { return {}; }

 private:
  NodeId node_;
  Diary& diary_;
  Script script_;
};

class ScriptedTerminal final : public Terminal {
 public:
  using Script = std::function<Cycle(Cycle, const PortInputs&, PortOutputs&)>;
  explicit ScriptedTerminal(Script script) : script_(std::move(script)) {}
  void reset() override {}
  Cycle step(Cycle now, const PortInputs& inputs, PortOutputs& outputs) override {
    return script_ ? script_(now, inputs, outputs) : kNever;
  }

 private:
  Script script_;
};

/// Two nodes joined by links of 1, 2, 5 and 64 cycles at ports 0 .. 3.
class FastEngineTest : public testing::Test {
 protected:
  static constexpr int kLatencies[] = {1, 2, 5, 64};
  static constexpr PortId kTerminal = 4;

  FastEngineTest() {
    CustomConfig graph{2, {}};
    for (const int latency : kLatencies) graph.links.push_back({0, 1, latency});
    design_.topology = std::make_shared<const Topology>(build_custom(graph));
    design_.make_router = [this](NodeId node) {
      return std::make_unique<ScriptedRouter>(node, diary_, routers_[node]);
    };
  }

  void run(Cycle cycles, LinkObserver* observer = nullptr) {
    FastEngine engine(
        design_, [this](NodeId node) { return std::make_unique<ScriptedTerminal>(terminals_[node]); },
        observer);
    for (; engine.now() < cycles;) {
      diary_.now = engine.now();
      engine.step_cycle();
    }
  }
  static Flit flit(PacketId packet) { return {packet, 0, 0, 1, 0, true}; }

  Diary diary_;
  std::map<NodeId, ScriptedRouter::Script> routers_;
  std::map<NodeId, ScriptedTerminal::Script> terminals_;
  Design design_;
};

TEST_F(FastEngineTest, WhatALinkCarriesArrivesItsLatencyLater) {
  terminals_[0] = [](Cycle now, const PortInputs&, PortOutputs& outputs) {
    if (now == 10) outputs.send(0, flit(99));
    return now < 10 ? Cycle{10} : kNever;
  };
  routers_[0] = [](Cycle, const PortInputs& inputs, PortOutputs& outputs) {
    if ((inputs.flit_ports & bit<PortMask>(kTerminal)) == 0) return false;
    for (PortId p = 0; p < 4; ++p) {
      outputs.send(p, flit(static_cast<PacketId>(p)));
      outputs.return_credit(p, p);
      outputs.request_ports |= bit<PortMask>(p);
    }
    return false;
  };
  run(100);
  EXPECT_EQ(diary_.arrivals[0], (std::vector<Event>{{11, kTerminal, 99, 0, false}}));
  std::vector<Event> expected;
  for (PortId p = 0; p < 4; ++p) {
    const Cycle arrival = 11 + static_cast<Cycle>(kLatencies[p]);
    expected.push_back({arrival, p, static_cast<PacketId>(p), 0, false});
    expected.push_back({arrival, p, 0, bit<VcMask>(p), false});
    expected.push_back({arrival, p, 0, 0, true});
  }
  EXPECT_EQ(diary_.arrivals[1], expected);
}

TEST_F(FastEngineTest, ALinkHoldsAsManyFlitsAsItsLatency) {
  terminals_[0] = [](Cycle now, const PortInputs&, PortOutputs& outputs) {
    outputs.send(0, flit(static_cast<PacketId>(now)));
    return now + 1;
  };
  routers_[0] = [](Cycle, const PortInputs& inputs, PortOutputs& outputs) {
    if ((inputs.flit_ports & bit<PortMask>(kTerminal)) != 0) outputs.send(3, inputs.flits[kTerminal]);
    return false;
  };
  run(400);
  const std::vector<Event>& arrivals = diary_.arrivals[1];
  ASSERT_EQ(arrivals.size(), 400U - 65U);
  for (std::size_t i = 0; i < arrivals.size(); ++i)
    EXPECT_EQ(arrivals[i].packet, i) << "in cycle " << arrivals[i].cycle;
}

TEST_F(FastEngineTest, ARouterIsSteppedFirstAndWhenSomethingArrivesOrItAskedAndNeverElse) {
  terminals_[0] = [](Cycle now, const PortInputs&, PortOutputs& outputs) {
    if (now == 20) outputs.send(0, flit(1));
    return now == 0 ? Cycle{20} : kNever;
  };
  routers_[0] = [](Cycle now, const PortInputs&, PortOutputs&) { return 0 < now && now < 24; };
  run(100);
  EXPECT_EQ(diary_.steps[0], (std::vector<Cycle>{0, 21, 22, 23, 24}));
  EXPECT_EQ(diary_.steps[1], std::vector<Cycle>{0});
}

TEST_F(FastEngineTest, ATerminalIsSteppedInTheCycleItAskedForLast) {
  std::vector<Cycle> steps;
  std::map<Cycle, Cycle> asks{
      {0, 50}, {2, 60}, {3, 30}, {30, 60}, {60, 61}};  // Credits come in cycles 2 and 3.
  terminals_[0] = [&](Cycle now, const PortInputs&, PortOutputs& outputs) {
    steps.push_back(now);
    if (now == 0) outputs.send(0, flit(1));
    return asks.count(now) != 0 ? asks[now] : kNever;
  };
  routers_[0] = [](Cycle now, const PortInputs&, PortOutputs& outputs) {
    if (now != 0) outputs.return_credit(kTerminal, 0);
    return now == 1;
  };
  run(100);
  EXPECT_EQ(steps, (std::vector<Cycle>{0, 2, 3, 30, 60, 61})) << "never in cycle 50, and once in 60";
}

/// Notes what it sees and how often the node had been stepped by then.
class Witness final : public LinkObserver {
 public:
  explicit Witness(const Diary& diary) : diary_(diary) {}
  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override {
    seen.push_back(
        {now, static_cast<PortId>(node), arrivals.flits[lowest_bit(arrivals.flit_ports)].packet, 0, false});
    const auto steps = diary_.steps.find(node);
    before_the_step &= steps == diary_.steps.end() || steps->second.back() < now;
  }
  void at_terminal(Cycle now, NodeId node, const PortInputs& arrivals) override {
    seen.push_back({now, static_cast<PortId>(100 + node), arrivals.flits[0].packet, 0, false});
  }
  std::vector<Event> seen;
  bool before_the_step = true;

 private:
  const Diary& diary_;
};

TEST_F(FastEngineTest, AnObserverSeesArrivalsBeforeTheNodeIsStepped) {
  terminals_[0] = [](Cycle now, const PortInputs&, PortOutputs& outputs) {
    if (now == 0) outputs.send(0, flit(5));
    return kNever;
  };
  for (NodeId node : {0, 1}) {
    routers_[node] = [node](Cycle, const PortInputs& inputs, PortOutputs& outputs) {
      for_each_bit(PortMask{inputs.flit_ports},
                   [&](PortId p) { outputs.send(node == 0 ? 2 : kTerminal, inputs.flits[p]); });
      return false;
    };
  }
  Witness witness(diary_);
  run(100, &witness);
  EXPECT_EQ(witness.seen,
            (std::vector<Event>{{1, 0, 5, 0, false}, {6, 1, 5, 0, false}, {7, 101, 5, 0, false}}));
  EXPECT_TRUE(witness.before_the_step);
}

/// Bears so many workers, and counts those that ask.
class Crew final : public LinkObserver {
 public:
  explicit Crew(std::size_t most) : most_(most) {}
  void at_router(Cycle, NodeId, const PortInputs&) override {}
  void at_terminal(Cycle, NodeId, const PortInputs&) override {}
  LinkObserver* for_worker(std::size_t worker) override {
    EXPECT_EQ(worker, asked++ + 1) << "the first reports to the observer itself";
    return worker < most_ ? this : nullptr;
  }
  std::size_t asked = 0;

 private:
  std::size_t most_;
};

TEST(FastEngineWorkers, AreAsManyAsTheThreadsOrOneFor32NodesOrWhatTheObserverBears) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 40; ++draw) {
    Design design;
    design.topology =
        std::make_shared<const Topology>(build_torus({{static_cast<int>(3 + random.below(8)), 16}, 1}));
    Diary diary;
    design.make_router = [&](NodeId node) { return std::make_unique<ScriptedRouter>(node, diary, nullptr); };
    const std::size_t threads = random.below(7);
    const std::size_t borne = 1 + random.below(7);
    Crew crew(borne);
    const FastEngine engine(
        design, [](NodeId) { return std::make_unique<IdleTerminal>(); }, &crew, threads);
    const std::size_t wanted =
        std::max<std::size_t>(1, std::min<std::size_t>(threads, design.topology->node_count() / 32));
    EXPECT_EQ(crew.asked, std::min(wanted - 1, borne))
        << threads << " threads, " << design.topology->node_count() << " nodes";
  }
}

}  // namespace
}  // namespace switchyard
