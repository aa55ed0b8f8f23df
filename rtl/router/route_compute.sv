`include "net_assert.svh"
`include "net_types.svh"

/// The output VCs that a head flit may be allocated. Model: DuatoRouter::compute_routes() with
/// hw/routing/dimension_order.h and hw/routing/duato.h.
///
/// Escape VCs are for head flits that find no adaptive VC free. Dimension order calls its one choice
/// adaptive, as the model does.
module route_compute #(
  parameter int NumPorts = 5,                            ///< The terminal port included, which is the last.
  parameter int NumVcs = 4,
  parameter int Radix = 4,
  localparam int TotalVcs = NumPorts * NumVcs,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  site_t                      site_i,
  input  logic [Dims*CoordWidth-1:0] here_i,             ///< Coordinates of `site_i.node`.
  input  logic [31:0]                destination_i,
  input  logic [PortWidth-1:0]       port_i,             ///< The input VC that the head flit is in.
  input  logic [VcWidth-1:0]         vc_i,
  output logic [TotalVcs-1:0]        adaptive_o,         ///< VC = port * NumVcs + vc.
  output logic [TotalVcs-1:0]        escape_o            ///< One-hot or zero.
);
  localparam int NodeWidth = $clog2(Radix ** Dims);
  localparam int NumFirst = (NumVcs + 1) / 2;            // VCs before the dateline.
  localparam logic [NumVcs-1:0] FirstVcs = {NumVcs{1'b1}} >> (NumVcs - NumFirst);
  localparam logic [PortWidth-1:0] Terminal = PortWidth'(NumPorts - 1);

  logic [Dims*CoordWidth-1:0] there;
  logic [NumPorts-2:0] minimal, ordered, same_ring;
  logic [NumPorts-1:0] adaptive_ports, escape_ports;
  logic [NumVcs-1:0] adaptive_vcs, escape_vcs, open_vcs;
  logic wraps, wraps_now, wraps_ahead, arrived, crossed, throttled;

  node_coordinates #(.Radix(Radix), .Dims(Dims)) i_there (
    .node_i(destination_i[NodeWidth-1:0]), .coordinates_o(there)
  );
  minimal_hops #(.NumPorts(NumPorts), .Radix(Radix)) i_hops (
    .topology_i(site_i.topology), .here_i, .there_i(there),
    .minimal_o(minimal), .ordered_o(ordered), .wraps_now_o(wraps_now), .wraps_ahead_o(wraps_ahead)
  );

  assign wraps     = site_i.topology == net_pkg::Torus;
  assign arrived   = destination_i == site_i.node;
  assign throttled = port_i == Terminal && site_i.throttle != '0 && !arrived;

  // The head flit is on the far side of the dateline of the ring that it goes on in.
  for (genvar p = 0; p < NumPorts - 1; p++) begin : gen_ring
    assign same_ring[p] = port_i >> 1 == PortWidth'(p / 2);
  end
  assign crossed = (ordered & same_ring) != '0 && vc_i >= VcWidth'(NumFirst);

  always_comb begin
    escape_ports = '0;
    escape_vcs   = NumVcs'((wraps && !wraps_ahead) ? 2 : 1);
    if (arrived) begin
      adaptive_ports = {1'b1, {(NumPorts - 1){1'b0}}};
      adaptive_vcs   = '1;
    end else if (site_i.routing == net_pkg::Duato) begin
      adaptive_ports = {1'b0, minimal};
      adaptive_vcs   = {NumVcs{1'b1}} << (wraps ? 2 : 1);
      if (!throttled) escape_ports = {1'b0, ordered};
    end else begin
      adaptive_ports = {1'b0, ordered};
      adaptive_vcs   = '1;
      if (site_i.dateline && wraps) adaptive_vcs = (wraps_now || crossed) ? ~FirstVcs : FirstVcs;
    end
  end

  // A packet that enters may take the lowest VCs only. Those that are legal are neighbours.
  assign open_vcs = throttled ? adaptive_vcs & ~(adaptive_vcs << site_i.throttle) : adaptive_vcs;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign adaptive_o[p*NumVcs +: NumVcs] = open_vcs & {NumVcs{adaptive_ports[p]}};
    assign escape_o[p*NumVcs +: NumVcs]   = escape_vcs & {NumVcs{escape_ports[p]}};
  end

  `SY_ASSERT_COMB(DatelineIsOfATorus, !site_i.dateline || wraps && site_i.routing == net_pkg::DimensionOrder)
  `SY_ASSERT_COMB(EscapeIsOneHot, (escape_o & (escape_o - 1'b1)) == '0)
  `SY_ASSERT_COMB(EscapeIsNotAdaptive, (escape_o & adaptive_o) == '0)
endmodule : route_compute
