#pragma once

#include <istream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/config/config_node.h"
#include "hw/topology/builders.h"

namespace switchyard {

inline constexpr IntRange kLinkLatencies{1, 64};
inline constexpr IntRange kLinkCyclesPerFlit{1, 1024};
inline constexpr IntRange kLinkChannels{1, kMaxPorts - 1};

/// A place in a file, both counted from 1.
struct FilePlace {
  int line = 1;
  int column = 1;
};

/// `file:line:column: error: message`
std::string fault_text(const std::string& file, FilePlace place, const std::string& message);

/// The nodes that a file of links names, in the order in which it does.
///
/// If the names are the numbers 0 .. n - 1, they are the nodes' numbers. Else the nodes are numbered in
/// order, and keep their names.
class NamedNodes {
 public:
  /// Its place in the order.
  NodeId add(const std::string& name);
  std::size_t size() const { return names_.size(); }
  /// Puts numbers in the place of the order into `config`, and the names, if they are no numbers.
  void number(CustomConfig& config) const;
  std::optional<NodeId> find(const std::string& name) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, NodeId> order_;
};

/// A network as a list of links: `from,to,latency,cycles_per_flit,one_way,channels`. All but the first two
/// may be left out or empty, and then are `latency`, 1, false and 1. See DataFile.
///
/// The faults are `file:line:col: error: ...`. Without any, `nodes`, `links` and `names.nodes` are set.
CustomConfig read_network_csv(std::istream& text, const std::string& file, int latency,
                              std::vector<std::string>& faults);

/// Its terminals, numbered in order: `name,entry,exit`, nodes by name or number; a terminal may have one of
/// them. No name, or the terminal's number, stands for no name.
void read_terminals_csv(std::istream& text, const std::string& file, CustomConfig& config,
                        std::vector<std::string>& faults);

/// A network as Graphviz draws it: a `graph`, whose links have two directions, or a `digraph`, whose links
/// have one.
///
/// Read are attributes of links: `latency`, `cycles_per_flit`, `channels`, and `dir` (`both`, `forward`,
/// `back`); and of nodes: `terminals`, how many are there, or `terminal`, the number of the terminal that
/// this node is, which then is no router, and `label`, its name. What is meant for drawing is skipped. Not
/// read: ports of nodes, links of whole subgraphs, HTML, joined strings.
CustomConfig read_network_dot(std::istream& text, const std::string& file, int latency,
                              std::vector<std::string>& faults);

}  // namespace switchyard
