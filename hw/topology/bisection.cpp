#include "hw/topology/bisection.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "hw/topology/metrics.h"

namespace switchyard {
namespace {

constexpr NodeId kExactNodes = 20;
constexpr NodeId kCentres = 8;

using Neighbours = std::vector<std::vector<NodeId>>;  ///< One entry per link end; none for a loop.

Neighbours neighbours_in(const Topology& topology) {
  Neighbours neighbours(topology.node_count());
  for (const Channel& channel : topology.channels()) {
    if (channel.from.node != channel.to.node) neighbours[channel.from.node].push_back(channel.to.node);
  }
  return neighbours;
}

/// Branch and bound: gives the nodes a side in id order and counts each link at its later end.
class ExactSearch {
 public:
  explicit ExactSearch(const Neighbours& neighbours)
      : neighbours_(neighbours),
        side_(neighbours.size()),
        room_{neighbours.size() / 2, (neighbours.size() + 1) / 2} {}

  std::int64_t least_cut() {
    place(0, 0);
    return best_;
  }

 private:
  void place(NodeId node, std::int64_t cut) {
    if (cut >= best_) return;
    if (node == neighbours_.size()) {
      best_ = cut;
      return;
    }
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
      if (room_[side] == 0) continue;
      --room_[side];
      side_[node] = side;
      place(node + 1, cut + links_to_earlier_nodes_across(node));
      ++room_[side];
    }
  }

  std::int64_t links_to_earlier_nodes_across(NodeId node) const {
    return std::count_if(neighbours_[node].begin(), neighbours_[node].end(),
                         [&](NodeId other) { return other < node && side_[other] != side_[node]; });
  }

  const Neighbours& neighbours_;
  std::vector<std::size_t> side_;
  std::size_t room_[2];  ///< Nodes that each side still takes.
  std::int64_t best_ = std::numeric_limits<std::int64_t>::max();
};

/// Exchange of node pairs, from one start. A pass exchanges every pair once, best gain first even if that is
/// a loss, and then goes back to the best cut that it passed through.
class ExchangeSearch {
 public:
  ExchangeSearch(const Neighbours& neighbours, std::vector<bool> left)
      : neighbours_(neighbours), left_(std::move(left)), gain_(neighbours.size()) {
    for (NodeId node = 0; node < gain_.size(); ++node) {
      for (const NodeId other : neighbours_[node]) gain_[node] += left_[node] != left_[other] ? 1 : -1;
      cut_ += std::count_if(neighbours_[node].begin(), neighbours_[node].end(),
                            [&](NodeId other) { return other < node && left_[node] != left_[other]; });
    }
  }

  std::int64_t least_cut() {
    for (std::int64_t before = cut_ + 1; cut_ < before;) {
      before = cut_;
      pass();
    }
    return cut_;
  }

 private:
  void pass() {
    std::vector<bool> moved(gain_.size());
    std::vector<NodeId> moves;
    std::size_t kept = 0;
    std::int64_t best = cut_;
    while (moves.size() + 1 < gain_.size()) {
      for (const bool from_left : {true, false}) {
        const NodeId node = best_to_move(from_left, moved);
        moved[node] = true;
        moves.push_back(node);
        move(node);
      }
      if (cut_ < best) {
        best = cut_;
        kept = moves.size();
      }
    }
    while (moves.size() > kept) {
      move(moves.back());
      moves.pop_back();
    }
  }

  NodeId best_to_move(bool from_left, const std::vector<bool>& moved) const {
    NodeId best = kNoNode;
    for (NodeId node = 0; node < gain_.size(); ++node) {
      if (left_[node] != from_left || moved[node]) continue;
      if (best == kNoNode || gain_[node] > gain_[best]) best = node;
    }
    return best;
  }

  void move(NodeId node) {
    cut_ -= gain_[node];
    gain_[node] = -gain_[node];
    left_[node] = !left_[node];
    for (const NodeId other : neighbours_[node]) gain_[other] += left_[node] != left_[other] ? 2 : -2;
  }

  const Neighbours& neighbours_;
  std::vector<bool> left_;
  std::vector<std::int64_t> gain_;  ///< Links that the cut loses when the node changes sides.
  std::int64_t cut_ = 0;
};

std::vector<bool> half_with_lowest_ids(NodeId node_count) {
  std::vector<bool> inside(node_count);
  std::fill_n(inside.begin(), node_count / 2, true);
  return inside;
}

std::vector<bool> half_nearest_to(const Topology& topology, NodeId centre) {
  const std::vector<int> hops = hops_from(topology, centre);
  std::vector<NodeId> nodes(topology.node_count());
  std::iota(nodes.begin(), nodes.end(), NodeId{0});
  std::stable_sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) { return hops[a] < hops[b]; });
  std::vector<bool> inside(nodes.size());
  for (std::size_t i = 0; i < nodes.size() / 2; ++i) inside[nodes[i]] = true;
  return inside;
}

}  // namespace

Bisection bisect(const Topology& topology) {
  const Neighbours neighbours = neighbours_in(topology);
  if (topology.node_count() <= kExactNodes) return {ExactSearch(neighbours).least_cut(), /*exact=*/true};
  std::int64_t links = ExchangeSearch(neighbours, half_with_lowest_ids(topology.node_count())).least_cut();
  for (NodeId i = 0; i < kCentres; ++i) {
    const NodeId centre = i * (topology.node_count() / kCentres);
    links = std::min(links, ExchangeSearch(neighbours, half_nearest_to(topology, centre)).least_cut());
  }
  return {links, /*exact=*/false};
}

std::int64_t bisection_of_grid(const Grid& grid) {
  std::vector<int> radices = grid.radices();
  std::sort(radices.begin(), radices.end(), std::greater<>());
  std::int64_t slice = grid.node_count();
  std::int64_t links = 0;
  for (const int k : radices) {
    slice /= k;
    links += slice;
    if (k % 2 == 0) break;
  }
  return grid.wraps() ? 2 * links : links;
}

}  // namespace switchyard
