`include "net_assert.svh"

/// Gives one waiting head flit per cycle the output VC it asks for. Model: hw/alloc/vc_allocator.h.
/// Whose turn it is, vc_arbiter knows.
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
  logic [TotalVcs-1:0] asks, served;                     // Input VCs.

  for (genvar i = 0; i < TotalVcs; i++) begin : gen_row
    assign asks[i] = req_i[i*TotalVcs +: TotalVcs] != '0;
    assign gnt_o[i*TotalVcs +: TotalVcs] = req_i[i*TotalVcs +: TotalVcs] & {TotalVcs{served[i]}};
  end
  vc_arbiter #(.NumPorts(NumPorts), .NumVcs(NumVcs)) i_arbiter (
    .clk_i, .rst_ni, .port_start_i, .vc_start_i, .req_i(asks), .gnt_o(served)
  );

  `SY_ASSERT(GrantImpliesRequest, !(|(gnt_o & ~req_i)))
  `SY_ASSERT(OneHeadFlitIsServed, (|req_i) == (|gnt_o))
  `SY_ASSERT(OneOutputVc, !(|(gnt_o & (gnt_o - 1'b1))))
endmodule : vc_allocator
