#include "hw/topology/fat_tree.h"

#include <algorithm>

#include "hw/topology/builders.h"

namespace switchyard {

FatTree::FatTree(std::vector<int> children, std::vector<int> parents)
    : children_(std::move(children)), parents_(std::move(parents)), first_{0} {
  NodeId leaves = 1;
  for (int level = 1; level < levels(); ++level) leaves *= static_cast<NodeId>(children_[level]);
  NodeId below = 1;
  NodeId copies = 1;
  for (int level = 0; level < levels(); ++level) {
    if (level > 0) {
      below *= static_cast<NodeId>(children_[level]);
      copies *= static_cast<NodeId>(parents_[level - 1]);
    }
    leaves_below_.push_back(below);
    copies_.push_back(copies);
    first_.push_back(first_.back() + leaves / below * copies);
  }
  parents_.push_back(0);
}

NodeId FatTree::parent(NodeId node, int which) const {
  const int l = level(node);
  const NodeId subtree = (node - first_[l]) / copies_[l];
  const NodeId copy = (node - first_[l]) % copies_[l];
  return first_[l + 1] + subtree / static_cast<NodeId>(children_[l + 1]) * copies_[l + 1] +
         static_cast<NodeId>(which) * copies_[l] + copy;
}

int FatTree::child_number(NodeId node) const {
  const int l = level(node);
  return static_cast<int>((node - first_[l]) / copies_[l] % static_cast<NodeId>(children_[l + 1]));
}

int FatTreeConfig::port_count() const {
  const std::size_t roots = children.size() - 1;
  int ports = parents[0] + children[0];
  for (std::size_t level = 1; level <= roots; ++level)
    ports = std::max(ports, children[level] + (level == roots ? 0 : parents[level]) + 1);
  return ports;
}

Topology build_fat_tree(const FatTreeConfig& config) {
  const FatTree shape(config.children, config.parents);
  Topology tree("fat_tree", shape.node_count(), config.port_count());
  NodeId node = 0;
  for (int level = 0; level + 1 < shape.levels(); ++level) {
    for (NodeId place = 0; place < shape.switches(level); ++place, ++node) {
      const PortId down = shape.down_port(level + 1, shape.child_number(node));
      for (int which = 0; which < shape.parents(level); ++which)
        tree.connect({node, shape.up_port(which)}, {shape.parent(node, which), down}, config.link_latency);
    }
  }
  std::vector<Attachment> terminals;
  for (NodeId leaf = 0; leaf < shape.leaf_count(); ++leaf) {
    for (int child = 0; child < shape.children(0); ++child) {
      const PortRef port{leaf, shape.down_port(0, child)};
      terminals.push_back({port, port});
    }
  }
  tree.attach(std::move(terminals));
  tree.set_shape(shape);
  return tree;
}

}  // namespace switchyard
