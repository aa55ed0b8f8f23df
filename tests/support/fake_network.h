#pragma once

#include <map>
#include <utility>
#include <vector>

#include "hw/design/network.h"

namespace switchyard {

/// A core that only shows lanes, as the test says.
class FakeRouter final : public RouterCore {
 public:
  struct Lane {
    LaneRef lane;
    int occupancy = 0;
    Flit front;
    bool bound = false;
    std::vector<Want> wants;
  };

  void reset() override {}
  bool step(const PortInputs&, PortOutputs&) override { return false; }
  void visit_lanes(const std::function<void(const LaneView&)>& visit) const override {
    for (const Lane& lane : lanes)
      visit({lane.lane, lane.occupancy, /*capacity=*/0, lane.occupancy != 0 ? &lane.front : nullptr,
             lane.bound});
  }
  std::vector<Want> wants(const LaneRef& lane) const override {
    for (const Lane& candidate : lanes) {
      if (candidate.lane == lane) return candidate.wants;
    }
    return {};
  }

  std::vector<Lane> lanes;
};

class FakeNetwork final : public Network {
 public:
  explicit FakeNetwork(std::size_t nodes) : routers(nodes) {}
  const RouterCore& router(NodeId node) const override { return routers[node]; }

  std::vector<FakeRouter> routers;
};

}  // namespace switchyard
