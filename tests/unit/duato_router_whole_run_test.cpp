#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/cosim/switch/model_switch.h"
#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

/// The far ends of a router's links: they send packets whenever they have credits and return credits when
/// they like, and never break the protocol.
class Neighbours {
 public:
  Neighbours(const DuatoConfig& config, std::uint64_t seed)
      : vcs_(config.virtual_channels),
        half_duplex_(config.half_duplex),
        random_(seed, 0, Purpose::Process),
        sources_(static_cast<std::size_t>(kPorts * vcs_)),
        owed_(sources_.size(), 0) {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      sources_[i].credits = config.input_depth[i % config.virtual_channels];
  }

  /// What arrives in the next cycle; `activity` is how likely each source is to send.
  const PortInputs& inputs(double activity) {
    inputs_ = {};
    inputs_.flits = flits_.data();
    inputs_.credits = credits_.data();
    for (PortId p = 0; p < kPorts; ++p) {
      const auto port = static_cast<std::size_t>(p);
      const auto vc = static_cast<VcId>(random_.below(static_cast<std::uint32_t>(vcs_)));
      Source& source = sources_[vc_index(p, vc)];
      if (random_.unit() < activity && source.credits > 0) {
        const bool head = source.remaining == 0;
        if (head) {
          source.remaining = 1 + static_cast<int>(random_.below(7));
          source.packet = next_packet_++;
          source.towards = static_cast<PortId>(random_.below(kPorts - 1));
        }
        flits_[port] = flit_of(source.packet, source.towards, source.remaining--, vc, head);
        inputs_.flit_ports |= bit<PortMask>(p);
        --source.credits;
      }
      credits_[port] = 0;
      for (VcId v = 0; v < vcs_; ++v) {
        if (owed_[vc_index(p, v)] == 0 || random_.unit() > activity) continue;
        --owed_[vc_index(p, v)];
        credits_[port] = static_cast<VcMask>(credits_[port] | bit<VcMask>(v));
        inputs_.credit_ports |= bit<PortMask>(p);
      }
      if (half_duplex_ && p != kTerminal && random_.unit() < activity)
        inputs_.request_ports |= bit<PortMask>(p);
    }
    return inputs_;
  }

  void take(const PortOutputs& outputs) {
    for_each_bit(PortMask{outputs.flit_ports}, [&](PortId p) {
      ++owed_[vc_index(p, outputs.flits[static_cast<std::size_t>(p)].vc)];
      ++flits_taken_;
    });
    for_each_bit(PortMask{outputs.credit_ports}, [&](PortId p) {
      for_each_bit(VcMask{outputs.credits[static_cast<std::size_t>(p)]},
                   [&](VcId vc) { ++sources_[vc_index(p, vc)].credits; });
    });
  }
  int flits_taken() const { return flits_taken_; }

 private:
  struct Source {
    int credits = 0;
    int remaining = 0;
    PacketId packet = 0;
    PortId towards = 0;
  };
  std::size_t vc_index(PortId p, VcId vc) const {
    const int number = p * vcs_ + vc;
    return static_cast<std::size_t>(number);
  }

  int vcs_;
  bool half_duplex_;
  RandomStream random_;
  std::vector<Source> sources_;
  std::vector<int> owed_;  ///< Flits in the far VCs.
  PacketId next_packet_ = 0;
  int flits_taken_ = 0;
  PortInputs inputs_;
  std::array<Flit, kMaxPorts> flits_{};
  std::array<VcMask, kMaxPorts> credits_{};
};

bool same(const PortOutputs& a, const PortOutputs& b) {
  bool equal =
      a.flit_ports == b.flit_ports && a.credit_ports == b.credit_ports && a.request_ports == b.request_ports;
  for_each_bit(PortMask{a.flit_ports & b.flit_ports}, [&](PortId p) {
    equal &= a.flits[static_cast<std::size_t>(p)] == b.flits[static_cast<std::size_t>(p)];
  });
  for_each_bit(PortMask{a.credit_ports & b.credit_ports}, [&](PortId p) {
    equal &= a.credits[static_cast<std::size_t>(p)] == b.credits[static_cast<std::size_t>(p)];
  });
  return equal;
}

