#include "testbench/report/network_nodes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

#include "testbench/file/csv.h"
#include "testbench/layout/node_spot.h"
#include "testbench/wave/port_names.h"

namespace switchyard {

std::string network_nodes_csv(const Topology& topology) {
  std::vector<std::vector<TerminalId>> sends(topology.node_count());
  std::vector<std::vector<TerminalId>> receives(topology.node_count());
  for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
    const auto [entry, exit] = topology.attachment(terminal);
    if (entry.node != kNoNode) sends[entry.node].push_back(terminal);
    if (exit.node != kNoNode) receives[exit.node].push_back(terminal);
  }
  std::string text = "node,name,label,x,y,ports,sends,receives\n";
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    std::optional<Spot> spot = spot_of(topology, node);
    if (!spot) spot = stage_spot_of(topology, node);
    std::vector<std::string> ports = port_names(topology, node);
    for (std::string& port : ports)
      if (port.empty()) port = "-";
    text += fmt::format("{},{},{},{},{},{},{}\n", node, csv_cell(topology.name_of_node(node)),
                        spot ? csv_cell(spot->label) : "",
                        spot ? fmt::format("{:.1f},{:.1f}", spot->place.x, -spot->place.y) : ",",
                        csv_cell(fmt::format("{}", fmt::join(ports, " "))), fmt::join(sends[node], " "),
                        fmt::join(receives[node], " "));
  }
  return text;
}

}  // namespace switchyard
