`include "net_assert.svh"

/// Gives one waiting head flit per cycle the output VC it asks for. Model: hw/alloc/vc_allocator.h.
/// The first port with a request is served, from the port after the last one served on; of its VCs, the
/// first from the VC after its own last one on. Every grant is taken.
module vc_allocator #(
  parameter int NumPorts = 5,                            ///< >= 2.
  parameter int NumVcs = 4,                              ///< >= 2.
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TotalVcs = NumPorts * NumVcs            // VC = port * NumVcs + vc.
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  logic [PortWidth-1:0]         port_start_i,     ///< The first port that is served. Static.
  input  logic [NumPorts*VcWidth-1:0]  vc_start_i,       ///< [port]: the first of its VCs. Static.
  input  logic [TotalVcs*TotalVcs-1:0] req_i,            ///< [input VC]: output VC, one-hot or zero.
  output logic [TotalVcs*TotalVcs-1:0] gnt_o             ///< The same; at most one row is not zero.
);
  logic [TotalVcs-1:0] asks, first;                      // Input VCs; the first of each port.
  logic [NumPorts-1:0] port_asks, port_gnt;

  for (genvar i = 0; i < TotalVcs; i++) begin : gen_row
    assign asks[i] = req_i[i*TotalVcs +: TotalVcs] != '0;
    assign gnt_o[i*TotalVcs +: TotalVcs] =
        req_i[i*TotalVcs +: TotalVcs] & {TotalVcs{first[i] && port_gnt[i/NumVcs]}};
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign port_asks[p] = asks[p*NumVcs +: NumVcs] != '0;
    rr_arbiter #(.NumReq(NumVcs)) i_vcs (
      .clk_i, .rst_ni, .start_i(vc_start_i[p*VcWidth +: VcWidth]), .req_i(asks[p*NumVcs +: NumVcs]),
      .gnt_o(first[p*NumVcs +: NumVcs]), .accept_i(port_gnt[p])
    );
  end

  rr_arbiter #(.NumReq(NumPorts)) i_ports (
    .clk_i, .rst_ni, .start_i(port_start_i), .req_i(port_asks), .gnt_o(port_gnt), .accept_i(1'b1)
  );

  `SY_ASSERT(GrantImpliesRequest, !(|(gnt_o & ~req_i)))
  `SY_ASSERT(OneHeadFlitIsServed, (|req_i) == (|gnt_o))
  `SY_ASSERT(OneOutputVc, !(|(gnt_o & (gnt_o - 1'b1))))
endmodule : vc_allocator
