#pragma once

#include <algorithm>
#include <vector>

#include "testbench/monitor/wait_graph.h"

namespace switchyard {

/// Whether `lane` wants `other`, as its router says.
inline bool waits_for(const Design& design, const Network& network, const WaitingLane& lane,
                      const WaitingLane& other) {
  const std::vector<Want> wants = network.router(lane.node).wants(lane.lane);
  return std::any_of(wants.begin(), wants.end(), [&](const Want& want) {
    if (want.where == Want::Where::Here) return other.node == lane.node && other.lane == want.lane;
    if (want.lane.port == design.topology->terminal_port()) return false;
    const PortRef far = design.topology->peer({lane.node, want.lane.port});
    const Side side = want.where == Want::Where::Far ? Side::Input : Side::Output;
    return other.node == far.node && other.lane == LaneRef{side, far.port, want.lane.vc};
  });
}

/// Whether each lane waits for the next, the last for the first, and none comes twice.
inline bool is_cycle(const Design& design, const Network& network, const std::vector<WaitingLane>& lanes) {
  if (lanes.empty()) return false;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (!waits_for(design, network, lanes[i], lanes[(i + 1) % lanes.size()])) return false;
    if (std::count(lanes.begin(), lanes.end(), lanes[i]) != 1) return false;
  }
  return true;
}

}  // namespace switchyard
