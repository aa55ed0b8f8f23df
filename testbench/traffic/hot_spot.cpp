#include "testbench/traffic/hot_spot.h"

#include <algorithm>
#include <string>

namespace switchyard {
namespace {

void report_repeated(const ConfigNode& list, const std::vector<NodeId>& nodes) {
  const std::vector<ConfigNode> elements = list.items();
  for (auto node = nodes.begin(); node != nodes.end(); ++node) {
    if (std::find(nodes.begin(), node, *node) == node) continue;
    const ConfigNode& element = elements[node - nodes.begin()];
    element.fail(element.path() + " = " + std::to_string(*node) + " is in the list already");
  }
}

void report_deaf(const ConfigNode& list, const std::vector<NodeId>& terminals, const Topology& topology) {
  const std::vector<ConfigNode> elements = list.items();
  for (std::size_t i = 0; i < terminals.size(); ++i) {
    if (topology.attachment(terminals[i]).receives()) continue;
    elements[i].fail(elements[i].path() + " = " + std::to_string(terminals[i]) +
                     " is a terminal that only sends");
  }
}

}  // namespace

HotSpotPattern::HotSpotPattern(UniformPattern uniform, std::vector<NodeId> hot_nodes, double fraction)
    : uniform_(std::move(uniform)), hot_nodes_(std::move(hot_nodes)), fraction_(fraction) {
  std::sort(hot_nodes_.begin(), hot_nodes_.end());
}

std::optional<NodeId> HotSpotPattern::destination(NodeId source, RandomStream& stream) const {
  if (!uniform_.sends(source)) return std::nullopt;
  const bool drawn_to_hot_nodes = stream.unit() < fraction_;
  if (!drawn_to_hot_nodes) return uniform_.destination(source, stream);

  const auto own = std::lower_bound(hot_nodes_.begin(), hot_nodes_.end(), source);
  const bool is_hot = own != hot_nodes_.end() && *own == source;
  const auto others = static_cast<std::uint32_t>(hot_nodes_.size()) - (is_hot ? 1 : 0);
  if (others == 0) return uniform_.destination(source, stream);
  auto hot = hot_nodes_.begin() + stream.below(others);
  if (is_hot && hot >= own) ++hot;
  return *hot;
}

double HotSpotPattern::probability(NodeId source, NodeId destination) const {
  if (source == destination || !uniform_.sends(source)) return 0;
  const auto is_hot = [&](NodeId node) {
    return std::binary_search(hot_nodes_.begin(), hot_nodes_.end(), node);
  };
  const double uniform = uniform_.probability(source, destination);
  const std::size_t others = hot_nodes_.size() - (is_hot(source) ? 1 : 0);
  if (others == 0) return uniform;
  return (1 - fraction_) * uniform + (is_hot(destination) ? fraction_ / static_cast<double>(others) : 0);
}

std::shared_ptr<const Pattern> build_hot_spot(const TrafficContext& context) {
  const ConfigNode list = context.config.child("hot_nodes");
  const std::int64_t last_node =
      context.topology != nullptr ? context.topology->terminal_count() - 1 : kNoNode - 1;
  std::vector<NodeId> hot_nodes;
  for (const std::int64_t node : context.config.integers(
           "hot_nodes", {0, last_node}, {"", "nodes that get more than others", "a list of 0..nodes - 1"})) {
    hot_nodes.push_back(static_cast<NodeId>(node));
  }
  if (list.sound()) report_repeated(list, hot_nodes);
  if (list.sound() && context.topology != nullptr) report_deaf(list, hot_nodes, *context.topology);
  const double fraction =
      context.config.real("hot_fraction", {0, 1}, {"share of the packets", "that goes to them"});
  if (context.topology == nullptr || !list.sound()) return nullptr;
  return std::make_shared<HotSpotPattern>(UniformPattern(*context.topology), std::move(hot_nodes), fraction);
}

}  // namespace switchyard
