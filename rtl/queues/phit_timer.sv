/// Keeps what a transfer has taken from the next one for a routing cycle. Model: the Due of
/// hw/router/queues/konstantinidou_router.h.
module phit_timer #(
  parameter int PhitWidth = 4
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,                   ///< Asynchronous, active low.
  input  logic [PhitWidth-1:0] phits_i,                  ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic                 start_i,                  ///< A transfer begins; only if `idle_o`.
  output logic                 idle_o
);
  logic [PhitWidth-1:0] left_q;                          // Cycles in which nothing may begin.

  assign idle_o = left_q == '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)      left_q <= '0;
    else if (start_i) left_q <= phits_i - 1'b1;
    else if (!idle_o) left_q <= left_q - 1'b1;
  end
endmodule : phit_timer
