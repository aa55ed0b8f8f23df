#include "hw/routing/oblivious_route.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hw/base/bits.h"
#include "hw/routing/dimension_order.h"
#include "hw/topology/builders.h"
#include "hw/topology/butterfly.h"
#include "hw/topology/grid.h"

namespace switchyard {
namespace {

using Place = ObliviousRoute::Place;
using Hop = ObliviousRoute::Hop;
using Order = ObliviousRoute::Order;

/// Dimension order. The columns of a grid run along its last dimension.
class GridRoute : public ObliviousRoute {
 public:
  explicit GridRoute(const Grid& grid) : grid_(grid) {}

  /// On the way that it came, or any of a higher dimension.
  std::vector<Hop> hops(const Place& place) const override {
    std::vector<Hop> hops;
    const int last = place.in < 0 ? -1 : grid_.dimension_of(place.in);
    for (int d = std::max(last, 0); d < grid_.dimensions(); ++d) {
      for (const bool up : {true, false}) {
        // What has come in through the port downwards goes up.
        const bool goes_on = d == last && place.in == (up ? grid_.down_port(d) : grid_.up_port(d));
        if ((goes_on || d != last) && may_go(place, d, up, goes_on))
          hops.push_back(hop(place, d, up, goes_on));
      }
    }
    return hops;
  }
  bool has_columns() const override { return true; }
  NodeId draw_in_column(NodeId source, RandomStream& random) const override {
    const auto rows = static_cast<NodeId>(grid_.radix(grid_.dimensions() - 1));
    const NodeId row = grid_.node_count() / rows;
    return source % row + random.below(rows) * row;
  }

 protected:
  /// Whether some packet takes this hop from there. `goes_on`: its last hop was the same way.
  virtual bool may_go(const Place& place, int d, bool up, bool goes_on) const = 0;
  virtual Hop hop(const Place& place, int d, bool up, bool goes_on) const = 0;
  const Grid& grid() const { return grid_; }

 private:
  const Grid& grid_;
};

class MeshRoute final : public GridRoute {
 public:
  using GridRoute::GridRoute;

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    if (place.here == to) return {};
    return {port_of(grid(), dimension_order_hop(grid(), place.here, to))};
  }

 private:
  bool may_go(const Place& place, int d, bool up, bool /*goes_on*/) const override {
    const int at = grid().coordinate(place.here, d);
    return up ? at + 1 < grid().radix(d) : at > 0;
  }
  Hop hop(const Place&, int d, bool up, bool /*goes_on*/) const override {
    return {up ? grid().up_port(d) : grid().down_port(d)};
  }
};

class TorusRoute final : public GridRoute {
 public:
  using GridRoute::GridRoute;

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    if (place.here == to) return {};
    const OrderedHop next = dimension_order_hop(grid(), place.here, to);
    const bool goes_on = place.in >= 0 && grid().dimension_of(place.in) == next.dimension;
    return hop(place, next.dimension, next.up, goes_on);
  }
  int stages() const override { return 2; }
  std::string stage_name() const override { return "side of the dateline"; }

 private:
  Hop hop(const Place& place, int d, bool up, bool goes_on) const override {
    const bool wraps_now = grid().coordinate(place.here, d) == (up ? grid().radix(d) - 1 : 0);
    return {up ? grid().up_port(d) : grid().down_port(d), wraps_now || (goes_on && place.stage == 1) ? 1 : 0};
  }
  /// Whether a way so far around the ring leads through here: one that begins here, or one that began some
  /// hops before, on the same side of the dateline or on the other, as the stage says.
  bool may_go(const Place& place, int d, bool up, bool goes_on) const override {
    const int k = grid().radix(d);
    const int at = grid().coordinate(place.here, d);
    const auto is_way = [&](int hops_before) {
      const int start = up ? at - hops_before : at + hops_before;
      const bool has_wrapped = start < 0 || start >= k;
      const int from = (start + k) % k;
      const int to = (at + (up ? 1 : k - 1)) % k;
      return from != to && hop_between(grid(), from, to, d).up == up && has_wrapped == (place.stage == 1);
    };
    if (!goes_on) return hop_between(grid(), at, (at + (up ? 1 : k - 1)) % k, d).up == up;
    for (int before = 1; before < k / 2; ++before) {
      if (is_way(before)) return true;
    }
    return false;
  }
};

