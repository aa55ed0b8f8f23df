`include "net_assert.svh"
`include "net_types.svh"

/// Switch of the phases 5 and 6 of the combining machine: sends replies back the way their requests came, through a
/// merge_switch. Model: SplitSwitch of hw/router/combining/ranade_split.h.
///
/// Its inputs are the other ends of that switch's outputs, its outputs those of its inputs. A cycle: take the reply that the
/// oldest direction waits for, from where that says; a reply to a combined request leaves through both outputs, to each when
/// that takes it. The end of a step comes from all inputs, and goes to all outputs.
///
/// Timing:   a message that arrives in a cycle may leave in that cycle.
module split_switch #(
  parameter int Depth = 2,                               ///< Messages of the queues, here and at the far ends, >= 1.
  localparam int Width = net_pkg::PacketWidth,
  localparam int CreditWidth = $clog2(Depth + 1)
) (
  input  logic               clk_i,
  input  logic               rst_ni,                     ///< Asynchronous, active low.
  input  logic               joins_i,                    ///< The merge switch has two inputs, and this one two outputs. Static.
  input  logic               splits_i,                   ///< The merge switch has two outputs, and this one two inputs. Static.
  input  logic [1:0]         push_i,                     ///< A message arrives at this input.
  input  logic [2*Width-1:0] message_i,                  ///< [input]
  output logic [1:0]         credit_o,                   ///< These inputs freed a slot.
  input  logic [1:0]         credit_i,                   ///< The far ends of these outputs freed a slot.
  input  logic [1:0]         link_i,                     ///< No switch nearer to the end of the way takes the link.
  output logic [1:0]         send_o,                     ///< A message leaves through this output.
  output logic [2*Width-1:0] message_o,                  ///< [output]; zero if nothing leaves.

  // The oldest direction.
  input  logic               guided_i,                   ///< There is one.
  input  logic               end_i,                      ///< It is for the end of a step.
  input  logic               input_i,                    ///< Else where the reply comes from; 0 of an end.
  input  logic [1:0]         to_i,                       ///< Where the reply goes.
  input  logic [3:0]         operation_i,                ///< What the second's processors have missed; none, unless it goes to both.
  input  logic [31:0]        operand_i,
  output logic               done_o                      ///< Its reply has left, to all.
);
  logic [2*Width-1:0] heads;
  logic [Width-1:0] head, second;
  logic [1:0] valid, pop, wanted, ready, sent_d, sent_q;
  message_t reply;
  logic [31:0] missed;
  logic goes;

  for (genvar i = 0; i < 2; i++) begin : gen_input
    flit_fifo #(.Width(Width), .Depth(Depth)) i_queue (
      .clk_i, .rst_ni, .push_i(push_i[i]), .data_i(message_i[i*Width +: Width]), .pop_i(pop[i]),
      .front_o(heads[i*Width +: Width]), .front_valid_o(valid[i]), .next_o(), .next_valid_o(), .count_o()
    );
  end

  assign head   = input_i ? heads[Width +: Width] : heads[0 +: Width];
  assign reply  = head[net_pkg::MessageHeaderWidth-1:0];
  assign goes   = guided_i && (end_i ? valid[0] && (valid[1] || !splits_i) : valid[input_i]);
  assign wanted = !goes ? '0 : end_i ? {joins_i, 1'b1} : to_i;
  assign send_o = wanted & ~sent_q & ready;
  assign done_o = goes && (sent_q | send_o) == wanted;
  assign sent_d = done_o ? '0 : sent_q | send_o;
  assign pop    = !done_o ? '0 : end_i ? {splits_i, 1'b1} : {input_i, !input_i};
  assign credit_o = pop;

  // The processors of the second come after those of the first.
  word_operation i_missed (.operation_i, .word_i(head[64 +: 32]), .operand_i, .word_o(missed));
  assign second    = {missed, head[63:0]};
  assign message_o = {second & {Width{send_o[1]}}, head & {Width{send_o[0]}}};

  for (genvar o = 0; o < 2; o++) begin : gen_output
    logic [CreditWidth-1:0] credits;
    credit_counter #(.Depth(Depth)) i_credits (
      .clk_i, .rst_ni, .incr_i(credit_i[o]), .decr_i(send_o[o]), .count_o(credits), .next_o()
    );
    assign ready[o] = credits != '0 && link_i[o];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) sent_q <= '0;
    else         sent_q <= sent_d;
  end

  `SY_ASSERT(ComesAsItWent, !goes || (reply.kind == net_pkg::EndOfStream) == end_i)
  `SY_ASSERT(SendsOnce, (sent_q & send_o) == '0)
  `SY_ASSERT(SentIsWanted, !goes || (sent_q & ~wanted) == '0)
  `SY_ASSERT(NothingWithoutADirection, goes || send_o == '0 && pop == '0)
endmodule : split_switch
