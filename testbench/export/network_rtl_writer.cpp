#include "testbench/export/network_rtl_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "testbench/cosim/router/whole_router.h"

namespace switchyard {
namespace {

void demand(const std::string& what, bool holds) {
  if (!holds) throw std::invalid_argument("it needs " + what);
}

/// One router, and what comes to its ports.
class NodeWriter {
 public:
  NodeWriter(const Design& design, NodeId node)
      : topology_(*design.topology),
        node_(node),
        rtl_(whole_router(design).rtl(design, node)),
        terminal_(topology_.terminal_ports(node)) {}

  std::string text() const {
    std::string text = fmt::format("\n  // Node {}.\n", node_);
    for (PortId port = 0; port < topology_.port_count(); ++port) text += port_text(port);
    return text + instance();
  }

 private:
  std::string port_text(PortId port) const {
    if (terminal_.test(port))
      return wire_flit(port, fmt::format("flit_i[{}*FlitWidth +: FlitWidth]", node_)) +
             wire_credit(port, fmt::format("credit_i[{}*NumVcs +: NumVcs]", node_));
    const PortRef far = topology_.far_end({node_, port});
    if (far.node == kNoNode)
      return wire_flit(port, "{FlitWidth{1'b0}}") + wire_credit(port, "{NumVcs{1'b0}}") +
             wire_request(port, "1'b0");
    const int latency = topology_.channels()[topology_.channel_from(far)].latency;
    const std::string flit = fmt::format("flit_out_{}[{}*FlitWidth +: FlitWidth]", far.node, far.port);
    const std::string credit = fmt::format("credit_out_{}[{}*NumVcs +: NumVcs]", far.node, far.port);
    const std::string request = fmt::format("request_out_{}[{}]", far.node, far.port);
    if (latency == 1) return wire_flit(port, flit) + wire_credit(port, credit) + wire_request(port, request);
    return fmt::format(
        "  link_repeater #(.Stages({}), .Width(LinkWidth)) link_{}_to_{}_{} (\n    .clk_i, .rst_ni, "
        ".data_i({{{}{}, {}}}),\n"
        "    .data_o({{{}{}, {}}})\n  );\n",
        latency - 1, far.node, node_, port, rtl_.has_requests ? request + ", " : "", credit, flit,
        rtl_.has_requests ? fmt::format("request_in_{}[{}], ", node_, port) : "", credit_in(port),
        flit_in(port));
  }

  std::string flit_in(PortId port) const {
    return fmt::format("flit_in_{}[{}*FlitWidth +: FlitWidth]", node_, port);
  }
  std::string credit_in(PortId port) const {
    return fmt::format("credit_in_{}[{}*NumVcs +: NumVcs]", node_, port);
  }
  std::string wire_flit(PortId port, const std::string& from) const {
    return fmt::format("  assign {} = {};\n", flit_in(port), from);
  }
  std::string wire_credit(PortId port, const std::string& from) const {
    return fmt::format("  assign {} = {};\n", credit_in(port), from);
  }
  std::string wire_request(PortId port, const std::string& from) const {
    return rtl_.has_requests ? fmt::format("  assign request_in_{}[{}] = {};\n", node_, port, from) : "";
  }

  std::string instance() const {
    std::string straps;
    for (const auto& [pin, strap] : rtl_.straps)
      straps += fmt::format("    .{}_i({}),\n", pin, strap.literal());
    const PortId terminal = lowest_bit(terminal_);
    return fmt::format(
        "  {} #(`ROUTER_PARAMETERS) router_{} (\n    .clk_i, .rst_ni,\n{}    .flit_i(flit_in_{}), "
        ".credit_o(credit_out_{}), "
        ".flit_o(flit_out_{}), .credit_i(credit_in_{}){}{}\n  );\n"
        "  assign flit_o[{}*FlitWidth +: FlitWidth] = flit_out_{}[{}*FlitWidth +: FlitWidth];\n"
        "  assign credit_o[{}*NumVcs +: NumVcs] = credit_out_{}[{}*NumVcs +: NumVcs];\n{}",
        rtl_.module, node_, straps, node_, node_, node_, node_, rtl_.has_busy ? ", .busy_o()" : "",
        rtl_.has_requests
            ? fmt::format(",\n    .request_i(request_in_{}), .request_o(request_out_{})", node_, node_)
            : "",
        node_, node_, terminal, node_, node_, terminal, arrivals());
  }
  /// What comes over links for the node's processor.
  std::string arrivals() const {
    if (rtl_.arrival_vcs == 0) return "";
    std::string text;
    for (PortId port = 0; port < topology_.port_count(); ++port) {
      const std::string to = fmt::format("arrival_o[({}*NumPorts + {})*FlitWidth +: FlitWidth]", node_, port);
      text += terminal_.test(port)
                  ? fmt::format("  assign {} = '0;\n", to)
                  : fmt::format("  assign {} = ArrivalVcs[{}] ? {} : '0;\n", to, vc_of(port), flit_in(port));
    }
    return text;
  }
  std::string vc_of(PortId port) const {
    return fmt::format("flit_in_{}[{}*FlitWidth + VcAt +: 4]", node_, port);
  }

