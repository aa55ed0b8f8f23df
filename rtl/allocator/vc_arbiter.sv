`include "net_assert.svh"

/// The waiting head flit that gets the output VC it asks for: one per cycle. Model: hw/alloc/vc_allocator.h.
/// The first port with a request is served, from the port after the last one served on; of its VCs, the
/// first from the VC after its own last one on. Every grant is taken.
module vc_arbiter #(
  parameter int NumPorts = 5,                            ///< >= 2.
  parameter int NumVcs = 4,                              ///< >= 2.
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TotalVcs = NumPorts * NumVcs            // VC = port * NumVcs + vc.
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,            ///< Asynchronous, active low.
  input  logic [PortWidth-1:0]        port_start_i,      ///< The first port that is served. Static.
  input  logic [NumPorts*VcWidth-1:0] vc_start_i,        ///< [port]: the first of its VCs. Static.
  input  logic [TotalVcs-1:0]         req_i,             ///< Input VCs whose head flit asks.
  output logic [TotalVcs-1:0]         gnt_o              ///< One-hot, or zero if none asks.
);
  logic [TotalVcs-1:0] first;                            // Of each port.
  logic [NumPorts-1:0] port_asks, port_gnt;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign port_asks[p] = req_i[p*NumVcs +: NumVcs] != '0;
    rr_arbiter #(.NumReq(NumVcs)) i_vcs (
      .clk_i, .rst_ni, .start_i(vc_start_i[p*VcWidth +: VcWidth]), .req_i(req_i[p*NumVcs +: NumVcs]),
      .gnt_o(first[p*NumVcs +: NumVcs]), .accept_i(port_gnt[p])
    );
    assign gnt_o[p*NumVcs +: NumVcs] = first[p*NumVcs +: NumVcs] & {NumVcs{port_gnt[p]}};
  end

  rr_arbiter #(.NumReq(NumPorts)) i_ports (
    .clk_i, .rst_ni, .start_i(port_start_i), .req_i(port_asks), .gnt_o(port_gnt), .accept_i(1'b1)
  );

  `SY_ASSERT(OneHeadFlitIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : vc_arbiter