/// Configurations in which every part of the router is used.
std::vector<DuatoConfig> many_configs() {
  std::vector<DuatoConfig> configs;
  for (const int output_depth : {0, 3}) {
    for (const auto crossbar : {DuatoConfig::Crossbar::Vcs, DuatoConfig::Crossbar::Ports}) {
      for (const bool half_duplex : {false, true}) {
        for (const VcReallocation reuse :
             {VcReallocation::Atomic, VcReallocation::WholePacket, VcReallocation::Immediate}) {
          DuatoConfig config = config_of(3, 3, output_depth);
          config.arbiter_start = ArbiterStart::Random;
          config.crossbar = crossbar;
          config.half_duplex = half_duplex;
          config.vc_reallocation = reuse;
          config.selection = reuse == VcReallocation::Atomic ? Selection::LeastLoaded : Selection::Random;
          config.t_routing = half_duplex ? 3 : 1;
          config.t_crossbar = reuse == VcReallocation::WholePacket ? 3 : 1;
          config.vc_allocations_per_cycle = crossbar == DuatoConfig::Crossbar::Ports ? 1 : kNoLimit;
          if (reuse == VcReallocation::WholePacket)
            config.switch_allocator.kind = AllocatorConfig::Kind::Wavefront;
          if (reuse == VcReallocation::Immediate)
            config.switch_allocator.arbiters = AllocatorConfig::Arbiter::Matrix;
          configs.push_back(config);
        }
      }
    }
  }
  for (const bool cycle_of_allocation : {false, true}) {  // Head flits ask before flits cross.
    for (const auto crossbar : {DuatoConfig::Crossbar::Vcs, DuatoConfig::Crossbar::Ports}) {
      for (const int t_crossbar : {0, 2}) {
        DuatoConfig config = config_of(3, 3, /*output_depth=*/0);
        config.arbiter_start = ArbiterStart::Random;
        config.crossbar = crossbar;
        config.t_routing = cycle_of_allocation ? 1 : 0;
        config.t_vc_allocation = cycle_of_allocation ? 1 : 0;
        config.t_crossbar = t_crossbar;
        configs.push_back(config);
        if (crossbar != DuatoConfig::Crossbar::Ports) continue;
        config.speculative = cycle_of_allocation;
        config.t_routing = 0;
        config.bypass = true;
        configs.push_back(config);
      }
    }
  }
  for (std::size_t i = 1; i < configs.size(); i += 2)
    configs[i].input_depth = VcDepths(std::vector<int>{2, 5, 3});
  return configs;
}

/// Two ports to choose from, with an escape.
Route two_ways() {
  return [](const RouteQuery& query, RouteSet& routes) {
    routes.add(port_towards(query.destination), 0b110, Preference::Adaptive);
    routes.add((port_towards(query.destination) + 1) % kTerminal, 0b110, Preference::Adaptive);
    routes.add(port_towards(query.destination), 0b001, Preference::Escape);
  };
}

TEST(DuatoRouter, ResetReturnsToTheInitialState) {
  for (const DuatoConfig& config : many_configs()) {
    const RoutingByHand routing(two_ways());
    DuatoRouter used(config, site_of(2), routing);
    DuatoRouter fresh(config, site_of(2), routing);
    Neighbours before(config, 1);
    for (int cycle = 0; cycle < 301; ++cycle) {
      PortOutputs outputs;
      used.step(before.inputs(0.9), outputs);
      before.take(outputs);
    }
    used.reset();
    used.visit_buffers([](const BufferView& view) { EXPECT_TRUE(view.occupancy == 0 && !view.allocated); });
    Neighbours neighbours(config, 2);
    for (int cycle = 0; cycle < 300; ++cycle) {
      const PortInputs& inputs = neighbours.inputs(0.9);
      PortOutputs outputs;
      PortOutputs expected;
      EXPECT_EQ(used.step(inputs, outputs), fresh.step(inputs, expected));
      ASSERT_TRUE(same(outputs, expected)) << "cycle " << cycle << " after the reset";
      neighbours.take(expected);
    }
    EXPECT_GT(neighbours.flits_taken(), 100);
  }
}

/// The model's blocks with an allocator of any kind.
class SwitchWithAllocator final : public SwitchBlocks {
 public:
  SwitchWithAllocator(const SwitchShape& shape, const AllocatorConfig& config)
      : model_(shape), starts_(shape.starts), allocator_(make_port_allocator(config, shape.ports)) {
    SwitchWithAllocator::reset();
  }

  void reset() override {
    model_.reset();
    allocator_->reset(starts_.allocator());
  }
  VcMask pick_output_vc(PortId port, VcMask requests) override {
    return model_.pick_output_vc(port, requests);
  }
  VcMask pick_input_vc(PortId port, VcMask requests) override { return model_.pick_input_vc(port, requests); }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    allocator_->allocate(requests, grants);
  }
  void allocate_vcs(std::span<VcRequest> requests) override { model_.allocate_vcs(requests); }
  void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) override {
    model_.match_vcs(requests, grants);
  }
  Flit cross(std::size_t, std::size_t, const Flit& flit) override { return flit; }
  void end_cycle() override {}

 private:
  ModelSwitch model_;
  SwitchStarts starts_;
  std::unique_ptr<PortAllocator> allocator_;
};