  const Topology& topology_;
  NodeId node_;
  RouterRtl rtl_;
  PortMask terminal_;
};

}  // namespace

void require_exportable(const Design& design) {
  const WholeRouter& router = whole_router(design);
  router.require(design);
  const Topology& topology = *design.topology;
  demand("a terminal at each node", topology.has_plain_terminals());
  demand("no routers in RTL of one's own", !design.router.rtl.has_value());
  for (const Channel& channel : topology.channels()) {
    demand("links that carry a flit per cycle", channel.cycles_per_flit == 1);
    const int back = topology.channel_from(channel.to);
    demand("links of the same latency both ways", back >= 0 && topology.channels()[back].to == channel.from &&
                                                      topology.channels()[back].latency == channel.latency);
  }
}

bool has_repeaters(const Design& design) {
  const std::vector<Channel>& channels = design.topology->channels();
  return std::any_of(channels.begin(), channels.end(),
                     [](const Channel& channel) { return channel.latency > 1; });
}

RouterRtl router_of(const Design& design) { return whole_router(design).rtl(design, 0); }

std::string network_rtl(const Design& design) {
  const Topology& topology = *design.topology;
  const RouterRtl rtl = router_of(design);
  std::string parameters;
  for (const auto& [name, value] : rtl.parameters)
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", name, value);
  std::string text = fmt::format(
      R"(`include "net_types.svh"

`define ROUTER_PARAMETERS {}

/// {} routers on a {}. Terminal t: flits at [t*FlitWidth +: FlitWidth], credits at [t*NumVcs +: NumVcs].
module network #(
  localparam int Terminals = {},
  localparam int NumPorts = {},
  localparam int NumVcs = {},
  localparam int FlitWidth = net_pkg::FlitWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [Terminals*FlitWidth-1:0] flit_i,         ///< From the terminals.
  output logic [Terminals*NumVcs-1:0]    credit_o,       ///< To them: a flit has left this buffer.
  output logic [Terminals*FlitWidth-1:0] flit_o,         ///< To the terminals.
  input  logic [Terminals*NumVcs-1:0]    credit_i{}
);
)",
      parameters, topology.node_count(), topology.kind(), topology.node_count(), topology.port_count(),
      rtl.virtual_channels,
      rtl.arrival_vcs == 0
          ? "        ///< From them."
          : ",       ///< From them.\n"
            "  output logic [Terminals*NumPorts*FlitWidth-1:0] arrival_o  ///< [node][port]: for the "
            "processor of the node, over the link.");
  if (rtl.arrival_vcs != 0)
    text += fmt::format(
        "  localparam int VcAt = 80;                              // header_t::vc\n"
        "  localparam logic [15:0] ArrivalVcs = 16'h{:04x};\n",
        rtl.arrival_vcs);
  if (rtl.has_requests) text += "  localparam int NumLinks = NumPorts - 1;\n";
  if (has_repeaters(design))
    text +=
        fmt::format("  localparam int LinkWidth = FlitWidth + NumVcs{};\n", rtl.has_requests ? " + 1" : "");
  for (NodeId node = 0; node < topology.node_count(); ++node) {
    text += fmt::format(
        "  logic [NumPorts*FlitWidth-1:0] flit_in_{0}, flit_out_{0};\n  logic [NumPorts*NumVcs-1:0] "
        "credit_in_{0}, "
        "credit_out_{0};\n",
        node);
    if (rtl.has_requests)
      text += fmt::format("  logic [NumLinks-1:0] request_in_{0}, request_out_{0};\n", node);
  }
  for (NodeId node = 0; node < topology.node_count(); ++node) text += NodeWriter(design, node).text();
  return text + "endmodule : network\n";
}

}  // namespace switchyard
