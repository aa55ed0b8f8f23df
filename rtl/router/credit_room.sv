`include "net_assert.svh"

/// Credits of one VC, counted in unary: first a credit comes back, then one is spent, in one cycle.
/// Model: hw/alloc/credit_counter.h. A bit for each number of credits, so that how many are there needs no comparison.
module credit_room #(
  parameter int Depth = 4                                ///< Slots at the far end, >= 1.
) (
  input  logic             clk_i,
  input  logic             rst_ni,                       ///< Asynchronous, active low.
  input  logic             incr_i,                       ///< Only while a credit is out.
  input  logic             decr_i,                       ///< Only if `room_o[0]`.
  output logic [Depth-1:0] room_o,                       ///< [n - 1]: at least n, with this cycle's increment.
  output logic [Depth-1:0] next_o                        ///< With this cycle's decrement too.
);
  logic [Depth-1:0] room_q;

  assign room_o = incr_i ? room_q << 1 | Depth'(1) : room_q;
  assign next_o = decr_i ? room_o >> 1 : room_o;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) room_q <= '1;
    else         room_q <= next_o;
  end

  `SY_ASSERT(NoExcessCredit, !incr_i || !room_q[Depth-1])
  `SY_ASSERT(NoCreditFromNothing, !decr_i || room_o[0])
endmodule : credit_room