class HypercubeRoute final : public ObliviousRoute {
 public:
  HypercubeRoute(int dimensions, Order order) : dimensions_(dimensions), order_(order) {}

  Hop next(const Place& place, NodeId to, RandomStream orders) const override {
    const NodeId wrong = place.here ^ to;
    if (wrong == 0) return {};
    if (order_ == Order::LowestFirst) return {lowest_bit(wrong)};
    if (order_ == Order::DrawnStart) {
      const NodeId from = wrong & ~low_bits<NodeId>(static_cast<int>(orders.below(dimensions_)));
      return {lowest_bit(from != 0 ? from : wrong)};
    }
    std::array<PortId, kMaxPorts> turn;
    std::iota(turn.begin(), turn.begin() + dimensions_, 0);
    for (int left = dimensions_;; --left) {
      std::swap(turn[left - 1], turn[orders.below(left)]);
      if ((wrong >> turn[left - 1] & 1) != 0) return {turn[left - 1]};
    }
  }
  std::vector<Hop> hops(const Place& place) const override {
    std::vector<Hop> hops;
    const bool in_order = order_ == Order::LowestFirst;
    for (PortId d = in_order ? place.in + 1 : 0; d < dimensions_; ++d) {
      if (d != place.in) hops.push_back({d});
    }
    return hops;
  }

 private:
  int dimensions_;
  Order order_;
};

class ButterflyRoute final : public ObliviousRoute {
 public:
  explicit ButterflyRoute(const Butterfly& butterfly) : butterfly_(butterfly) {}

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    if (place.here == to) return {};
    const NodeId wrong = butterfly_.row(place.here) ^ butterfly_.row(to);
    const bool cross = (wrong & butterfly_.cross_bit(butterfly_.column(place.here))) != 0;
    return {cross ? butterfly_.up_cross() : butterfly_.up_straight()};
  }
  std::vector<Hop> hops(const Place&) const override {
    return {{butterfly_.up_straight()}, {butterfly_.up_cross()}};
  }
  bool has_columns() const override { return true; }
  NodeId draw_in_column(NodeId source, RandomStream& random) const override {
    return butterfly_.node_at(butterfly_.column(source), random.below(butterfly_.row_count()));
  }

 private:
  const Butterfly& butterfly_;
};

class CubeConnectedCyclesRoute final : public ObliviousRoute {
  using Ports = CubeConnectedCyclesConfig;

 public:
  explicit CubeConnectedCyclesRoute(NodeId dimensions) : n_(dimensions) {}

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    if (place.here == to) return {};
    const NodeId wrong = place.here / n_ ^ to / n_;
    return {(wrong >> place.here % n_ & 1) != 0 ? Ports::kCube : Ports::kNext};
  }
  std::vector<Hop> hops(const Place& place) const override {
    if (place.in == Ports::kCube) return {{Ports::kNext}};
    return {{Ports::kNext}, {Ports::kCube}};
  }

 private:
  NodeId n_;
};

