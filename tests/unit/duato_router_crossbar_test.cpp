#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "hw/base/random_stream.h"
#include "testbench/cosim/switch/model_switch.h"
#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

TEST(DuatoRouter, OnlyTheCrossbarOfVcsMovesTwoFlitsOfAPortInOneCycle) {
  for (const auto crossbar : {DuatoConfig::Crossbar::Vcs, DuatoConfig::Crossbar::Ports}) {
    DuatoConfig config = config_of(2, 8, 4);
    config.crossbar = crossbar;
    RouterBench bench(config);
    int most = 0;
    int moved = 0;
    for (int cycle = 0; cycle < 30; ++cycle) {
      if (cycle < 12) {  // Two packets of six flits in turn, to different ports.
        const int remaining = 6 - cycle / 2;
        bench.flit(0, flit_of(static_cast<PacketId>(cycle % 2), 2 + cycle % 2, remaining, cycle % 2,
                              remaining == 6));
      }
      bench.step();
      const int now = (bench.returned(0, 0) ? 1 : 0) + (bench.returned(0, 1) ? 1 : 0);
      most = std::max(most, now);
      moved += now;
    }
    EXPECT_EQ(moved, 12);
    EXPECT_EQ(most, crossbar == DuatoConfig::Crossbar::Vcs ? 2 : 1);
  }
}

TEST(DuatoRouter, TheCrossbarOfPortsServesTheVcsOfAPortInTurn) {
  DuatoConfig config = config_of(2, 8, 8);
  config.crossbar = DuatoConfig::Crossbar::Ports;
  config.t_routing = 20;  // Both VCs fill before the first flit may cross.
  RouterBench bench(config, [](const RouteQuery& query, RouteSet& routes) {
    routes.add(2, bit<VcMask>(query.held_vc), Preference::Adaptive);
  });
  for (int flit = 0; flit < 16; ++flit) {
    const int remaining = 9 - flit / 2;
    bench.flit(0, flit_of(static_cast<PacketId>(flit % 2), 2, remaining, flit % 2, remaining == 9));
    bench.step();
  }
  std::vector<VcId> order;
  for (int cycle = 0; cycle < 30; ++cycle) {
    bench.step();
    for (const VcId vc : {0, 1}) {
      if (bench.returned(0, vc)) order.push_back(vc);
    }
  }
  ASSERT_EQ(order.size(), 16U);
  for (std::size_t i = 1; i + 3 < order.size(); ++i) EXPECT_NE(order[i], order[i + 1]) << "flit " << i;
}

/// Packets of four flits to one port, the youngest one cycle ahead of the others: number 2 in VC 0 of port
/// 0, 1 in VC 1 there, 0 at port 1. Whose flit crosses, cycle by cycle.
std::vector<PacketId> order_by_age(AllocatorConfig::Kind kind, const std::array<Cycle, 3>& created) {
  constexpr int kFlits = 4;
  struct Source {
    PacketId packet;
    PortId port;
    VcId vc;
    int first;  ///< The cycle of its head flit; the others come every second one.
  };
  constexpr std::array<Source, 3> kSources{Source{0, 1, 0, 1}, Source{1, 0, 1, 1}, Source{2, 0, 0, 0}};
  DuatoConfig config = config_of(4, kFlits, 4 * kFlits);
  config.crossbar = DuatoConfig::Crossbar::Ports;
  config.switch_allocator = {kind, AllocatorConfig::Arbiter::Age};
  config.t_routing = 20;  // All are there before the first flit may cross.
  RouterBench bench(config);
  std::vector<PacketId> order;
  for (int cycle = 0; cycle < 60; ++cycle) {
    for (const Source& source : kSources) {
      const int sent = (cycle - source.first) / 2;
      if (cycle < source.first || (cycle - source.first) % 2 != 0 || sent >= kFlits) continue;
      Flit flit = flit_of(source.packet, 2, kFlits - sent, source.vc, sent == 0);
      if (flit.head) flit.payload = header_payload(created[source.packet]);
      bench.flit(source.port, flit);
    }
    bench.step();
    for (const Source& source : kSources) {
      if (bench.returned(source.port, source.vc)) order.push_back(source.packet);
    }
  }
  return order;
}

TEST(DuatoRouter, ByAgeTheOldestPacketGoesFirstAndThenTheNext) {
  for (const auto kind :
       {AllocatorConfig::Kind::SeparableInputFirst, AllocatorConfig::Kind::SeparableOutputFirst}) {
    const std::vector<PacketId> by_creation{2, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2};
    EXPECT_EQ(order_by_age(kind, {100, 200, 300}), by_creation);
    EXPECT_EQ(order_by_age(kind, {7, 7, 7}), by_creation) << "by number";
    EXPECT_EQ(order_by_age(kind, {300, 100, 200}),
              (std::vector<PacketId>{2, 1, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0}));
  }
}

