#include "hw/analysis/multibutterfly_faults.h"

#include <algorithm>
#include <utility>

#include "hw/topology/multibutterfly.h"

namespace switchyard {
namespace {

/// One search for survivors.
class Loss {
 public:
  Loss(const Topology& network, const std::vector<NodeId>& faulty, const FaultRule& rule)
      : network_(network),
        shape_(*network.shape<Multibutterfly>()),
        rule_(rule),
        bad_(network.node_count()),
        erased_(network.node_count()) {
    for (const NodeId node : faulty) bad_[node] = true;
  }

  Survivors result() {
    erase();
    for (int level = shape_.levels() - 2; level >= 0; --level) declare(level);
    Survivors survivors;
    survivors.left.resize(network_.node_count());
    for (NodeId node = 0; node < network_.node_count(); ++node) {
      survivors.left[node] = !bad_[node] && !erased_[node];
      if (!survivors.left[node]) continue;
      survivors.inputs += shape_.level(node) == 0;
      survivors.outputs += shape_.level(node) == shape_.levels() - 1;
    }
    return survivors;
  }

 private:
  void erase() {
    for (int level = 0; level < shape_.levels(); ++level) {
      const NodeId rows = shape_.splitter_rows(level);
      for (NodeId first = 0; first < shape_.rows(); first += rows) {
        NodeId faulty = 0;
        for (NodeId row = first; row < first + rows; ++row) faulty += bad_[shape_.node(level, row)];
        if (faulty > rule_.erase * rows) erase_behind(level, first, rows);
      }
    }
  }
  void erase_behind(int from, NodeId first, NodeId rows) {
    for (int level = from; level < shape_.levels(); ++level) {
      for (NodeId row = first; row < first + rows; ++row) erased_[shape_.node(level, row)] = true;
    }
  }

  void declare(int level) {
    for (NodeId row = 0; row < shape_.rows(); ++row) {
      const NodeId node = shape_.node(level, row);
      if (!bad_[node] && !erased_[node]) bad_[node] = loses(node, false) || loses(node, true);
    }
  }
  bool loses(NodeId node, bool down) const {
    const int links = shape_.config().multiplicity;
    int lost = 0;
    for (PortId k = 0; k < links; ++k) {
      const NodeId far = network_.peer({node, shape_.first_output(down) + k}).node;
      lost += bad_[far] && !erased_[far];
    }
    return rule_.declare == FaultRule::Declare::All ? lost == links : 2 * lost >= links;
  }

  const Topology& network_;
  const Multibutterfly& shape_;
  const FaultRule& rule_;
  std::vector<bool> bad_;  ///< [node]: faulty, or declared so.
  std::vector<bool> erased_;
};

NodeId ends_left(const Survivors& survivors) { return survivors.inputs + survivors.outputs; }

}  // namespace

Survivors find_survivors(const Topology& network, const std::vector<NodeId>& faulty, const FaultRule& rule) {
  return Loss(network, faulty, rule).result();
}

std::vector<NodeId> random_faults(const Topology& network, int count, RandomStream& random) {
  std::vector<NodeId> faulty;
  while (faulty.size() < static_cast<std::size_t>(count)) {
    const NodeId node = random.below(network.node_count());
    if (std::find(faulty.begin(), faulty.end(), node) == faulty.end()) faulty.push_back(node);
  }
  return faulty;
}

std::vector<NodeId> bad_faults(const Topology& network, int count, const FaultRule& rule, int moves,
                               RandomStream& random) {
  std::vector<NodeId> faulty = random_faults(network, count, random);
  NodeId least = ends_left(find_survivors(network, faulty, rule));
  for (int move = 0; move < moves; ++move) {
    const std::uint32_t which = random.below(static_cast<std::uint32_t>(count));
    const NodeId node = random.below(network.node_count());
    if (std::find(faulty.begin(), faulty.end(), node) != faulty.end()) continue;
    const NodeId before = std::exchange(faulty[which], node);
    const NodeId left = ends_left(find_survivors(network, faulty, rule));
    if (left > least) {
      faulty[which] = before;
    } else {
      least = left;
    }
  }
  return faulty;
}

}  // namespace switchyard
