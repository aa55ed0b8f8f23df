`include "net_assert.svh"

/// Random numbers of a cycle, drawn before it is known which of them are needed. Model: hw/alloc/lfsr.h.
///
/// A draw is 16 shifts of the register.
module lfsr_draws #(
  parameter int Draws = 4,                               ///< In a cycle, at most.
  parameter int MaxBound = 4,
  localparam int DrawWidth = $clog2(Draws + 1),
  localparam int IndexWidth = (MaxBound < 2) ? 1 : $clog2(MaxBound)
) (
  input  logic                                     clk_i,
  input  logic                                     rst_ni,     ///< Asynchronous, active low.
  input  logic [23:0]                              seed_i,     ///< Not zero. Static.
  input  logic [DrawWidth-1:0]                     draws_i,    ///< So many of the numbers were used in this cycle.
  output logic [Draws*(MaxBound+1)*IndexWidth-1:0] numbers_o   ///< [draw][bound]: 0 .. bound - 1; of bound 0: 0.
);
  logic [23:0] state_q, state;
  logic [(Draws+1)*24-1:0] states;                       // [draws]: the register after so many.

  function automatic logic [23:0] after_draw(input logic [23:0] of);
    after_draw = {16'd0, of[23:16]} ^ {of[15:0], 8'd0} ^ {1'b0, of[15:0], 7'd0} ^ {2'b0, of[15:0], 6'd0}
               ^ {7'd0, of[15:0], 1'b0};
  endfunction
  function automatic logic [15:0] drawn(input logic [23:0] of);
    for (int b = 0; b < 16; b++) drawn[b] = of[15-b];
  endfunction

  always_comb begin
    state        = state_q ^ seed_i;                     // A register's reset value is a constant.
    states[23:0] = state;
    for (int d = 0; d < Draws; d++) begin
      for (int n = 0; n <= MaxBound; n++) begin
        numbers_o[(d*(MaxBound+1) + n)*IndexWidth +: IndexWidth] = IndexWidth'(32'(drawn(state)) * 32'(n) >> 16);
      end
      state = after_draw(state);
      states[(d+1)*24 +: 24] = state;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= '0;
    else         state_q <= states[32'(draws_i)*24 +: 24] ^ seed_i;
  end

  `SY_ASSERT(NeverZero, states[23:0] != '0)
  `SY_ASSERT(DrawsNoMoreThanThereAre, 32'(draws_i) <= Draws)
endmodule : lfsr_draws