class DWayShuffleRoute final : public ObliviousRoute {
 public:
  DWayShuffleRoute(NodeId radix, int digits) : d_(radix), digits_(digits) {
    for (int digit = 1; digit < digits; ++digit) first_digit_ *= radix;
  }

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    for (int round = 0; round < digits_; ++round, to /= d_) {
      if (round >= first_round(place) && after(place.here, to % d_) != place.here)
        return {static_cast<PortId>(to % d_), round};
    }
    return {};
  }
  std::vector<Hop> hops(const Place& place) const override {
    std::vector<Hop> hops;
    for (int round = first_round(place); round < digits_; ++round) {
      for (NodeId a = 0; a < d_; ++a) {
        if (after(place.here, a) != place.here) hops.push_back({static_cast<PortId>(a), round});
      }
      if (!is_own_neighbour(place.here)) break;
    }
    return hops;
  }
  bool may_end(const Place& place) const override {
    return first_round(place) == digits_ || is_own_neighbour(place.here);
  }
  int stages() const override { return digits_; }

 private:
  static int first_round(const Place& place) { return place.in < 0 ? 0 : place.stage + 1; }
  NodeId after(NodeId node, NodeId digit) const { return digit * first_digit_ + node / d_; }
  bool is_own_neighbour(NodeId node) const { return after(node, node % d_) == node; }

  NodeId d_;
  int digits_;
  NodeId first_digit_ = 1;  ///< Weight of it.
};

class ShuffleExchangeRoute final : public ObliviousRoute {
  using Ports = ShuffleExchangeConfig;

 public:
  explicit ShuffleExchangeRoute(int bits) : bits_(bits) {}

  Hop next(const Place& place, NodeId to, RandomStream) const override {
    bool exchanged = has_exchanged(place);
    for (int round = first_round(place); round < bits_; ++round, exchanged = false) {
      if (!exchanged && ((place.here ^ to >> round) & 1) != 0) return {Ports::kExchange, round};
      if (!is_own_neighbour(place.here)) return {Ports::kShuffle, round};
    }
    return {};
  }
  std::vector<Hop> hops(const Place& place) const override {
    std::vector<Hop> hops;
    bool exchanged = has_exchanged(place);
    for (int round = first_round(place); round < bits_; ++round, exchanged = false) {
      if (!exchanged) hops.push_back({Ports::kExchange, round});
      if (is_own_neighbour(place.here)) continue;
      hops.push_back({Ports::kShuffle, round});
      break;
    }
    return hops;
  }
  bool may_end(const Place& place) const override {
    return first_round(place) == bits_ || is_own_neighbour(place.here);
  }
  int stages() const override { return bits_; }

 private:
  static bool has_exchanged(const Place& place) { return place.in == Ports::kExchange; }
  static int first_round(const Place& place) {
    return place.in < 0 ? 0 : has_exchanged(place) ? place.stage : place.stage + 1;
  }
  bool is_own_neighbour(NodeId node) const { return node == 0 || node == low_bits<NodeId>(bits_); }

  int bits_;
};

}  // namespace

std::unique_ptr<const ObliviousRoute> make_oblivious_route(const Topology& topology, Order order) {
  const std::string& kind = topology.kind();
  if (kind == "mesh") return std::make_unique<MeshRoute>(*topology.shape<Grid>());
  if (kind == "torus") return std::make_unique<TorusRoute>(*topology.shape<Grid>());
  if (kind == "hypercube")
    return std::make_unique<HypercubeRoute>(topology.shape<Grid>()->dimensions(), order);
  if (kind == "butterfly") return std::make_unique<ButterflyRoute>(*topology.shape<Butterfly>());
  const NodeId nodes = topology.node_count();
  if (kind == "shuffle_exchange") return std::make_unique<ShuffleExchangeRoute>(lowest_bit(nodes));
  if (kind == "d_way_shuffle") {
    const auto radix = static_cast<NodeId>(topology.port_count() - 1) / 2;
    int digits = 0;
    for (NodeId left = nodes; left > 1; left /= radix) ++digits;
    return std::make_unique<DWayShuffleRoute>(radix, digits);
  }
  if (kind == "cube_connected_cycles") {
    NodeId n = 1;
    while (n << n != nodes) ++n;
    return std::make_unique<CubeConnectedCyclesRoute>(n);
  }
  return nullptr;
}

}  // namespace switchyard
