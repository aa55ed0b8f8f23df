#include "hw/clocked/clocked_network.h"

#include <string>
#include <utility>

namespace switchyard {

ClockedNetwork::ClockedNetwork(const sc_core::sc_module_name& name, const Design& design,
                               const TerminalFactory& make_terminal, LinkObserver* observer)
    : sc_core::sc_module(name) {
  const Topology& topology = *design.topology;
  const bool requests = design.half_duplex() || design.router.injection_control;
  const std::size_t terminal_port = topology.terminal_port();
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    const std::string suffix = std::to_string(node);
    routers_.push_back(std::make_unique<ClockedRouter>(("router_" + suffix).c_str(), node,
                                                       topology.port_count(), requests,
                                                       design.make_router(node), observer));
    terminals_.push_back(std::make_unique<ClockedTerminal>(("terminal_" + suffix).c_str(), node,
                                                           make_terminal(node), observer));
    for (ClockedNode* module : {static_cast<ClockedNode*>(routers_.back().get()),
                                static_cast<ClockedNode*>(terminals_.back().get())}) {
      module->clk_i(clk_i);
      module->rst_ni(rst_ni);
    }
    connect(routers_[node]->out[terminal_port], terminals_[node]->in[0], 1);
    connect(terminals_[node]->out[0], routers_[node]->in[terminal_port], 1);
    for (PortId port = 0; port < topology.terminal_port(); ++port) {
      if (topology.is_open({node, port})) tie_off(*routers_[node], port);
    }
  }
  for (const Channel& channel : topology.channels()) {
    connect(routers_[channel.from.node]->out[channel.from.port],
            routers_[channel.to.node]->in[channel.to.port], channel.latency);
  }
  watch_links(design);
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

void ClockedNetwork::tie_off(ClockedNode& node, PortId port) {
  node.in[port].bind(add_wires());
  node.out[port].bind(add_wires());
}

Link<Wires>& ClockedNetwork::add_wires() {
  const std::string name = "wires_" + std::to_string(wires_.size());
  return *wires_.emplace_back(std::make_unique<Link<Wires>>(name.c_str()));
}

}  // namespace switchyard
