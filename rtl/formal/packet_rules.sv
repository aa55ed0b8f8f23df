`include "net_types.svh"

/// For harnesses: the flits that one link may carry. In each of its VCs packets follow each other, a head flit first,
/// and `remaining` counts down to the tail.
module packet_rules #(
  parameter int NumVcs = 2,
  parameter int LengthWidth = 2                          ///< Packets have fewer than 2 ** LengthWidth flits.
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  header_t                       flit_i,          ///< remaining 0: none.
  output logic                          legal_o,
  output logic [NumVcs*LengthWidth-1:0] left_o           ///< [vc]: flits of its packet that are to come.
);
  logic [NumVcs*LengthWidth-1:0] left_q = '0;
  logic [15:0] left;
  logic [NumVcs-1:0] vc;

  always_comb begin
    vc = NumVcs'(flit_i.remaining != '0) << flit_i.vc;
    left = '0;
    for (int v = 0; v < NumVcs; v++) begin
      if (vc[v]) left = 16'(left_q[v*LengthWidth +: LengthWidth]);
    end
  end
  assign legal_o = flit_i.remaining < (16'd1 << LengthWidth)
                 && (flit_i.remaining == '0 || vc != '0 && flit_i.head == (left == '0)
                                               && (flit_i.head || flit_i.remaining == left));
  assign left_o = left_q;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    always_ff @(posedge clk_i) begin
      if (!rst_ni)      left_q[v*LengthWidth +: LengthWidth] <= '0;
      else if (vc[v]) left_q[v*LengthWidth +: LengthWidth] <= LengthWidth'(flit_i.remaining - 16'd1);
    end
  end
endmodule : packet_rules
