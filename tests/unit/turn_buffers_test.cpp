#include "hw/routing/turn_buffers.h"

#include <gtest/gtest.h>

#include "hw/analysis/deadlock.h"
#include "hw/topology/builders.h"
#include "hw/topology/grid.h"
#include "tests/support/changed_routing.h"
#include "tests/support/mesh_ports.h"

namespace switchyard {
namespace {

TEST(TurnBuffers, LeftAndRightAreThoseOfThePacketOnItsWay) {
  EXPECT_EQ(TurnBuffers::left_of(kSouth), kEast);
  EXPECT_EQ(TurnBuffers::right_of(kSouth), kWest);
  EXPECT_EQ(TurnBuffers::left_of(kEast), kNorth);
  EXPECT_EQ(TurnBuffers::right_of(kWest), kNorth);
  for (PortId port = 0; port < TurnBuffers::kPorts; ++port)
    EXPECT_EQ(TurnBuffers::left_of(TurnBuffers::right_of(port)), port);
}

TEST(TurnBuffers, BlackPacketsGoAlongTheirColumnFirstAndWhiteOnesAlongTheirRow) {
  const MeshPlace here{1, 1};
  const MeshPlace to{3, 4};
  EXPECT_EQ(TurnBuffers::exit(Colour::Black, here, to), kSouth);
  EXPECT_EQ(TurnBuffers::exit(Colour::White, here, to), kEast);
  EXPECT_EQ(TurnBuffers::type_at(Colour::Black, {1, 2}, kSouth, to), BufferType::Straight);
  EXPECT_EQ(TurnBuffers::type_at(Colour::Black, {1, 4}, kSouth, to), BufferType::TurnLeft);
  EXPECT_EQ(TurnBuffers::type_at(Colour::White, {3, 1}, kEast, to), BufferType::TurnRight);
  EXPECT_EQ(TurnBuffers::type_at(Colour::Black, {3, 4}, kEast, to), BufferType::Home);
}

TEST(TurnBuffers, EveryPacketOfEitherColourGetsHomeOnAShortestWayWithOneTurnAtMost) {
  constexpr int kSide = 5;
  for (int from = 0; from < kSide * kSide; ++from) {
    for (int to = 0; to < kSide * kSide; ++to) {
      if (from == to) continue;
      for (const Colour colour : {Colour::Black, Colour::White}) {
        MeshPlace here{from % kSide, from / kSide};
        const MeshPlace end{to % kSide, to / kSide};
        const int distance = std::abs(here[0] - end[0]) + std::abs(here[1] - end[1]);
        int turns = 0;
        for (int hop = 1; hop <= distance; ++hop) {
          const PortId port = TurnBuffers::exit(colour, here, end);
          here = TurnBuffers::beyond(here, port);
          const BufferType type = TurnBuffers::type_at(colour, here, port, end);
          turns += type == BufferType::TurnLeft || type == BufferType::TurnRight;
          EXPECT_EQ(type == BufferType::Home, hop == distance);
        }
        EXPECT_EQ(here, end);
        EXPECT_LE(turns, 1);
      }
    }
  }
}

DeadlockVerdict verdict_of(int side, const ChangedRouting::Change& change) {
  const Topology mesh = build_mesh({{side, side}, 1});
  const ChangedRouting routing(std::make_unique<TurnBuffers>(*mesh.shape<Grid>()), change);
  return find_verdict(ResourceSpace(mesh, TurnBuffers::kVcs), routing, Holding::OnePacket);
}

TEST(TurnBuffers, CannotDeadlockInEitherColourOrInBothAtOnce) {
  for (const int side : {2, 3, 4, 7, 9}) {
    const DeadlockVerdict verdict = verdict_of(side, [](const RouteQuery&, RouteChoice&) { return true; });
    EXPECT_EQ(verdict.kind, DeadlockVerdict::Kind::Acyclic) << side << verdict.reason;
  }
}

TEST(TurnBuffers, WithOneSetOfStraightBuffersForBothColoursItMayDeadlock) {
  // A white packet takes the black STRAIGHT, and from then on goes the way of a black one where it can.
  const DeadlockVerdict verdict = verdict_of(4, [](const RouteQuery& query, RouteChoice& choice) {
    const bool black_turn = query.held_port >= 0 && query.held_port < TurnBuffers::kPorts &&
                            query.held_vc == TurnBuffers::vc_of(Colour::Black, BufferType::TurnLeft);
    if (black_turn) choice.vcs = bit<VcMask>(TurnBuffers::vc_of(Colour::White, BufferType::Straight));
    const bool white_turn = query.held_port >= 0 && query.held_port < TurnBuffers::kPorts &&
                            query.held_vc == TurnBuffers::vc_of(Colour::White, BufferType::TurnLeft);
    if (white_turn) choice.vcs = bit<VcMask>(TurnBuffers::vc_of(Colour::Black, BufferType::Straight));
    return true;
  });
  EXPECT_EQ(verdict.kind, DeadlockVerdict::Kind::Unsafe);
  EXPECT_FALSE(verdict.cycle.empty());
}

}  // namespace
}  // namespace switchyard
