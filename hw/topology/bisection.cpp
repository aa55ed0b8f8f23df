#include "hw/topology/bisection.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>

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

namespace {

/// Moves of single nodes, from one start.
class MoveSearch {
 public:
  MoveSearch(const Topology& topology, const std::vector<double>& weight, std::vector<bool> left)
      : weight_(weight), links_(topology.node_count()), left_(std::move(left)), gain_(topology.node_count()) {
    for (const Channel& channel : topology.channels()) {
      const NodeId a = channel.from.node;
      const NodeId b = channel.to.node;
      if (a == b) continue;
      const double width = 1.0 / channel.cycles_per_flit;
      links_[a].push_back({b, width});
      links_[b].push_back({a, width});
      cut_ += left_[a] != left_[b] ? width : 0;
    }
    for (NodeId node = 0; node < gain_.size(); ++node) {
      for (const auto& [other, width] : links_[node])
        gain_[node] += left_[node] != left_[other] ? width : -width;
      imbalance_ += left_[node] ? weight_[node] : -weight_[node];
    }
    largest_ = *std::max_element(weight_.begin(), weight_.end());
    tolerance_ = std::abs(imbalance_);
  }

  std::vector<bool> best_half() {
    for (double before = cut_ + 1; cut_ + kNothing < before;) {
      before = cut_;
      pass();
    }
    return left_;
  }
  double cut() const { return cut_; }

 private:
  static constexpr double kNothing = 1e-9;

  void pass() {
    std::vector<bool> moved(gain_.size());
    std::vector<NodeId> moves;
    std::size_t kept = 0;
    double best = cut_;
    while (const std::optional<NodeId> node = best_to_move(moved)) {
      moved[*node] = true;
      moves.push_back(*node);
      move(*node);
      if (std::abs(imbalance_) > tolerance_ + kNothing || cut_ + kNothing > best) continue;
      best = cut_;
      kept = moves.size();
    }
    for (; moves.size() > kept; moves.pop_back()) move(moves.back());
  }

  /// None whose move would leave the sides further apart than twice the largest node makes them.
  std::optional<NodeId> best_to_move(const std::vector<bool>& moved) const {
    std::optional<NodeId> best;
    for (NodeId node = 0; node < gain_.size(); ++node) {
      if (moved[node]) continue;
      const double after = imbalance_ - (left_[node] ? 2 : -2) * weight_[node];
      if (std::abs(after) > tolerance_ + 2 * largest_ + kNothing) continue;
      if (!best || gain_[node] > gain_[*best]) best = node;
    }
    return best;
  }

  void move(NodeId node) {
    cut_ -= gain_[node];
    gain_[node] = -gain_[node];
    imbalance_ -= (left_[node] ? 2 : -2) * weight_[node];
    left_[node] = !left_[node];
    for (const auto& [other, width] : links_[node])
      gain_[other] += left_[node] != left_[other] ? 2 * width : -2 * width;
  }

  const std::vector<double>& weight_;
  std::vector<std::vector<std::pair<NodeId, double>>>
      links_;  ///< [node]: neighbours, and the width of the channel.
  std::vector<bool> left_;
  std::vector<double> gain_;  ///< What the cut loses when the node changes sides.
  double cut_ = 0;
  double imbalance_ = 0;  ///< The weight of the left side, less that of the right.
  double tolerance_ = 0;
  double largest_ = 0;
};

/// The first of `order` until they have half of the weight.
std::vector<bool> half_of(const std::vector<NodeId>& order, const std::vector<double>& weight) {
  const double half = std::accumulate(weight.begin(), weight.end(), 0.0) / 2;
  std::vector<bool> inside(order.size());
  double sum = 0;
  for (const NodeId node : order) {
    if (sum + weight[node] / 2 >= half) break;
    inside[node] = true;
    sum += weight[node];
  }
  return inside;
}

}  // namespace

WeightedCut cut_terminals(const Topology& topology) {
  std::vector<double> weight(topology.node_count());
  for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
    const auto [entry, exit] = topology.attachment(t);
    if (entry.node != kNoNode) weight[entry.node] += 0.5;
    if (exit.node != kNoNode) weight[exit.node] += 0.5;
  }
  std::vector<NodeId> order(topology.node_count());
  std::iota(order.begin(), order.end(), NodeId{0});
  std::vector<bool> best;
  double least = std::numeric_limits<double>::max();
  const auto try_from = [&] {
    MoveSearch search(topology, weight, half_of(order, weight));
    std::vector<bool> half = search.best_half();
    if (search.cut() >= least) return;
    least = search.cut();
    best = std::move(half);
  };
  try_from();
  const NodeId step = std::max<NodeId>(1, topology.node_count() / kCentres);
  for (NodeId centre = 0; centre < topology.node_count(); centre += step) {
    const std::vector<int> hops = hops_from(topology, centre);
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return hops[a] < hops[b]; });
    try_from();
  }
  WeightedCut cut;
  for (const Channel& channel : topology.channels()) {
    const bool from = best[channel.from.node];
    if (from == best[channel.to.node]) continue;
    (from ? cut.there : cut.back) += 1.0 / channel.cycles_per_flit;
  }
  cut.from = std::move(best);
  return cut;
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

std::int64_t bisection_of_hyperx(const HyperX& hyperx) {
  std::vector<int> radices = hyperx.radices();
  std::sort(radices.begin(), radices.end());
  std::int64_t slice = hyperx.node_count();
  std::int64_t links = 0;
  for (const int k : radices) {
    slice /= k;
    links += slice * (k / 2) * (k - k / 2);
    if (k % 2 == 0) break;
  }
  return links;
}

}  // namespace switchyard
