#include "hw/routing/turn_model.h"

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/header_walk.h"

namespace switchyard {
namespace {

using Rule = TurnModel::Rule;
using Paths = std::multiset<std::string>;  ///< A letter for each hop: W, E, S, N.

/// The forbidden turns of the papers, each as its two hops. `column`: in which the packet turns.
bool is_forbidden(Rule rule, const std::string& turn, int column) {
  const auto is_one_of = [&](const std::set<std::string>& turns) { return turns.count(turn) != 0; };
  switch (rule) {
    case Rule::WestFirst: return is_one_of({"NW", "SW"});
    case Rule::NorthLast: return is_one_of({"NW", "NE"});
    case Rule::NegativeFirst: return is_one_of({"NW", "ES"});
    case Rule::OddEven: return column % 2 == 0 ? is_one_of({"EN", "ES"}) : is_one_of({"NW", "SW"});
  }
  return true;
}

/// All shortest paths from (x, y) to (to_x, to_y) behind the hop `last` that take no forbidden turn.
void find_paths(Rule rule, int x, int y, int to_x, int to_y, const std::string& path, Paths& paths) {
  if (x == to_x && y == to_y) paths.insert(path);
  const auto go = [&](bool nearer, char hop, int next_x, int next_y) {
    if (!nearer) return;
    if (!path.empty() && is_forbidden(rule, {path.back(), hop}, x)) return;
    find_paths(rule, next_x, next_y, to_x, to_y, path + hop, paths);
  };
  go(to_x < x, 'W', x - 1, y);
  go(to_x > x, 'E', x + 1, y);
  go(to_y < y, 'S', x, y - 1);
  go(to_y > y, 'N', x, y + 1);
}

/// All paths that the routing function offers, on a mesh of two dimensions.
void walk_paths(const Topology& mesh, const RoutingFunction& routing, const RouteQuery& query,
                const std::string& path, Paths& paths) {
  if (query.here == query.destination) {
    paths.insert(path);
    return;
  }
  for (const Move& move : moves_from(mesh, routing, query))
    walk_paths(mesh, routing, move.after, path + "EWNS"[move.port], paths);
}

std::string name_of(const testing::TestParamInfo<std::tuple<Rule, std::vector<int>>>& info) {
  const auto& [rule, radix] = info.param;
  return TurnModel::kRules[static_cast<std::size_t>(rule)] + "_" + std::to_string(radix[0]) + "x" +
         std::to_string(radix[1]);
}

class TurnModelOfTwoDimensions : public testing::TestWithParam<std::tuple<Rule, std::vector<int>>> {
 protected:
  Rule rule() const { return std::get<0>(GetParam()); }

  const Topology mesh_ = build_mesh({std::get<1>(GetParam())});
  const Grid& grid_ = *mesh_.shape<Grid>();
  const TurnModel routing_{grid_, rule(), 1};
};

TEST_P(TurnModelOfTwoDimensions, OffersTheShortestPathsWithoutForbiddenTurnsAndNoOthers) {
  for (NodeId source = 0; source < mesh_.node_count(); ++source) {
    for (NodeId destination = 0; destination < mesh_.node_count(); ++destination) {
      Paths offered, legal;
      walk_paths(mesh_, routing_, injected(mesh_, source, destination), "", offered);
      find_paths(rule(), grid_.coordinate(source, 0), grid_.coordinate(source, 1),
                 grid_.coordinate(destination, 0), grid_.coordinate(destination, 1), "", legal);
      EXPECT_EQ(offered, legal) << source << " to " << destination;
      EXPECT_FALSE(legal.empty());
    }
  }
}

TEST_P(TurnModelOfTwoDimensions, VcsWaitForEachOtherInNoCycle) {
  EXPECT_TRUE(vc_dependencies(mesh_, routing_).acyclic());
  EXPECT_TRUE(vc_dependencies(mesh_, TurnModel(grid_, rule(), 3)).acyclic());
}

INSTANTIATE_TEST_SUITE_P(
    Meshes, TurnModelOfTwoDimensions,
    testing::Combine(testing::Values(Rule::WestFirst, Rule::NorthLast, Rule::NegativeFirst, Rule::OddEven),
                     testing::Values(std::vector{2, 2}, std::vector{5, 4}, std::vector{4, 5},
                                     std::vector{2, 6}, std::vector{6, 3})),
    name_of);

TEST(TurnModel, NegativeFirstIsFreeOfCyclesInAnyDimension) {
  for (const std::vector<int>& radix : {std::vector{7}, {3, 3, 3}, {2, 4, 3}, {2, 3, 2, 3}}) {
    const Topology mesh = build_mesh({radix});
    EXPECT_TRUE(vc_dependencies(mesh, TurnModel(*mesh.shape<Grid>(), Rule::NegativeFirst, 2)).acyclic());
  }
}

/// Every shortest way.
class AnyTurn final : public RoutingFunction {
 public:
  explicit AnyTurn(const Grid& mesh) : mesh_(mesh) {}
  void route(const RouteQuery& query, RouteSet& routes) const override {
    for (int d = 0; d < mesh_.dimensions(); ++d) {
      const Offset offset = mesh_.offset(query.here, query.destination, d);
      routes.add(mesh_.up_port(d), 0b1, Preference::Adaptive, offset.up != 0);
      routes.add(mesh_.down_port(d), 0b1, Preference::Adaptive, offset.down != 0);
    }
  }
  std::size_t max_choices() const override { return mesh_.dimensions(); }

 private:
  const Grid& mesh_;
};

TEST(TurnModelMutant, AllTurnsCloseACycle) {
  const Topology mesh = build_mesh({{3, 3}});
  EXPECT_FALSE(vc_dependencies(mesh, AnyTurn(*mesh.shape<Grid>())).acyclic());
}

}  // namespace
}  // namespace switchyard
