`include "net_assert.svh"

/// Round-robin arbiter: one grant per cycle, rotating priority. Model: hw/alloc/round_robin_arbiter.h.
/// `gnt_o` is combinational in `req_i`; priority moves past the winner only on `accept_i`.
///
/// A register's reset value is a constant: the mask is kept as what it differs in from the start.
module rr_arbiter #(
  parameter int NumReq = 4,                  ///< Number of requesters, >= 2.
  localparam int IndexWidth = $clog2(NumReq)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,      ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0] start_i,     ///< Requester with the first priority, < NumReq. Static.
  input  logic [NumReq-1:0]     req_i,       ///< Level requests.
  output logic [NumReq-1:0]     gnt_o,       ///< One-hot grant; zero if nothing requests.
  input  logic                  accept_i     ///< The grant is consumed this cycle.
);
  logic [NumReq-1:0] below;                  // Requesters below the start.
  logic [NumReq-1:0] mask, mask_d, mask_q;   // Requesters above the last winner; at first, from the start on.
  logic [NumReq-1:0] high, pick;

  assign below  = ~({NumReq{1'b1}} << start_i);
  assign mask   = mask_q ^ below;
  assign high   = req_i & mask;
  assign pick   = (high != '0) ? high : req_i;
  assign gnt_o  = pick & (~pick + 1'b1);     // Lowest set bit.
  assign mask_d = (accept_i && gnt_o != '0) ? ~(gnt_o | (gnt_o - 1'b1)) ^ below : mask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else         mask_q <= mask_d;
  end

  `SY_ASSERT(StartIsARequester, 32'(start_i) < NumReq)
  `SY_ASSERT(GrantIsOneHot, (gnt_o & (gnt_o - 1'b1)) == '0)
  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(MaskIsARun, (~mask & (~mask + 1'b1)) == '0)
  `SY_ASSERT(WorkConserving, (req_i != '0) == (gnt_o != '0))
endmodule : rr_arbiter
