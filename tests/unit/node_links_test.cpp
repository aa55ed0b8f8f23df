#include "hw/design/node_links.h"

#include <gtest/gtest.h>

#include "hw/topology/builders.h"

namespace switchyard {
namespace {

/// Links whose lower end is first; of every link exactly one end must be.
int lower_ends_first(const Topology& topology, ArbiterStart start, std::uint64_t seed) {
  int lower_first = 0;
  for (const Channel& channel : topology.channels()) {
    if (channel.to < channel.from) continue;
    const auto first = [&](const PortRef& end) -> bool {
      return first_on_links(topology, end.node, start, seed)[static_cast<std::size_t>(end.port)];
    };
    EXPECT_NE(first(channel.from), first(channel.to)) << channel.from.node << " " << channel.from.port;
    lower_first += first(channel.from) ? 1 : 0;
  }
  return lower_first;
}

TEST(FirstOnLinks, IsOneEndOfEveryLink) {
  const Topology torus = build_torus({{8, 8}, /*link_latency=*/1});
  constexpr int kLinks = 128;
  EXPECT_EQ(lower_ends_first(torus, ArbiterStart::Equal, 1), kLinks);
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    EXPECT_NEAR(lower_ends_first(torus, ArbiterStart::Random, seed), kLinks / 2, 25) << "4.4 sigma";
}

TEST(FirstOnLinks, IsNoEndOfAnOpenPort) {
  const Topology mesh = build_mesh({{3, 3}, /*link_latency=*/1});
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const std::vector<bool> corner = first_on_links(mesh, 0, ArbiterStart::Random, seed);
    for (PortId p = 0; p < mesh.port_count(); ++p) {
      if (p == mesh.terminal_port() || mesh.is_open({0, p})) {
        EXPECT_FALSE(corner[static_cast<std::size_t>(p)]);
      }
    }
  }
}

}  // namespace
}  // namespace switchyard