TEST(DuatoRouter, ByAgeTheNextPacketOfAVcIsAsOldAsItIs) {
  DuatoConfig config = config_of(4, 8, 16);
  config.crossbar = DuatoConfig::Crossbar::Ports;
  config.switch_allocator.arbiters = AllocatorConfig::Arbiter::Age;
  RouterBench bench(config);
  const auto send = [&bench](PortId port, PacketId packet, Cycle created, int remaining, bool head) {
    Flit flit = flit_of(packet, 2, remaining, 0, head);
    if (head) flit.payload = header_payload(created);
    bench.flit(port, flit);
  };
  std::vector<PortId> order;
  for (int cycle = 0; cycle < 30; ++cycle) {
    if (cycle < 4) send(0, cycle / 2 == 0 ? 0 : 1, cycle < 2 ? 100 : 500, 2 - cycle % 2, cycle % 2 == 0);
    if (cycle < 8) send(1, 2, 300, 8 - cycle, cycle == 0);
    bench.step();
    for (const PortId port : {0, 1}) {
      if (bench.returned(port, 0)) order.push_back(port);
    }
  }
  EXPECT_EQ(order, (std::vector<PortId>{0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
}

TEST(DuatoRouter, WithoutOutputVcsFlitsGoFromTheInputVcToTheLink) {
  RouterBench bench(config_of(2, 4, 0));
  int output_vcs = 0;
  bench.router().visit_buffers(
      [&](const BufferView& view) { output_vcs += view.buffer.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_vcs, 0);
  RouterBench queued(config_of(2, 4, 1));
  queued.router().visit_buffers(
      [&](const BufferView& view) { output_vcs += view.buffer.side == Side::Output ? 1 : 0; });
  EXPECT_EQ(output_vcs, 2 * kPorts);
}

/// The model's blocks, and where the crossbar was asked to take each packet.
class CrossingNotes final : public SwitchBlocks {
 public:
  using Crossing = std::pair<std::size_t, std::size_t>;

  CrossingNotes(const SwitchShape& shape, std::map<PacketId, std::set<Crossing>>& crossings)
      : model_(shape), size_(shape.crossbar_size), crossings_(crossings) {}

  void reset() override { model_.reset(); }
  VcMask pick_output_vc(PortId port, VcMask requests) override {
    return model_.pick_output_vc(port, requests);
  }
  VcMask pick_input_vc(PortId port, VcMask requests) override { return model_.pick_input_vc(port, requests); }
  void allocate(std::span<const PortMask> requests, std::span<PortMask> grants) override {
    model_.allocate(requests, grants);
  }
  void allocate_vcs(std::span<VcRequest> requests) override { model_.allocate_vcs(requests); }
  void match_vcs(std::span<const std::uint64_t> requests, std::span<std::uint64_t> grants) override {
    model_.match_vcs(requests, grants);
  }
  void end_cycle() override {}
  Flit cross(std::size_t input, std::size_t output, const Flit& flit) override {
    EXPECT_LT(std::max(input, output), size_);
    crossings_[flit.packet].insert({input, output});
    return model_.cross(input, output, flit);
  }

 private:
  ModelSwitch model_;
  std::size_t size_;
  std::map<PacketId, std::set<Crossing>>& crossings_;
};

TEST(DuatoRouter, TheCrossbarIsAskedByPortOrByVcAsTheConfigurationSays) {
  RandomStream random(1, 0, Purpose::Selection);
  for (int draw = 0; draw < 40; ++draw) {
    const int vcs = 1 + static_cast<int>(random.below(6));
    DuatoConfig config = config_of(vcs, 8, static_cast<int>(random.below(2)) * 4);
    config.crossbar = draw % 2 == 0 ? DuatoConfig::Crossbar::Vcs : DuatoConfig::Crossbar::Ports;
    const RoutingByHand routing(over_vcs(low_bits<VcMask>(vcs)));
    std::map<PacketId, std::set<CrossingNotes::Crossing>> crossings;
    const auto router =
        make_duato_router(config, site_of(1), routing, [&crossings](NodeId, const SwitchShape& shape) {
          return std::make_unique<CrossingNotes>(shape, crossings);
        });
    CoreBench bench(*router);
    const auto vcs_of_port = static_cast<PortId>(std::bit_ceil(static_cast<unsigned>(vcs)));  // Of a port.
    const auto index = [&](PortId port, VcId vc) {
      return static_cast<std::size_t>(config.crossbar == DuatoConfig::Crossbar::Vcs ? port * vcs_of_port + vc
                                                                                    : port);
    };
    std::map<PacketId, std::size_t> inputs;
    for (PacketId id = 0; id < 60; ++id) {
      const auto from = static_cast<PortId>(random.below(kPorts));
      const auto vc = static_cast<VcId>(random.below(static_cast<std::uint32_t>(vcs)));
      inputs[id] = index(from, vc);
      bench.flit(from, header(id, static_cast<PortId>(random.below(kPorts)), 1, vc));
      for (int cycle = 0; cycle < 6; ++cycle) {
        bench.step();
        for (PortId p = 0; p < kPorts; ++p) {
          const std::optional<Flit> left = bench.sent(p);
          if (!left) continue;
          bench.credit(p, left->vc);
          const std::set expected{CrossingNotes::Crossing{inputs[left->packet], index(p, left->vc)}};
          EXPECT_EQ(crossings[left->packet], expected);
          inputs.erase(left->packet);
        }
      }
    }
    EXPECT_TRUE(inputs.empty()) << "all have left";
  }
}

}  // namespace
}  // namespace switchyard
