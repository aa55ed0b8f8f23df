`include "net_assert.svh"

/// What a switch remembers of its requests until their replies have passed: a ring, the oldest first.
/// Model: DirectionFifo of hw/router/combining/ranade_directions.h.
///
/// An entry is {operand, operation, from, output, end}. What is pushed can be popped in the next cycle.
module direction_fifo #(
  parameter int Depth = 64,                              ///< Entries, >= 1.
  parameter int Width = 8,
  localparam int CountWidth = $clog2(Depth + 1)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,                  ///< Asynchronous, active low.
  input  logic [CountWidth-1:0] limit_i,                 ///< Entries that may be used, 1 .. Depth. Static.
  input  logic                  pop_i,                   ///< Only if `valid_o`.
  output logic [Width-1:0]      front_o,
  output logic                  valid_o,
  input  logic                  push_i,                  ///< Only if `room_o`.
  input  logic [Width-1:0]      data_i,
  output logic                  room_o                   ///< There is a place, after this cycle's pop.
);
  localparam int IndexWidth = Depth == 1 ? 1 : $clog2(Depth);

  logic [Depth*Width-1:0] entries_q;
  logic [IndexWidth-1:0] head_q, tail_q;
  logic [CountWidth-1:0] count_q;

  function automatic logic [IndexWidth-1:0] after(input logic [IndexWidth-1:0] index);
    after = index == IndexWidth'(Depth - 1) ? '0 : index + 1'b1;
  endfunction

  assign front_o = entries_q[head_q*Width +: Width];
  assign valid_o = count_q != '0;
  assign room_o  = count_q - CountWidth'(pop_i) < limit_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      count_q <= '0;
    end else begin
      if (push_i) tail_q <= after(tail_q);
      if (pop_i) head_q <= after(head_q);
      count_q <= count_q + CountWidth'(push_i) - CountWidth'(pop_i);
    end
  end

  always_ff @(posedge clk_i) begin                       // An entry is written before it is read.
    if (push_i) entries_q[tail_q*Width +: Width] <= data_i;
  end

  `SY_ASSERT(NoOverflow, !push_i || room_o)
  `SY_ASSERT(NoUnderflow, !pop_i || valid_o)
endmodule : direction_fifo
