`include "net_assert.svh"

/// Requesters in the order in which they last went, the least recent first. Model: hw/alloc/recency_order.h.
///
/// A register's reset value is a constant, so that they hold the order for a start at 0: for another start, those below
/// it come after the others instead of before them. Of several that go at once, the lowest comes first.
module recency_order #(
  parameter int NumReq = 4,                  ///< Number of requesters, >= 2.
  localparam int IndexWidth = $clog2(NumReq)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,   ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0]    start_i,  ///< The first in the order; the others follow it in a ring. Static.
  input  logic [NumReq-1:0]        last_i,   ///< These become the last in the order.
  output logic [NumReq*NumReq-1:0] order_o   ///< [requester]: those that come before it.
);
  logic [NumReq-1:0] below;                  // Requesters below the start.

  assign below = ~({NumReq{1'b1}} << start_i);

  for (genvar i = 0; i < NumReq; i++) begin : gen_requester
    logic [NumReq-1:0] older, older_d, older_q;  // The requesters that come before this one.
    logic [NumReq-1:0] across;               // Those on the other side of the start.
    logic [NumReq-1:0] lower;

    assign lower   = (NumReq'(1) << i) - 1'b1;
    assign across  = below ^ {NumReq{below[i]}};
    assign older   = older_q ^ across;
    assign older_d = last_i[i] ? (~last_i | lower) ^ across : older_q & ~last_i | across & last_i;
    assign order_o[i*NumReq +: NumReq] = older;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) older_q <= lower;
      else         older_q <= older_d;
    end

`ifdef FORMAL
    // It is an order: of two requesters one comes before the other, and so do those before it. Proved, as there are too many
    // pairs to look at in a simulation.
    for (genvar j = 0; j < NumReq; j++) begin : gen_other
      if (j == i) begin : gen_self
        `SY_ASSERT(NotBeforeItself, !older[j])
      end else begin : gen_pair
        `SY_ASSERT(OneIsOlder, older[j] != gen_requester[j].older[i])
        `SY_ASSERT(OlderIsTransitive, !older[j] || (gen_requester[j].older & ~older) == '0)
      end
    end
`endif
  end

  `SY_ASSERT(StartIsARequester, 32'(start_i) < NumReq)
endmodule : recency_order
