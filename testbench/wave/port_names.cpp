#include "testbench/wave/port_names.h"

#include <cctype>
#include <map>

namespace switchyard {
namespace {

std::string grid_port_name(const Grid& grid, PortId port) {
  const int d = grid.dimension_of(port);
  if (grid.up_port(d) == grid.down_port(d)) return dimension_name(grid, d);
  return dimension_name(grid, d) + (port == grid.up_port(d) ? "_up" : "_down");
}

/// Letters, digits and underscores: what waves and their viewers can name.
std::string plain(std::string name) {
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

std::string terminal_port_name(const Topology& topology, PortRef port) {
  if (topology.has_plain_terminals()) return "terminal";
  const TerminalId terminal = topology.terminal_at(port);
  const Attachment at = topology.attachment(terminal);
  const char* const what = !at.is_split() ? "terminal_" : at.entry == port ? "entry_" : "exit_";
  return what + plain(topology.name_of_terminal(terminal));
}

}  // namespace

std::string dimension_name(const Grid& grid, int d) {
  if (grid.up_port(d) == grid.down_port(d)) return "dim" + std::to_string(d);
  return d < 4 ? std::string(1, "xyzw"[d]) : "d" + std::to_string(d);
}

std::vector<std::string> port_names(const Topology& topology, NodeId node) {
  std::vector<std::string> names(topology.port_count());
  std::map<NodeId, int> links_to;
  for (PortId port = 0; port < topology.port_count(); ++port) {
    const NodeId far = topology.far_end({node, port}).node;
    if (far == kNoNode) continue;
    std::string& name = names[port];
    if (topology.shape<Grid>()) {
      name = grid_port_name(*topology.shape<Grid>(), port);
      continue;
    }
    const int count = ++links_to[far];
    name = "to_" + plain(topology.name_of_node(far)) + (count > 1 ? "_" + std::to_string(count) : "");
  }
  for (const PortId port : topology.terminal_ports(node))
    names[port] = terminal_port_name(topology, {node, port});
  return names;
}

}  // namespace switchyard
