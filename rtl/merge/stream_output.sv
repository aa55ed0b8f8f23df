`include "net_assert.svh"

/// The beginning of a stream: credits for the queue at its far end, and what is promised: all that will be sent has
/// a label above it. A ghost tells the far end so. Model: StreamOutput of hw/router/combining/ranade_stream.h.
module stream_output #(
  parameter int Depth = 2,                               ///< Messages of the queue at the far end.
  parameter int StepWidth = net_pkg::StepWidth,          ///< Low bits of a step that labels have.
  parameter int KeyWidth = 32,
  localparam int BoundWidth = StepWidth + KeyWidth + 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,                  ///< Asynchronous, active low.
  input  logic                  ghosts_i,                ///< The far end wants ghosts. Static.
  input  logic                  credit_i,                ///< The far end has freed a slot.
  input  logic                  link_i,                  ///< The link is free for a message,
  input  logic                  idle_i,                  ///< or carries none of another switch, so that a ghost may go.
  output logic                  ready_o,                 ///< A message may go.
  input  logic                  send_i,                  ///< It goes. Only if `ready_o`.
  input  logic [BoundWidth-1:0] told_i,                  ///< What the far end learns from it.
  input  logic [BoundWidth-1:0] bound_i,                 ///< What goes after this cycle has a label above it.
  output logic                  ghost_o,                 ///< A ghost goes,
  output logic [BoundWidth-1:0] promised_o               ///< with this bound.
);
  logic [$clog2(Depth+1)-1:0] credits;
  logic [BoundWidth-1:0] promised_d, promised_q, behind;
  logic rises, owes, owes_d, owes_q;                     // owes: the far end does not know what is promised.

  credit_counter #(.Depth(Depth)) i_credits (
    .clk_i, .rst_ni, .incr_i(credit_i), .decr_i(send_i), .count_o(credits), .next_o()
  );
  assign ready_o = credits != '0 && link_i;

  assign behind    = promised_q - bound_i;
  assign rises     = behind[BoundWidth-1];
  assign promised_d = rises ? bound_i : promised_q;
  assign owes      = send_i ? promised_d != told_i : owes_q || rises;
  assign ghost_o   = ghosts_i && owes && idle_i && !send_i;
  assign owes_d    = owes && !ghost_o;
  assign promised_o = promised_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      promised_q <= '1;                                  // Just below the first label of step 0.
      owes_q    <= 1'b0;
    end else begin
      promised_q <= promised_d;
      owes_q    <= owes_d;
    end
  end

  `SY_ASSERT(SendsWhenReady, !send_i || ready_o)
  `SY_ASSERT(KeepsItsWord, !send_i || $signed(told_i - promised_q) >= 0)
  `SY_ASSERT(PromisesWhatItTold, !send_i || $signed(promised_d - told_i) >= 0)
endmodule : stream_output
