`include "net_assert.svh"

/// Round-robin arbiter: one grant per cycle, rotating priority. Model: hw/alloc/round_robin_arbiter.h.
/// `gnt_o` is combinational in `req_i`; priority moves past the winner only on `accept_i`.
module rr_arbiter #(
  parameter int NumReq = 4                   ///< Number of requesters, >= 2.
) (
  input  logic              clk_i,
  input  logic              rst_ni,          ///< Asynchronous, active low.
  input  logic [NumReq-1:0] req_i,           ///< Level requests.
  output logic [NumReq-1:0] gnt_o,           ///< One-hot grant; zero if nothing requests.
  input  logic              accept_i         ///< The grant is consumed this cycle.
);
  logic [NumReq-1:0] mask_d, mask_q, high, pick;  // mask: requesters above the last winner.

  assign high   = req_i & mask_q;
  assign pick   = (high != '0) ? high : req_i;
  assign gnt_o  = pick & (~pick + 1'b1);     // Lowest set bit.
  assign mask_d = (accept_i && gnt_o != '0) ? ~(gnt_o | (gnt_o - 1'b1)) : mask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '0;
    else         mask_q <= mask_d;
  end

  `SY_ASSERT(GrantIsOneHot, (gnt_o & (gnt_o - 1'b1)) == '0)
  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(MaskIsARun, (~mask_q & (~mask_q + 1'b1)) == '0)
  `SY_ASSERT(WorkConserving, (req_i != '0) == (gnt_o != '0))
endmodule : rr_arbiter
