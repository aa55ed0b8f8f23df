#include "hw/clocked/clocked_network.h"

#include <string>
#include <utility>

namespace switchyard {

ClockedNetwork::ClockedNetwork(const sc_core::sc_module_name& name, const Design& design,
                               const TerminalFactory& make_terminal, LinkObserver* observer)
    : sc_core::sc_module(name) {
  const Topology& topology = *design.topology;
  const bool requests = design.half_duplex() || design.router.injection_control;
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const std::string own_name = "router_" + std::to_string(node);
    routers_.push_back(std::make_unique<ClockedRouter>(own_name.c_str(), node, topology.port_count(),
                                                       requests, design.make_router(node), observer));
    clock(*routers_.back());
    tie_off(topology, node);
  }
  for (TerminalId terminal = 0; terminal < topology.terminal_count(); ++terminal) {
    const std::string own_name = "terminal_" + std::to_string(terminal);
    terminals_.push_back(
        std::make_unique<ClockedTerminal>(own_name.c_str(), terminal, make_terminal(terminal), observer));
    clock(*terminals_.back());
    attach(*terminals_.back(), topology.attachment(terminal));
  }
  for (const Channel& channel : topology.channels()) {
    connect(routers_[channel.from.node]->out[channel.from.port],
            routers_[channel.to.node]->in[channel.to.port], channel.delay());
  }
  watch_links(design);
}

void ClockedNetwork::clock(ClockedNode& node) {
  node.clk_i(clk_i);
  node.rst_ni(rst_ni);
}

void ClockedNetwork::attach(ClockedTerminal& terminal, const Attachment& at) {
  if (at.sends()) {
    connect(terminal.out[0], routers_[at.entry.node]->in[at.entry.port], 1);
  } else {
    terminal.out[0].bind(add_wires());
  }
  if (at.receives()) {
    connect(routers_[at.exit.node]->out[at.exit.port], terminal.in[0], 1);
  } else {
    terminal.in[0].bind(add_wires());
  }
}

void ClockedNetwork::watch_links(const Design& design) {
  std::vector<PortChange> changes = port_changes(*design.topology, design.faults);
  if (changes.empty()) return;
  link_status_ =
      std::make_unique<LinkStatus>("link_status", design.topology->node_count(), std::move(changes));
  link_status_->clk_i(clk_i);
  link_status_->rst_ni(rst_ni);
  for (NodeId node = 0; node < design.topology->node_count(); ++node)
    routers_[node]->faulty_i(link_status_->faulty(node));
}

void ClockedNetwork::connect(Link<SourceSide>& source, Link<SinkSide>& sink, int latency) {
  Link<Wires>* wires = &add_wires();
  source.bind(*wires);
  for (int stage = 1; stage < latency; ++stage) {
    const std::string name = "repeater_" + std::to_string(repeaters_.size());
    Repeater& repeater = *repeaters_.emplace_back(std::make_unique<Repeater>(name.c_str()));
    repeater.clk_i(clk_i);
    repeater.rst_ni(rst_ni);
    repeater.in.bind(*wires);
    wires = &add_wires();
    repeater.out.bind(*wires);
  }
  sink.bind(*wires);
}

/// The pins at which nothing arrives, and those from which nothing leaves.
void ClockedNetwork::tie_off(const Topology& topology, NodeId node) {
  for (PortId port = 0; port < topology.port_count(); ++port) {
    const PortRef end{node, port};
    if (topology.channel_to(end) < 0 && !topology.entry_ports(node).test(port))
      routers_[node]->in[port].bind(add_wires());
    if (topology.is_open(end) && !topology.exit_ports(node).test(port))
      routers_[node]->out[port].bind(add_wires());
  }
}

Link<Wires>& ClockedNetwork::add_wires() {
  const std::string name = "wires_" + std::to_string(wires_.size());
  return *wires_.emplace_back(std::make_unique<Link<Wires>>(name.c_str()));
}

}  // namespace switchyard
