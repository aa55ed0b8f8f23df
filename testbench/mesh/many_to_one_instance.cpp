#include "testbench/mesh/many_to_one_instance.h"

#include <algorithm>
#include <numeric>

#include "hw/base/random_stream.h"
#include "hw/base/shuffle.h"

namespace switchyard {
namespace {

std::vector<NodeId> all_up_to(NodeId count) {
  std::vector<NodeId> all(count);
  std::iota(all.begin(), all.end(), NodeId{0});
  return all;
}

/// The processors that may get packets, those that get them first.
std::vector<NodeId> receivers_of(ManyToOneShape shape, NodeId side, std::uint32_t most,
                                 RandomStream& random) {
  std::vector<NodeId> receivers;
  switch (shape) {
    case ManyToOneShape::Random:
      receivers = all_up_to(side * side);
      shuffle(receivers, random);
      break;
    case ManyToOneShape::SouthEast: {
      std::uint64_t square = 1;
      while (square * square * most < std::uint64_t{side} * side) ++square;
      for (NodeId y = side - static_cast<NodeId>(square); y < side; ++y) {
        for (NodeId x = side - static_cast<NodeId>(square); x < side; ++x) receivers.push_back(y * side + x);
      }
      shuffle(receivers, random);
      break;
    }
    case ManyToOneShape::HotRows: {
      std::vector<NodeId> rows = all_up_to(side);
      shuffle(rows, random);
      for (const NodeId y : rows) {
        for (NodeId x = 0; x < side; ++x) receivers.push_back(y * side + x);
      }
      break;
    }
  }
  return receivers;
}

}  // namespace

std::vector<NodeId> many_to_one_instance(ManyToOneShape shape, int side, std::uint32_t most,
                                         std::uint64_t seed) {
  RandomStream random(seed, /*node=*/0, Purpose::Destination);
  const NodeId width = side;
  const std::vector<NodeId> receivers = receivers_of(shape, width, most, random);
  std::vector<NodeId> destinations;
  destinations.reserve(std::size_t{width} * width);
  for (const NodeId receiver : receivers) {
    for (std::uint32_t i = 0; i < most && destinations.size() < std::size_t{width} * width; ++i)
      destinations.push_back(receiver);
  }
  shuffle(destinations, random);
  return destinations;
}

}  // namespace switchyard
