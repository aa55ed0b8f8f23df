#pragma once

#include <optional>
#include <string>

#include "hw/topology/topology.h"

namespace switchyard {

/// A point of a drawing, in points: x to the right, y up.
struct Place {
  double x = 0;
  double y = 0;
};

/// Where a node is drawn, and what stands below its number.
struct Spot {
  Place place;
  std::string label;
};

/// Of a grid or HyperX its coordinates: dimensions 0 and 1 span a plane; 2 and 3 repeat it to the right and
/// below, a little off its line, and so on. Of a fat tree its place in its level, with the roots above. Of a
/// ring, of a dragonfly's groups and of a hierarchical ring its place on a circle. Nothing if the topology
/// says nothing of places.
std::optional<Spot> spot_of(const Topology& topology, NodeId node);

/// The same of networks of stages, whose terminals are at their ends: multistage networks, butterflies and
/// multibutterflies, from left to right.
std::optional<Spot> stage_spot_of(const Topology& topology, NodeId node);

}  // namespace switchyard
