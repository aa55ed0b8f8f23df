`include "net_assert.svh"

/// Which requesters have priority in a ring: those behind the one that went last. Model: accept() of
/// hw/alloc/round_robin_arbiter.h.
///
/// A register's reset value is a constant: the mask is kept as what it differs in from the start.
module rr_pointer #(
  parameter int NumReq = 4,                  ///< Number of requesters, >= 2.
  localparam int IndexWidth = $clog2(NumReq)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,      ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0] start_i,     ///< Requester with the first priority, < NumReq. Static.
  input  logic                  move_i,      ///< Somebody goes.
  input  logic [NumReq-1:0]     after_i,     ///< Those above that one, who have priority from the next cycle on.
  output logic [NumReq-1:0]     first_o      ///< Those who have priority; at first, from the start on.
);
  logic [NumReq-1:0] below;                  // Requesters below the start.
  logic [NumReq-1:0] mask_d, mask_q;

  assign below   = ~({NumReq{1'b1}} << start_i);
  assign first_o = mask_q ^ below;
  assign mask_d  = move_i ? after_i ^ below : mask_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else         mask_q <= mask_d;
  end

  `SY_ASSERT(StartIsARequester, 32'(start_i) < NumReq)
  `SY_ASSERT(FirstIsARun, (~first_o & (~first_o + 1'b1)) == '0)
endmodule : rr_pointer
