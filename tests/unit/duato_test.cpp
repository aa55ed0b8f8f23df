#include "hw/routing/duato.h"
#include "hw/topology/grid.h"

#include <vector>

#include <gtest/gtest.h>

namespace switchyard {
namespace {

struct Choice {
  PortId port;
  Preference preference;
  VcMask vcs;
  friend bool operator==(const Choice&, const Choice&) = default;
};

std::vector<Choice> choices(const Grid& grid, int vc_count, NodeId here, NodeId destination) {
  RouteSet routes;
  Duato(grid, vc_count).route({here, destination, grid.network_ports(), 0}, routes);
  std::vector<Choice> choices;
  for (const RouteChoice& choice : routes) choices.push_back({choice.port, choice.preference, choice.vcs});
  return choices;
}

constexpr Preference kAdaptive = Preference::Adaptive;
constexpr Preference kEscape = Preference::Escape;

TEST(Duato, OffersEveryMinimalHopThenTheEscape) {
  const Grid mesh({4, 4}, /*wraps=*/false, /*single_port=*/false);
  const std::vector<Choice> expected{{mesh.up_port(0), kAdaptive, 0b110},
                                     {mesh.down_port(1), kAdaptive, 0b110},
                                     {mesh.up_port(0), kEscape, 0b001}};
  EXPECT_EQ(choices(mesh, 3, mesh.node_at({1, 3}), mesh.node_at({3, 0})), expected);
}

TEST(Duato, OffersBothWaysOnATie) {
  const Grid torus({4, 4}, /*wraps=*/true, /*single_port=*/false);
  const std::vector<Choice> expected{{torus.up_port(1), kAdaptive, 0b1100},
                                     {torus.down_port(1), kAdaptive, 0b1100},
                                     {torus.up_port(1), kEscape, 0b0010}};
  EXPECT_EQ(choices(torus, 4, torus.node_at({1, 0}), torus.node_at({1, 2})), expected);
}

TEST(Duato, EscapesOnVcZeroBeforeTheWrapAroundLinkAndOnVcOneAfterIt) {
  const Grid ring({7}, /*wraps=*/true, /*single_port=*/false);
  EXPECT_EQ(choices(ring, 3, 5, 1).back(), (Choice{ring.up_port(0), kEscape, 0b01}));
  EXPECT_EQ(choices(ring, 3, 6, 1).back(), (Choice{ring.up_port(0), kEscape, 0b01}));
  EXPECT_EQ(choices(ring, 3, 0, 1).back(), (Choice{ring.up_port(0), kEscape, 0b10}));
}

TEST(Duato, NeedsOneEscapeVcOnAHypercube) {
  const Grid cube({2, 2, 2}, /*wraps=*/false, /*single_port=*/true);
  EXPECT_EQ(Duato::escape_vcs(cube), 1);
  const std::vector<Choice> expected{{0, kAdaptive, 0b10}, {2, kAdaptive, 0b10}, {0, kEscape, 0b01}};
  EXPECT_EQ(choices(cube, 2, 0b001, 0b100), expected);
}

TEST(Duato, NeverOffersMoreThanItSays) {
  const Grid torus({4, 4}, /*wraps=*/true, /*single_port=*/false);
  EXPECT_EQ(choices(torus, 3, 0, torus.node_at({2, 2})).size(), Duato(torus, 3).max_choices());
  const Grid mesh({4, 4}, /*wraps=*/false, /*single_port=*/false);
  EXPECT_EQ(choices(mesh, 3, 0, mesh.node_at({2, 2})).size(), Duato(mesh, 3).max_choices());
}

}  // namespace
}  // namespace switchyard
