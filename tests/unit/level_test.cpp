#include "testbench/engine/level.h"

#include <gtest/gtest.h>

#include "testbench/cosim/switch/rtl_switch.h"
#include "tests/support/test_bench.h"

namespace switchyard {
namespace {

Design torus(const std::string& router) {
  return experiment_from(
             "topology: {kind: torus, radix: [4, 4]}\nrouter: {kind: duato, " + router +
             "}\nrouting: {kind: duato}\ntraffic: {pattern: uniform, packet_length: 5, load: 0.1}\n")
      .design;
}

constexpr const char* kCarried =
    "virtual_channels: 4, input_depth: 8, output_depth: 0, crossbar: ports, vc_allocations_per_cycle: 1";

std::string refusal_at(const std::string& level, const Design& design) {
  return refusal_of(*find_level(level), design).value_or(Refusal{}).reason;
}

TEST(Level, WithRtlIsRefusedWithTheWayToIt) {
  const Design design = torus(kCarried);
  for (const Level& level : levels()) {
    const bool lacks_rtl = level.rtl != Level::Rtl::Nothing && !has_rtl();
    const std::string refusal = refusal_at(level.name, design);
    EXPECT_EQ(refusal.find("script/rtl") != std::string::npos, lacks_rtl) << refusal;
    EXPECT_EQ(refusal.empty(), !lacks_rtl) << level.name << ": " << refusal;
  }
}

/// Whoever built a program with RTL for it would be none the wiser.
TEST(Level, OfADesignThatNoRtlCarriesIsRefusedForThat) {
  EXPECT_NE(refusal_at("rtl_router", torus("virtual_channels: 4")).find("it needs router.crossbar = ports"),
            std::string::npos);
  const Design queued = experiment_from(
                            "topology: {kind: mesh, radix: [4, 4]}\nrouter: {kind: output_queued}\n"
                            "routing: {kind: dimension_order}\n"
                            "traffic: {pattern: uniform, packet_length: 1, load: 0.1}\n")
                            .design;
  const Design maximum = torus("virtual_channels: 4, crossbar: ports, switch_allocator: {kind: maximum}");
  for (const char* level : {"lockstep", "rtl"}) {
    EXPECT_NE(refusal_at(level, maximum).find("`maximum` is a bound that no hardware finds"),
              std::string::npos);
    EXPECT_NE(refusal_at(level, queued).find("router.kind = output_queued has none"), std::string::npos);
  }
}

}  // namespace
}  // namespace switchyard
