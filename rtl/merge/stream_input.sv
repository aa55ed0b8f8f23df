`include "net_assert.svh"
`include "net_types.svh"

/// The end of a stream at a switch: a queue of messages, and the floor: what is still to come has labels above it.
/// Model: StreamInput of hw/router/combining/ranade_stream.h with RanadeRouter::take().
///
/// A label is {step, key}. A bound is twice a label, or one less: just below it. Both go round with the steps, so
/// that the sign of a difference tells which is less. Ghosts raise the floor and take no place in the queue.
module stream_input #(
  parameter int Depth = 2,                               ///< Messages, >= 1.
  parameter int StepWidth = net_pkg::StepWidth,          ///< Low bits of a step that labels have.
  parameter int KeyWidth = 32,
  parameter int WordWidth = 32,
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth,
  localparam int LabelWidth = StepWidth + KeyWidth,
  localparam int BoundWidth = LabelWidth + 1
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,                  ///< Asynchronous, active low.
  input  logic                  combining_i,             ///< No two messages of a stream have the same label.
  input  logic                  push_i,                  ///< A message or a ghost arrives.
  input  logic [Width-1:0]      message_i,
  input  logic                  pop_i,                   ///< Only if `valid_o`.
  output logic [Width-1:0]      head_o,                  ///< With this cycle's arrival; zero if there is none.
  output logic                  valid_o,
  output logic [BoundWidth-1:0] floor_o,                 ///< With this cycle's arrival.
  output logic [BoundWidth-1:0] rest_o                   ///< What leaves after this cycle has a label above it.
);
  message_t arriving, next;
  logic [Width-1:0] next_message;
  logic [LabelWidth-1:0] label, next_label;
  logic [BoundWidth-1:0] floor_d, floor_q;
  logic is_ghost, lowered, next_valid;

  assign arriving = message_i[net_pkg::MessageHeaderWidth-1:0];
  assign is_ghost = arriving.kind == net_pkg::Ghost;

  flit_fifo #(.Width(Width), .Depth(Depth)) i_queue (
    .clk_i, .rst_ni, .push_i(push_i && !is_ghost), .data_i(message_i), .pop_i,
    .front_o(head_o), .front_valid_o(valid_o), .next_o(next_message), .next_valid_o(next_valid), .count_o()
  );
  assign next = next_message[net_pkg::MessageHeaderWidth-1:0];

  // A request that does not combine may be followed by its like.
  assign lowered    = is_ghost ? arriving.below : arriving.kind == net_pkg::Request && !combining_i;
  assign label      = {arriving.step[StepWidth-1:0], message_i[net_pkg::MessageHeaderWidth +: KeyWidth]};
  assign next_label = {next.step[StepWidth-1:0], next_message[net_pkg::MessageHeaderWidth +: KeyWidth]};
  assign floor_d    = push_i ? {label, 1'b0} - BoundWidth'(lowered) : floor_q;
  assign floor_o    = floor_d;
  assign rest_o     = next_valid ? {next_label, 1'b0} - 1'b1 : floor_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) floor_q <= '1;                          // Just below the first label of step 0.
    else         floor_q <= floor_d;
  end

  `SY_ASSERT(FloorRises, !push_i || $signed(floor_d - floor_q) >= 0)
endmodule : stream_input
