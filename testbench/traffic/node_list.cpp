#include "testbench/traffic/node_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>

namespace switchyard {
namespace {

/// One number, and nothing else; kNoNode if it is none. What exceeds NodeId is beyond every network.
NodeId parse_node(std::string_view text) {
  NodeId node = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), node);
  return error == std::errc{} && end == text.data() + text.size() ? node : kNoNode;
}

}  // namespace

std::vector<NodeId> parse_node_list(std::string_view list, NodeId node_count) {
  std::set<NodeId> nodes;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    const std::string_view part = list.substr(begin, comma - begin);
    const std::size_t dash = std::min(part.find('-'), part.size());
    const NodeId first = parse_node(part.substr(0, dash));
    const NodeId last = dash == part.size() ? first : parse_node(part.substr(dash + 1));
    if (first > last || last >= node_count) {
      throw std::invalid_argument(
          fmt::format("node list \"{}\": \"{}\" is neither a node nor a range a-b of nodes 0..{}", list, part,
                      node_count - 1));
    }
    for (NodeId node = first; node <= last; ++node) nodes.insert(node);
    begin = comma + 1;
  }
  return {nodes.begin(), nodes.end()};
}

}  // namespace switchyard
