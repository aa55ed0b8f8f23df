`include "net_assert.svh"

/// Round-robin arbiter: one grant per cycle, rotating priority. Model: hw/alloc/round_robin_arbiter.h.
/// `gnt_o` is combinational in `req_i`; priority moves past the winner only on `accept_i`.
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
  logic [NumReq-1:0] mask;                   // Requesters above the last winner; at first, from the start on.
  logic [NumReq-1:0] after;                  // Those above the winner of this cycle.

  rr_pointer #(.NumReq(NumReq)) i_pointer (
    .clk_i, .rst_ni, .start_i, .move_i(accept_i && req_i != '0), .after_i(after), .first_o(mask)
  );
  rr_pick #(.NumReq(NumReq)) i_pick (.first_i(mask), .req_i, .gnt_o, .after_o(after));

  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(WorkConserving, (req_i != '0) == (gnt_o != '0))
endmodule : rr_arbiter
