#include "hw/analysis/deadlock.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <set>
#include <string>

#include "hw/analysis/dependency_graph.h"
#include "hw/analysis/route_walk.h"
#include "hw/routing/dimension_order.h"
#include "hw/routing/duato.h"
#include "hw/routing/table.h"
#include "hw/routing/up_down.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/changed_routing.h"
#include "tests/support/graphs.h"

namespace switchyard {
namespace {

using Kind = DeadlockVerdict::Kind;
using Relation = std::unique_ptr<RoutingFunction>;
using MakeRelation = std::function<Relation(const Topology&)>;

constexpr int kVcs = 4;

struct Case {
  std::string name;
  Topology topology;
  MakeRelation make;
  Holding holding = Holding::OwnVcs;
  int vcs = kVcs;
};
void PrintTo(const Case& tested, std::ostream* out) { *out << tested.name; }

Relation dimension_order(const Topology& topology, bool dateline) {
  return std::make_unique<DimensionOrder>(*topology.shape<Grid>(), kVcs, dateline);
}
Relation duato(const Topology& topology) { return std::make_unique<Duato>(*topology.shape<Grid>(), kVcs); }

MakeRelation with_dateline() {
  return [](const Topology& topology) { return dimension_order(topology, true); };
}
MakeRelation without_dateline() {
  return [](const Topology& topology) { return dimension_order(topology, false); };
}
MakeRelation up_down(NodeId root) {
  return [root](const Topology& topology) { return std::make_unique<UpDown>(topology, root, kVcs); };
}
/// `change` is also given the grid.
MakeRelation changed(Relation (*make)(const Topology&),
                     const std::function<bool(const Grid&, const RouteQuery&, RouteChoice&)>& change) {
  return [make, change](const Topology& topology) {
    return std::make_unique<ChangedRouting>(
        make(topology), [&topology, change](const RouteQuery& query, RouteChoice& choice) {
          return change(*topology.shape<Grid>(), query, choice);
        });
  };
}
Relation ordered(const Topology& topology) { return dimension_order(topology, true); }
Relation ordered_no_dateline(const Topology& topology) { return dimension_order(topology, false); }

bool is_escape(const RouteChoice& choice) { return choice.preference == Preference::Escape; }

/// Every minimal hop, on every VC.
Relation adaptive_only(const Topology& topology) {
  return std::make_unique<ChangedRouting>(duato(topology), [](const RouteQuery&, RouteChoice& choice) {
    choice.vcs = low_bits<VcMask>(kVcs);
    return !is_escape(choice);
  });
}

DeadlockVerdict verdict_of(const Case& tested) {
  const ResourceSpace space(tested.topology, tested.vcs);
  return find_verdict(space, *tested.make(tested.topology), tested.holding);
}

struct SafeCase {
  Case network;
  Kind kind;
};

TEST(DeadlockVerdict, ProvesWhatThePapersProve) {
  const SafeCase cases[] = {
      {{"ring with dateline", build_torus({{9}}), with_dateline()}, Kind::Acyclic},
      {{"torus with dateline", build_torus({{8, 5}}), with_dateline()}, Kind::Acyclic},
      {{"mesh in dimension order", build_mesh({{5, 4, 3}}), without_dateline()}, Kind::Acyclic},
      {{"e-cube", build_hypercube({5}), without_dateline()}, Kind::Acyclic},
      {{"up*/down* on a torus", build_torus({{4, 4}}), up_down(5)}, Kind::Acyclic},
      {{"Duato on a torus", build_torus({{8, 5}}), duato}, Kind::Escape},
      {{"Duato on a torus of three dimensions", build_torus({{4, 3, 5}}), duato}, Kind::Escape},
      {{"Duato on a mesh", build_mesh({{5, 4}}), duato}, Kind::Escape},
      {{"Duato on a hypercube", build_hypercube({5}), duato}, Kind::Escape},
      {{"rings of four cannot close a circle", build_torus({{4, 4}}), without_dateline()}, Kind::Acyclic},
      {{"shared VCs in order", build_torus({{8, 5}}), with_dateline(), Holding::SharedVcs}, Kind::Acyclic},
      {{"store-and-forward Duato", build_torus({{6, 6}}), duato, Holding::OnePacket}, Kind::Dynamic},
  };
  for (const auto& [network, kind] : cases) {
    const DeadlockVerdict verdict = verdict_of(network);
    EXPECT_EQ(verdict.kind, kind) << network.name << ": " << name_of(verdict.kind) << ", " << verdict.reason;
    EXPECT_TRUE(verdict.cycle.empty()) << network.name;
  }
}

/// Relations that are broken, each in its own way.
std::vector<Case> broken_relations() {
  const auto mesh_turns = [](auto&& yx_at) {
    // Dimension order, the other way round at some nodes.
    return [yx_at](const Topology& topology) -> Relation {
      std::vector<TableRouting::Entry> entries;
      const Grid& grid = *topology.shape<Grid>();
      for (NodeId here = 0; here < topology.node_count(); ++here) {
        for (NodeId there = 0; there < topology.node_count(); ++there) {
          if (here == there) continue;
          const bool right[2] = {grid.coordinate(here, 0) == grid.coordinate(there, 0),
                                 grid.coordinate(here, 1) == grid.coordinate(there, 1)};
          const int first = yx_at(grid, here) ? 1 : 0;
          const int dimension = right[first] ? 1 - first : first;
          const bool up = grid.coordinate(here, dimension) < grid.coordinate(there, dimension);
          entries.push_back({here, there, up ? grid.up_port(dimension) : grid.down_port(dimension)});
        }
      }
      return std::make_unique<TableRouting>(topology, entries, kVcs);
    };
  };
  return {
      {"ring of five without a dateline", build_torus({{5}}), without_dateline()},
      {"torus without a dateline", build_torus({{8, 8}}), without_dateline()},
      {"torus of three dimensions without a dateline", build_torus({{3, 5, 3}}), without_dateline()},
      {"dateline in dimension 0 only", build_torus({{6, 6}}),
       changed(ordered,
               [](const Grid& grid, const RouteQuery&, RouteChoice& choice) {
                 if (grid.dimension_of(choice.port) == 1) choice.vcs = 0b1111;
                 return true;
               })},
      {"back to the first network after the dateline", build_torus({{8}}),
       changed(ordered,
               [](const Grid&, const RouteQuery& query, RouteChoice& choice) {
                 if (query.held_vc >= 2) choice.vcs = 0b0011;
                 return true;
               })},
      {"dateline that one VC ignores", build_torus({{8}}),
       changed(ordered_no_dateline,
               [](const Grid&, const RouteQuery&, RouteChoice& choice) {
                 choice.vcs = 0b0001;
                 return true;
               })},
      {"Duato with one escape VC", build_torus({{6, 6}}),
       changed(duato,
               [](const Grid&, const RouteQuery&, RouteChoice& choice) {
                 if (is_escape(choice)) choice.vcs = 0b0001;
                 return true;
               })},
      {"Duato with both escape VCs at any time", build_torus({{6, 6}}),
       changed(duato,
               [](const Grid&, const RouteQuery&, RouteChoice& choice) {
                 if (is_escape(choice)) choice.vcs = 0b0011;
                 return true;
               })},
      {"Duato with an escape VC for odd and one for even destinations", build_torus({{6, 6}}),
       changed(duato,
               [](const Grid&, const RouteQuery& query, RouteChoice& choice) {
                 if (is_escape(choice)) choice.vcs = query.destination % 2 == 0 ? 0b0001 : 0b0010;
                 return true;
               })},
      {"no escape where the way wraps", build_torus({{6, 6}}),
       changed(duato, [](const Grid&, const RouteQuery&,
                         RouteChoice& choice) { return !is_escape(choice) || choice.vcs != 0b0001; })},
      {"no escape at one node", build_mesh({{4, 4}}),
       changed(duato, [](const Grid&, const RouteQuery& query,
                         RouteChoice& choice) { return !is_escape(choice) || query.here != 5; })},
      {"no escape for one destination", build_mesh({{4, 4}}),
       changed(duato, [](const Grid&, const RouteQuery& query,
                         RouteChoice& choice) { return !is_escape(choice) || query.destination != 10; })},
      {"adaptive hops on the escape VCs too", build_torus({{6, 6}}),
       changed(duato,
               [](const Grid&, const RouteQuery&, RouteChoice& choice) {
                 if (!is_escape(choice)) choice.vcs = 0b1111;
                 return true;
               })},
      {"fully adaptive mesh", build_mesh({{3, 3}}), adaptive_only},
      {"fully adaptive torus", build_torus({{5, 5}}), adaptive_only},
      {"fully adaptive hypercube", build_hypercube({3}), adaptive_only},
      {"Duato on a torus with shared VCs", build_torus({{5, 5}}), duato, Holding::SharedVcs},
      {"Duato on a mesh with shared VCs", build_mesh({{4, 4}}), duato, Holding::SharedVcs},
      {"Duato on a hypercube with shared VCs", build_hypercube({4}), duato, Holding::SharedVcs},
      {"the other order at odd nodes", build_mesh({{4, 4}}),
       mesh_turns([](const Grid&, NodeId here) { return here % 2 == 1; })},
      {"the other order off the diagonal", build_mesh({{4, 4}}),
       mesh_turns([](const Grid& grid, NodeId here) {
         return grid.coordinate(here, 0) != grid.coordinate(here, 1);
       })},
      {"the other order on the diagonal", build_mesh({{3, 3}}), mesh_turns([](const Grid& grid, NodeId here) {
         return grid.coordinate(here, 0) == grid.coordinate(here, 1);
       })},
      {"clockwise round a ring", build_torus({{6}}),
       [](const Topology& topology) {
         std::vector<TableRouting::Entry> entries;
         for (NodeId here = 0; here < 6; ++here) {
           for (NodeId there = 0; there < 6; ++there) {
             if (here != there) entries.push_back({here, there, topology.shape<Grid>()->up_port(0)});
           }
         }
         return std::make_unique<TableRouting>(topology, entries, kVcs);
       }},
  };
}

/// A packet of the dependency: it can get to what it holds, and goes on from each to the next.
void expect_real(const Dependency& dependency, const ResourceSpace& space, const RoutingFunction& routing) {
  RouteWalk walk(space, routing);
  walk.walk(dependency.destination, [](ResourceId, const RouteSet&) {});
  EXPECT_TRUE(walk.has_reached(dependency.held)) << space.name(dependency.held);
  ResourceId at = dependency.held;
  std::vector<ResourceId> way = dependency.via;
  way.push_back(dependency.wanted);
  for (const ResourceId next : way) {
    const RouteQuery query = space.query(at, dependency.destination);
    RouteSet routes;
    routing.route(query, routes);
    bool legal = false;
    walk.for_each_target(query.here, routes,
                         [&](ResourceId target, const RouteChoice&) { legal = legal || target == next; });
    EXPECT_TRUE(legal) << space.name(at) << " does not lead to " << space.name(next) << " for "
                       << dependency.destination;
    at = next;
  }
}

class BrokenRelation : public testing::TestWithParam<Case> {};

TEST_P(BrokenRelation, IsUnsafeAndItsCycleIsReal) {
  const Case& tested = GetParam();
  const ResourceSpace space(tested.topology, tested.vcs);
  const Relation relation = tested.make(tested.topology);
  const DeadlockVerdict verdict = find_verdict(space, *relation, tested.holding);
  EXPECT_EQ(verdict.kind, Kind::Unsafe) << name_of(verdict.kind);
  EXPECT_FALSE(verdict.reason.empty());
  ASSERT_FALSE(verdict.cycle.empty());
  for (std::size_t i = 0; i < verdict.cycle.size(); ++i) {
    expect_real(verdict.cycle[i], space, *relation);
    EXPECT_EQ(verdict.cycle[i].wanted, verdict.cycle[(i + 1) % verdict.cycle.size()].held);
  }
}

std::string file_name_of(const testing::TestParamInfo<Case>& tested) {
  std::string name = tested.param.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, BrokenRelation, testing::ValuesIn(broken_relations()), file_name_of);

TEST(DeadlockVerdict, TheCycleIsAShortestOne) {
  const Topology ring = build_torus({{7}});
  const DeadlockVerdict verdict = verdict_of({"", ring, without_dateline()});
  EXPECT_EQ(verdict.cycle.size(), 7U);
  EXPECT_EQ(verdict_of({"", build_mesh({{5, 5}}), adaptive_only}).cycle.size(), 4U);
}

/// Every way of every packet, followed one by one.
void collect(const ResourceSpace& space, const RoutingFunction& routing, ResourceId held, NodeId destination,
             std::set<std::pair<ResourceId, NodeId>>& states,
             std::set<std::pair<ResourceId, ResourceId>>& pairs) {
  if (!states.insert({held, destination}).second) return;
  const RouteQuery query = space.query(held, destination);
  if (query.here == destination) return;
  RouteSet routes;
  routing.route(query, routes);
  for (const RouteChoice& choice : routes) {
    for (VcId vc = 0; vc < kVcs; ++vc) {
      if ((choice.vcs >> vc & 1) == 0) continue;
      const PortRef far = space.topology().peer({query.here, choice.port});
      const ResourceId next = space.id({far.node, far.port, vc});
      pairs.insert({held, next});
      collect(space, routing, next, destination, states, pairs);
    }
  }
}

TEST(DeadlockVerdict, CountsStatesAndDependencies) {
  const Topology topology = build_torus({{4, 3}});
  const ResourceSpace space(topology, kVcs);
  const Relation relation = duato(topology);
  std::set<std::pair<ResourceId, NodeId>> states;
  std::set<std::pair<ResourceId, ResourceId>> pairs;
  for (NodeId source = 0; source < topology.node_count(); ++source) {
    for (NodeId destination = 0; destination < topology.node_count(); ++destination) {
      if (source != destination) collect(space, *relation, space.source(source), destination, states, pairs);
    }
  }
  const DeadlockVerdict verdict = find_verdict(space, *relation, Holding::OwnVcs);
  EXPECT_EQ(verdict.states, states.size());
  EXPECT_EQ(verdict.dependencies, pairs.size());
}

TEST(ResourceSpace, NumbersEveryResourceOnceAndNamesIt) {
  const Topology topology = build_mesh({{3, 2}});
  const ResourceSpace space(topology, 2);
  for (ResourceId id = 0; id < space.size(); ++id) EXPECT_EQ(space.id(space.at(id)), id);
  EXPECT_EQ(space.name(space.id({4, kCentralQueues, 1})), "node 4 queue 1");
  EXPECT_EQ(space.name(space.source(3)), "source 3");
  const ResourceId vc = space.beyond(0, topology.shape<Grid>()->up_port(0), 1);
  EXPECT_EQ(space.name(vc), "channel 0 -> 1 VC 1");
}

}  // namespace
}  // namespace switchyard
