#include "hw/design/read/network_file.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "hw/config/data_file.h"

namespace switchyard {
namespace {

/// The number that a text is, without leading zeros.
std::optional<NodeId> number_of(const std::string& text) {
  NodeId number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size() || std::to_string(number) != text)
    return std::nullopt;
  return number;
}

}  // namespace

std::string fault_text(const std::string& file, FilePlace place, const std::string& message) {
  return file + ':' + std::to_string(place.line) + ':' + std::to_string(place.column) + ": error: " + message;
}

NodeId NamedNodes::add(const std::string& name) {
  const auto [found, is_new] = order_.try_emplace(name, static_cast<NodeId>(names_.size()));
  if (is_new) names_.push_back(name);
  return found->second;
}

std::optional<NodeId> NamedNodes::find(const std::string& name) const {
  const auto found = order_.find(name);
  return found == order_.end() ? std::nullopt : std::optional(found->second);
}

void NamedNodes::number(CustomConfig& config) const {
  config.nodes = static_cast<NodeId>(names_.size());
  std::vector<NodeId> number(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) number[i] = number_of(names_[i]).value_or(kNoNode);
  // The names are distinct, so that as many numbers below their count are all of them.
  if (std::ranges::any_of(number, [&](NodeId n) { return n >= config.nodes; })) {
    config.names.nodes = names_;
    return;
  }
  const auto renumber = [&](NodeId& node) {
    if (node != kNoNode) node = number[node];
  };
  for (CustomConfig::Link& link : config.links) {
    renumber(link.a);
    renumber(link.b);
  }
  for (CustomConfig::Terminal& terminal : config.terminals) {
    renumber(terminal.entry);
    renumber(terminal.exit);
  }
}

CustomConfig read_network_csv(std::istream& text, const std::string& file, int latency,
                              std::vector<std::string>& faults) {
  enum Column : std::size_t { kFrom, kTo, kLatency, kCyclesPerFlit, kOneWay, kChannels };
  constexpr std::array<std::string_view, 2> kBooleans{"false", "true"};
  DataFile table(text, file, {"from", "to", "latency", "cycles_per_flit", "one_way", "channels"}, faults);
  CustomConfig config;
  NamedNodes nodes;
  if (!table.next_is_header()) return config;
  while (table.next()) {
    const std::string from = table.required_text(kFrom);
    const std::string to = table.required_text(kTo);
    const auto number = [&](Column column, IntRange range, int fallback) {
      return static_cast<int>(table.number_or(column, range, fallback).value_or(range.min));
    };
    CustomConfig::Link link{nodes.add(from), nodes.add(to), number(kLatency, kLinkLatencies, latency)};
    link.cycles_per_flit = number(kCyclesPerFlit, kLinkCyclesPerFlit, 1);
    link.one_way = table.has(kOneWay) && table.choice(kOneWay, kBooleans).value_or(0) == 1;
    const int channels = number(kChannels, kLinkChannels, 1);
    if (!from.empty() && from == to) table.fail(kTo, "the link joins node " + from + " with itself");
    config.links.insert(config.links.end(), channels, link);
  }
  if (config.links.empty() && faults.empty()) table.fail(0, "the file has no links");
  nodes.number(config);
  return config;
}

void read_terminals_csv(std::istream& text, const std::string& file, CustomConfig& config,
                        std::vector<std::string>& faults) {
  enum Column : std::size_t { kName, kEntry, kExit };
  DataFile table(text, file, {"name", "entry", "exit"}, faults);
  if (!table.next_is_header()) return;
  config.terminals.clear();
  std::vector<std::string> names;
  bool has_names = false;
  const auto node_at = [&](Column column) {
    if (!table.has(column)) return kNoNode;
    const std::string name = table.required_text(column);
    const auto found = std::ranges::find(config.names.nodes, name);
    if (found != config.names.nodes.end()) return static_cast<NodeId>(found - config.names.nodes.begin());
    const std::optional<NodeId> number = number_of(name);
    if (config.names.nodes.empty() && number && *number < config.nodes) return *number;
    const std::string near = nearest_name(name, config.names.nodes);
    table.fail(column,
               "no link names node '" + name + "'" + (near.empty() ? "" : "; did you mean '" + near + "'?"));
    return kNoNode;
  };
  while (table.next()) {
    const auto terminal = static_cast<TerminalId>(config.terminals.size());
    const std::string name = table.has(kName) ? table.required_text(kName) : std::to_string(terminal);
    if (std::ranges::find(names, name) != names.end())
      table.fail(kName, "terminal '" + name + "' stands in the file twice");
    has_names = has_names || name != std::to_string(terminal);
    names.push_back(name);
    if (!table.has(kEntry) && !table.has(kExit))
      table.fail(kExit,
                 "terminal '" + name + "' is attached nowhere: it needs an entry, or an exit, or both");
    const NodeId entry = node_at(kEntry);
    config.terminals.push_back({entry, node_at(kExit)});
  }
  if (config.terminals.empty() && faults.empty()) table.fail(0, "the file has no terminals");
  if (has_names) config.names.terminals = std::move(names);
}

}  // namespace switchyard
