#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include "tests/support/router_bench.h"

namespace switchyard {
namespace {

/// VC v of port v is fed for port 3 without end, for v = 0, 1, 2. Returns the VCs that flits left port 3
/// by, and checks that some flit did in every cycle.
std::vector<VcId> vcs_of_a_busy_link(const DuatoConfig& config) {
  constexpr int kEndless = 1000;
  RouterBench bench(config, [&](const RouteQuery& query, RouteSet& routes) {
    routes.add(3, bit<VcMask>(query.held_vc), Preference::Adaptive);
  });
  std::vector<VcId> order;
  std::array<int, 3> space{config.input_depth[0], config.input_depth[1], config.input_depth[2]};
  std::array<int, 3> next{kEndless, kEndless, kEndless};
  for (int cycle = 0; cycle < 200; ++cycle) {
    for (std::size_t v = 0; v < 3; ++v) {
      if (space[v] == 0) continue;
      const auto vc = static_cast<VcId>(v);
      bench.flit(vc, flit_of(static_cast<PacketId>(v), 3, next[v], vc, next[v] == kEndless));
      --space[v];
      --next[v];
    }
    if (!order.empty()) bench.credit(3, order.back());
    bench.step();
    for (std::size_t v = 0; v < 3; ++v) {
      space[v] += bench.returned(static_cast<PortId>(v), static_cast<VcId>(v)) ? 1 : 0;
    }
    const std::optional<Flit> flit = bench.sent(3);
    if (flit) order.push_back(flit->vc);
    EXPECT_TRUE(flit || cycle < 2) << "an idle link in cycle " << cycle;
  }
  return order;
}

TEST(DuatoRouter, ALinkCarriesAFlitEveryCycleAndSharesItFairlyAmongItsVcs) {
  for (const int output_depth : {0, 4}) {
    for (const auto crossbar : {DuatoConfig::Crossbar::Vcs, DuatoConfig::Crossbar::Ports}) {
      DuatoConfig config = config_of(3, 8, output_depth);
      config.crossbar = crossbar;
      const std::vector<VcId> order = vcs_of_a_busy_link(config);
      for (VcId vc = 0; vc < 3; ++vc) {
        EXPECT_NEAR(static_cast<double>(std::count(order.begin() + 20, order.begin() + 170, vc)), 50, 1)
            << "VC " << vc << ", output_depth " << output_depth;
      }
    }
  }
}

TEST(DuatoRouter, SendsNoFlitWithoutACredit) {
  for (const int output_depth : {0, 3}) {
    DuatoConfig config = config_of(2, 2, output_depth);
    RouterBench bench(config, over_vcs(0b01));
    int sent = 0;
    for (int remaining = 6; remaining > 0; --remaining) {
      bench.flit(0, flit_of(1, 2, remaining, 0, remaining == 6));
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
      if (bench.buffer(Side::Input, 0, 0).occupancy == 2) break;
    }
    for (int cycle = 0; cycle < 20; ++cycle) {
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(sent, 2) << "of a far VC of two slots";
    bench.credit(2, 0);
    for (int cycle = 0; cycle < 20; ++cycle) {
      bench.step();
      sent += bench.sent(2) ? 1 : 0;
    }
    EXPECT_EQ(sent, 3);
  }
}

TEST(DuatoRouter, UsesAHalfDuplexLinkOnlyWhenItIsGranted) {
  constexpr int kLatency = 3;
  for (const PortId port : {2, 3}) {  // This end is the first on the links of even ports.
    for (const int output_depth : {0, 4}) {
      DuatoConfig config = config_of(2, 8, output_depth);
      config.half_duplex = true;
      RouterBench bench(config, over_vcs(0b11), kLatency);
      int cycle = 0;
      Cycle first_sent = 0;
      std::vector<bool> sent;
      for (; cycle < 40; ++cycle) {
        if (cycle < 8) bench.flit(0, flit_of(1, port, 8 - cycle, 0, cycle == 0));
        bench.request(port);  // The other end always asks.
        bench.step();
        sent.push_back(bench.sent(port).has_value());
        if (sent.back() && first_sent == 0) first_sent = static_cast<Cycle>(cycle);
      }
      EXPECT_EQ(std::count(sent.begin(), sent.end(), true), 8);
      for (std::size_t i = 1; i < sent.size(); ++i) EXPECT_FALSE(sent[i] && sent[i - 1]) << "cycle " << i;
      const Cycle alone = 2 + kLatency - 1;
      EXPECT_EQ(first_sent, port == 2 ? alone : alone + 1) << "the first end wins the first tie";
    }
  }
}

TEST(DuatoRouter, AFlitForAFullVcIsALogicError) {
  RouterBench bench(config_of(2, 1, 4), over_vcs(0b01));
  bench.flit(0, header(1, 2, 9, 0));
  bench.steps(4);
  bench.flit(1, header(2, 2, 9, 1));  // Waits for the VC of the first.
  bench.step();
  bench.flit(1, flit_of(2, 2, 8, 1, false));
  EXPECT_THROW(bench.step(), std::logic_error);
}

TEST(DuatoRouter, AFlitForAVcThatDoesNotExistIsALogicError) {
  for (const PortId p : {0, kTerminal}) {
    RouterBench bench(config_of(2, 4, 4));
    bench.flit(p, header(1, 2, 1, /*vc=*/2));
    EXPECT_THROW(bench.step(), std::logic_error) << "port " << p;
  }
}

TEST(DuatoRouter, ACreditForAFreeSlotIsALogicError) {
  RouterBench bench(config_of(2, 4, 4));
  bench.credit(2, 1);
  EXPECT_THROW(bench.step(), std::logic_error);
}

TEST(DuatoRouter, ABodyFlitWithoutItsHeadFlitIsALogicError) {
  RouterBench bench(config_of(2, 4, 4));
  bench.flit(0, flit_of(1, 2, 3, 0, /*head=*/false));
  EXPECT_THROW(bench.step(), std::logic_error);
}

}  // namespace
}  // namespace switchyard
