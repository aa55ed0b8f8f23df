#include <gtest/gtest.h>

#include <array>
#include <set>

#include "hw/base/bits.h"
#include "hw/base/random_stream.h"
#include "testbench/cosim/switch/lockstep_switch.h"
#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/needs.h"

namespace switchyard {
namespace {

/// Blocks of any shape that a router may have.
SwitchShape random_shape(RandomStream& dice) {
  SwitchShape shape;
  shape.ports = 2 + static_cast<int>(dice.below(kMaxPorts - 1));
  shape.virtual_channels = 1 + static_cast<int>(dice.below(kMaxVcs));
  shape.crossbar_size = static_cast<std::size_t>(shape.ports);
  const bool is_built = shape.ports <= 8 || shape.virtual_channels <= 4;  // The VC allocator.
  shape.allocates_vcs = is_built && dice.below(2) == 0;
  return shape;
}

SwitchStarts starts_of(ArbiterStart start, std::uint64_t seed, const SwitchShape& shape) {
  return SwitchStarts::draw({start, seed, 3}, shape.ports, shape.virtual_channels);
}

/// Random requests to the arbiters and allocators of both sides of a pair.
void ask(LockstepSwitch& pair, const SwitchShape& shape, RandomStream& dice) {
  const auto below = [&](int limit) {
    return static_cast<int>(dice.below(static_cast<std::uint32_t>(limit)));
  };
  const auto vcs = [&] { return static_cast<VcMask>(1 + below((1 << shape.virtual_channels) - 1)); };
  for (PortId port = 0; port < shape.ports; ++port) {
    pair.pick_output_vc(port, vcs());
    pair.pick_input_vc(port, vcs());
  }
  std::array<PortMask, kMaxPorts> requests{};
  std::array<PortMask, kMaxPorts> grants{};
  const auto ports = static_cast<std::size_t>(shape.ports);
  for (std::size_t i = 0; i < ports; ++i)
    requests[i] = static_cast<PortMask>(dice.next()) & low_bits<PortMask>(shape.ports);
  pair.allocate(std::span(requests).first(ports), std::span(grants).first(ports));
  if (!shape.allocates_vcs) return;
  std::set<std::pair<PortId, VcId>> asking;
  for (int i = 0; i < 6; ++i) asking.insert({below(shape.ports), below(shape.virtual_channels)});
  std::vector<VcRequest> headers;
  for (const auto& [port, vc] : asking)
    headers.push_back({port, vc, below(shape.ports), below(shape.virtual_channels)});
  pair.allocate_vcs(headers);
}

/// The first difference between the model with random starts and RTL with these, which is reset in between.
std::optional<Divergence> first_difference(std::uint64_t seed, ArbiterStart rtl_start) {
  RandomStream dice(seed, 0, Purpose::Arrival);
  SwitchShape shape = random_shape(dice);
  shape.starts = starts_of(rtl_start, seed, shape);
  auto rtl = make_rtl_switch(3, shape);
  shape.starts = starts_of(ArbiterStart::Random, seed, shape);
  DivergenceLog log({.recent_events = [](NodeId) { return std::vector<std::string>(); }, .stop = [] {}});
  LockstepSwitch pair(3, shape, std::move(rtl), log);
  for (int life = 0; life < 3; ++life) {
    pair.reset();
    for (int cycle = 0; cycle < 40; ++cycle) {
      ask(pair, shape, dice);
      pair.end_cycle();
    }
  }
  return log.first();
}

TEST(SwitchStartsInRtl, AreThoseOfTheModelAfterEveryResetInEveryShape) {
  NEEDS(has_rtl(), "Verilator");
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::optional<Divergence> difference = first_difference(seed, ArbiterStart::Random);
    EXPECT_FALSE(difference.has_value()) << "seed " << seed << ": " << describe(*difference);
  }
}

TEST(SwitchStartsInRtlMutant, RtlThatIgnoresItsStrapsIsFound) {
  NEEDS(has_rtl(), "Verilator");
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_TRUE(first_difference(seed, ArbiterStart::Equal).has_value()) << "seed " << seed;
}

}  // namespace
}  // namespace switchyard
