`include "net_assert.svh"

/// Matrix arbiter: the requester that was granted least recently wins. Model: hw/alloc/matrix_arbiter.h.
/// `gnt_o` is combinational in `req_i`; the winner becomes the last in the order only on `accept_i`.
module matrix_arbiter #(
  parameter int NumReq = 4,                  ///< Number of requesters, >= 2.
  localparam int IndexWidth = $clog2(NumReq)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,      ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0] start_i,     ///< The first in the order; the others follow it in a ring. Static.
  input  logic [NumReq-1:0]     req_i,       ///< Level requests.
  output logic [NumReq-1:0]     gnt_o,       ///< One-hot grant; zero if nothing requests.
  input  logic                  accept_i     ///< The grant is consumed this cycle.
);
  logic [NumReq*NumReq-1:0] order;           // [requester]: those that come before it.

  recency_order #(.NumReq(NumReq)) i_order (
    .clk_i, .rst_ni, .start_i, .last_i(gnt_o & {NumReq{accept_i}}), .order_o(order)
  );
  for (genvar i = 0; i < NumReq; i++) begin : gen_requester
    assign gnt_o[i] = req_i[i] && (req_i & order[i*NumReq +: NumReq]) == '0;
  end

  `SY_ASSERT(GrantIsOneHot, (gnt_o & (gnt_o - 1'b1)) == '0)
  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(WorkConserving, (req_i != '0) == (gnt_o != '0))
endmodule : matrix_arbiter
