`include "net_assert.svh"

/// Fall-through queue of one VC: first push, then pop, in one cycle. Model: hw/alloc/flit_fifo.h.
///
/// The front is always slot 0 and the flits move up, so that both fall-through paths are short:
/// `front_o` includes this cycle's push, `next_o` is the front after this cycle's push and pop. Both are
/// zero where nothing is there. A push into a full queue is an error even if the same cycle pops.
module flit_fifo #(
  parameter int Width = 8,                               ///< Bits of a flit.
  parameter int Depth = 4                                ///< Flits, >= 1.
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             ///< Asynchronous, active low.
  input  logic                       push_i,
  input  logic [Width-1:0]           data_i,
  input  logic                       pop_i,              ///< Only if `front_valid_o`.
  output logic [Width-1:0]           front_o,
  output logic                       front_valid_o,
  output logic [Width-1:0]           next_o,
  output logic                       next_valid_o,
  output logic [$clog2(Depth+1)-1:0] count_o             ///< Stored flits, before this cycle's push.
);
  localparam int CountWidth = $clog2(Depth + 1);

  logic [Depth*Width-1:0] flits_d, flits_q;              // Slot s from bit s * Width on; zero if empty.
  logic [2*Width-1:0] pushed;                            // The first two slots after the push.
  logic [CountWidth-1:0] count_d, count_q, pushed_count;

  assign pushed[Width-1:0] = (push_i && count_q == '0) ? data_i : flits_q[Width-1:0];
  if (Depth == 1) begin : gen_one
    assign pushed[2*Width-1:Width] = '0;
  end else begin : gen_second
    assign pushed[2*Width-1:Width] = (push_i && count_q == CountWidth'(1)) ? data_i : flits_q[2*Width-1:Width];
  end

  assign pushed_count = count_q + CountWidth'(push_i);
  assign count_d      = pop_i ? pushed_count - 1'b1 : pushed_count;

  assign front_o       = pushed[Width-1:0];
  assign front_valid_o = push_i || count_q != '0;
  assign next_o        = pop_i ? pushed[2*Width-1:Width] : pushed[Width-1:0];
  assign next_valid_o  = count_d != '0;
  assign count_o       = count_q;

  always_comb begin
    flits_d = flits_q;
    if (pop_i) flits_d = flits_q >> Width;
    if (push_i) begin
      for (int s = 0; s < Depth; s++) begin
        if (pop_i ? count_q == CountWidth'(s + 1) : count_q == CountWidth'(s)) flits_d[s*Width +: Width] = data_i;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flits_q <= '0;
      count_q <= '0;
    end else begin
      flits_q <= flits_d;
      count_q <= count_d;
    end
  end

  `SY_ASSERT(NoOverflow, !push_i || count_q != CountWidth'(Depth))
  `SY_ASSERT(NoUnderflow, !pop_i || front_valid_o)
endmodule : flit_fifo
