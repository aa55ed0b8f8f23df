`include "net_assert.svh"

/// Credits of one VC: first a credit comes back, then one is spent, in one cycle.
/// Model: hw/alloc/credit_counter.h. A credit counts in the cycle in which it arrives.
module credit_counter #(
  parameter int Depth = 4                                ///< Slots at the far end, >= 1.
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             ///< Asynchronous, active low.
  input  logic                       incr_i,             ///< Only while a credit is out.
  input  logic                       decr_i,             ///< Only if `count_o` is not zero.
  output logic [$clog2(Depth+1)-1:0] count_o,            ///< With this cycle's increment.
  output logic [$clog2(Depth+1)-1:0] next_o              ///< With this cycle's decrement too.
);
  localparam int CountWidth = $clog2(Depth + 1);

  logic [CountWidth-1:0] count_q;

  assign count_o = count_q + CountWidth'(incr_i);
  assign next_o  = count_o - CountWidth'(decr_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= CountWidth'(Depth);
    else         count_q <= next_o;
  end

  `SY_ASSERT(NoExcessCredit, !incr_i || count_q != CountWidth'(Depth))
  `SY_ASSERT(NoCreditFromNothing, !decr_i || count_o != '0)
endmodule : credit_counter