TEST(DuatoRouter, CrossesAsTheAllocatorSaysThatItsConfigurationNames) {
  using Kind = AllocatorConfig::Kind;
  std::vector<AllocatorConfig> allocators;
  for (const Kind kind : {Kind::SeparableOutputFirst, Kind::Wavefront, Kind::Islip, Kind::Maximum})
    allocators.push_back({kind, AllocatorConfig::Arbiter::RoundRobin, kind == Kind::Islip ? 2 : 1});
  allocators.push_back({Kind::SeparableInputFirst, AllocatorConfig::Arbiter::Matrix, 1});
  allocators.push_back({Kind::SeparableInputFirst, AllocatorConfig::Arbiter::Fixed, 1});
  for (const AllocatorConfig& allocator : allocators) {
    DuatoConfig config = config_of(3, 3, 0);
    config.arbiter_start = ArbiterStart::Random;
    config.crossbar = DuatoConfig::Crossbar::Ports;
    const RoutingByHand routing(two_ways());
    DuatoRouter plain(config, site_of(2), routing);
    DuatoRouter blocks(config, site_of(2), routing, [&](NodeId, const SwitchShape& shape) {
      return std::make_unique<SwitchWithAllocator>(shape, allocator);
    });
    config.switch_allocator = allocator;
    DuatoRouter router(config, site_of(2), routing);
    Neighbours neighbours(config, 3);
    bool differs = false;
    for (int cycle = 0; cycle < 500; ++cycle) {
      const PortInputs& inputs = neighbours.inputs(0.9);
      PortOutputs outputs;
      PortOutputs expected;
      EXPECT_EQ(router.step(inputs, outputs), blocks.step(inputs, expected));
      ASSERT_TRUE(same(outputs, expected)) << "cycle " << cycle;
      if (!differs) {  // Until then it can take the same flits.
        PortOutputs by_default;
        plain.step(inputs, by_default);
        differs = !same(outputs, by_default);
      }
      neighbours.take(expected);
    }
    EXPECT_TRUE(differs) << "the default would do the same";
  }
}

/// A router of `Shape` does in every cycle what one of no shape does.
template <class Shape>
void expect_no_change(DuatoConfig config) {
  for (const VcReallocation reuse :
       {VcReallocation::Atomic, VcReallocation::WholePacket, VcReallocation::Immediate}) {
    for (const Selection selection : {Selection::First, Selection::Random, Selection::LeastLoaded}) {
      config.arbiter_start = ArbiterStart::Random;
      config.vc_reallocation = reuse;
      config.selection = selection;
      config.t_routing = selection == Selection::First ? 2 : 1;
      const RoutingByHand routing(two_ways());
      const std::unique_ptr<RouterCore> shaped = make_duato_router(config, site_of(1), routing, {});
      ASSERT_NE(dynamic_cast<DuatoRouterOf<Shape>*>(shaped.get()), nullptr);
      DuatoRouter general(config, site_of(1), routing);
      Neighbours neighbours(config, 4);
      for (int cycle = 0; cycle < 1000; ++cycle) {
        const PortInputs& inputs = neighbours.inputs(cycle / 100 % 2 == 0 ? 0.1 : 0.9);
        PortOutputs outputs;
        PortOutputs expected;
        EXPECT_EQ(shaped->step(inputs, outputs), general.step(inputs, expected));
        ASSERT_TRUE(same(outputs, expected)) << "cycle " << cycle;
        neighbours.take(expected);
      }
      EXPECT_GT(neighbours.flits_taken(), 500);
    }
  }
}

TEST(DuatoRouter, TheShapeItIsCompiledForChangesNothing) {
  expect_no_change<PlainShape>(config_of(4, 3, 2));
  expect_no_change<CubeShape>(config_of(3, 3, 2));
  DuatoConfig half_duplex = config_of(8, 2, 1);
  half_duplex.half_duplex = true;
  expect_no_change<CubeShape>(half_duplex);
}

/// Runs two routers side by side, one of which is stepped only when it must be. Returns whether they agree;
/// `idle` counts the steps left out. `sleepy`: it is also left out where it asked for a step.
bool agrees_without_idle_steps(const DuatoConfig& config, bool sleepy, int& idle) {
  const RoutingByHand routing(two_ways());
  DuatoRouter every(config, site_of(2), routing);
  DuatoRouter lazy(config, site_of(2), routing);
  Neighbours neighbours(config, 3);
  bool awake = false;
  for (int cycle = 0; cycle < 1500; ++cycle) {
    const PortInputs& inputs = neighbours.inputs(cycle / 100 % 2 == 0 ? 0.02 : 0.4);
    PortOutputs expected;
    PortOutputs outputs;
    every.step(inputs, expected);
    if (inputs.any() || (awake && !sleepy)) {
      awake = lazy.step(inputs, outputs);
    } else {
      ++idle;
    }
    if (!same(outputs, expected)) return false;
    neighbours.take(expected);
  }
  return true;
}

TEST(DuatoRouter, StepsLeftOutWhileIdleChangeNothing) {
  for (const DuatoConfig& config : many_configs()) {
    int idle = 0;
    EXPECT_TRUE(agrees_without_idle_steps(config, /*sleepy=*/false, idle));
    EXPECT_GT(idle, 50);
    EXPECT_FALSE(agrees_without_idle_steps(config, /*sleepy=*/true, idle));  // Mutant.
  }
}

}  // namespace
}  // namespace switchyard
