#pragma once

#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// Levels, switches and ports of a fat tree: an extended generalised fat tree whose terminals have one link
/// each.
///
/// Level 0 has the leaf switches, with children(0) terminals each; the highest has the roots. A switch of
/// level l has children(l) switches of level l - 1 below it and parents(l) of level l + 1 above. Nodes are
/// numbered level by level, from the leaf switches; in a level those above the same leaf switches are
/// neighbours. Of the parents of a switch each is in a copy of its own of the tree above, so from a leaf
/// switch up to a switch leads one way only.
///
/// Ports: first those up, then those down; of a leaf switch the latter are those of its terminals.
///
/// Source: Oehring, Ibel, Das, Kumar, "On Generalized Fat Trees", IPPS 1995: XGFT(h; m1..mh; 1, w2..wh) has h
///         levels of switches, m are `children` and w2..wh are `parents`.
class FatTree {
 public:
  /// `children`: of a switch of each level, from the leaf switches; `parents`: of each level but the highest.
  FatTree(std::vector<int> children, std::vector<int> parents);

  int levels() const { return static_cast<int>(children_.size()); }
  int children(int level) const { return children_[level]; }
  /// 0 of a root.
  int parents(int level) const { return parents_[level]; }
  NodeId switches(int level) const { return first_[level + 1] - first_[level]; }
  NodeId leaf_count() const { return first_[1]; }
  NodeId node_count() const { return first_.back(); }
  TerminalId terminal_count() const { return leaf_count() * static_cast<NodeId>(children_[0]); }
  /// Leaf switches below a switch, itself included.
  NodeId leaves_below(int level) const { return leaves_below_[level]; }

  int level(NodeId node) const {
    int level = 0;
    while (node >= first_[level + 1]) ++level;
    return level;
  }
  /// The place of a switch in its level.
  NodeId place(NodeId node) const { return node - first_[level(node)]; }
  bool is_ancestor(NodeId node, NodeId leaf) const {
    const int l = level(node);
    return (node - first_[l]) / copies_[l] == leaf / leaves_below_[l];
  }
  NodeId parent(NodeId node, int which) const;
  /// Which child of its parents a switch is.
  int child_number(NodeId node) const;

  PortId up_port(int which) const { return which; }
  PortId down_port(int level, int child) const { return parents_[level] + child; }
  /// Precondition: `node` is an ancestor of the leaf switch, and not it.
  PortId down_port_towards(NodeId node, NodeId leaf) const {
    const int l = level(node);
    return down_port(l, static_cast<int>(leaf / leaves_below_[l - 1] % static_cast<NodeId>(children_[l])));
  }

  /// Hops of a shortest path between two leaf switches: up to a nearest common ancestor and down.
  int distance(NodeId leaf, NodeId other) const {
    int up = 0;
    while (leaf / leaves_below_[up] != other / leaves_below_[up]) ++up;
    return 2 * up;
  }

 private:
  std::vector<int> children_;
  std::vector<int> parents_;
  std::vector<NodeId> first_;         ///< [level]: its first node; then the number of all.
  std::vector<NodeId> leaves_below_;  ///< [level]
  std::vector<NodeId> copies_;        ///< [level]: switches above the same leaf switches.
};

}  // namespace switchyard
