`include "net_assert.svh"
`include "net_types.svh"

/// Switch of the phases 1 and 2 of the combining machine: merges two streams of requests, in the order of their labels, into one
/// or two, and combines requests to one address. Model: MergeSwitch of hw/router/combining/ranade_merge.h.
///
/// A cycle: *select* the least head, *forward* it if its output takes it, and *promise* what the outputs will not see
/// any more; a ghost on an idle link says so. The end of a step leaves when both inputs have it, and to each output
/// when that takes it. Input 0 is that of the processors with the lower numbers.
///
/// Timing:   a message that arrives in a cycle may leave in that cycle; the node has the registers of its links.
///           message_o and send_o do not depend on `idle_i`, so switches may share a link: messages of the one nearest
///           to the end of the way first, ghosts last.
module merge_switch #(
  parameter int Depth = 2,                               ///< Messages of the queues, here and at the far ends, >= 1.
  parameter int StepWidth = net_pkg::StepWidth,          ///< Low bits of a step that labels have.
  parameter int KeyWidth = 32,
  parameter int WordWidth = 32,
  parameter int Rows = 1,                                ///< Rows of the machine, where requests go by `odd_i`.
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,                   ///< Asynchronous, active low.
  input  merge_site_t          site_i,                   ///< Static.
  input  logic [Rows-1:0]      odd_i,                    ///< [row of the module]: bit 0 of what requests head for. Static.
  input  logic [1:0]           push_i,                   ///< A message or a ghost arrives at this input.
  input  logic [2*Width-1:0]   message_i,                ///< [input]
  output logic [1:0]           credit_o,                 ///< These inputs freed a slot: what they held has left.
  input  logic [1:0]           credit_i,                 ///< The far ends of these outputs freed a slot.
  input  logic [1:0]           link_i,                   ///< No switch nearer to the end of the way takes the link.
  input  logic [1:0]           idle_i,                   ///< No message of another switch takes the link.
  output logic [1:0]           send_o,                   ///< A message leaves through this output,
  output logic [1:0]           ghost_o,                  ///< or a ghost.
  output logic [2*Width-1:0]   message_o,                ///< [output]: either; zero if nothing leaves.

  // The direction FIFO, which guides the replies back.
  input  logic                 room_i,                   ///< It has a place.
  output logic                 remember_o,               ///< One is taken, by the inputs of `credit_o` and what follows.
  output logic                 output_o,                 ///< The output that the request left through.
  output logic                 end_o,                    ///< It was the end of the step: from all, to all.
  output logic [3:0]           operation_o,              ///< Of two that became one: what the second's processors
  output logic [WordWidth-1:0] operand_o                 ///< have missed.
);
  localparam int LabelWidth = StepWidth + KeyWidth;
  localparam int BoundWidth = LabelWidth + 1;
  localparam int WordAt = net_pkg::MessageHeaderWidth + KeyWidth;

  message_t first, second, leaving;
  logic [2*Width-1:0] heads;
  logic [Width-1:0] head, combined, request;
  logic [2*LabelWidth-1:0] labels;
  logic [2*BoundWidth-1:0] floors, rests;
  logic [LabelWidth-1:0] label;
  logic [BoundWidth-1:0] rest, rests_apart, told, above;
  logic [1:0] valid, from, pop, used, wanted, ready, ended_d, ended_q;
  logic is_end, joined, crosses, done;
  logic [11:0] row;
  logic [Rows-1:0] odd;

  for (genvar i = 0; i < 2; i++) begin : gen_input
    stream_input #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(WordWidth)) i_input (
      .clk_i, .rst_ni, .combining_i(site_i.combining), .push_i(push_i[i]),
      .message_i(message_i[i*Width +: Width]), .pop_i(pop[i]), .head_o(heads[i*Width +: Width]), .valid_o(valid[i]),
      .floor_o(floors[i*BoundWidth +: BoundWidth]), .rest_o(rests[i*BoundWidth +: BoundWidth])
    );
  end

  // Select.
  assign first  = heads[0 +: net_pkg::MessageHeaderWidth];
  assign second = heads[Width +: net_pkg::MessageHeaderWidth];
  assign labels = {second.step[StepWidth-1:0], heads[Width + net_pkg::MessageHeaderWidth +: KeyWidth],
                   first.step[StepWidth-1:0], heads[net_pkg::MessageHeaderWidth +: KeyWidth]};
  label_select #(.StepWidth(StepWidth), .KeyWidth(KeyWidth)) i_select (
    .combining_i(site_i.combining), .joins_i(site_i.joins), .valid_i(valid), .label_i(labels), .floor_i(floors),
    .from_o(from)
  );
  message_combine #(.KeyWidth(KeyWidth), .WordWidth(WordWidth)) i_combine (
    .first_i(heads[0 +: Width]), .second_i(heads[Width +: Width]), .message_o(combined)
  );
  assign head    = from[0] ? heads[0 +: Width] : heads[Width +: Width];
  assign leaving = head[net_pkg::MessageHeaderWidth-1:0];
  assign label   = {leaving.step[StepWidth-1:0], head[net_pkg::MessageHeaderWidth +: KeyWidth]};
  assign is_end  = leaving.kind == net_pkg::EndOfStream;
  assign joined  = from == 2'b11 && !is_end;
  assign request = joined ? combined : head;

  // Forward: `wanted` are the outputs that it has yet to leave through.
  assign row      = leaving.home[15:4] >> site_i.route_bit;
  assign odd      = odd_i >> leaving.home[15:4];
  assign crosses  = site_i.splits && (Rows == 1 ? row[0] : odd[0]) != site_i.row_bit;
  assign used     = {site_i.splits, 1'b1};
  assign wanted   = from == '0 ? '0 : is_end ? used & ~ended_q : {crosses, !crosses};
  assign send_o   = wanted & ready & {2{room_i}};
  assign done     = from != '0 && send_o == wanted;
  assign pop      = from & {2{done}};
  assign ended_d  = done ? '0 : ended_q | send_o;
  assign credit_o = pop;

  assign remember_o  = done;
  assign output_o    = done && !is_end && crosses;
  assign end_o       = done && is_end;
  assign operation_o = first.operation & {4{done && joined}};
  assign operand_o   = (done && joined && first.operation != net_pkg::None) ? heads[WordAt +: WordWidth] : '0;

  // Promise: what is left may have the least label of both inputs. What is held up has its own, and when it goes, the
  // other output will not see that label.
  assign rests_apart = rests[BoundWidth +: BoundWidth] - rests[0 +: BoundWidth];
  assign rest        = (site_i.joins && rests_apart[BoundWidth-1]) ? rests[BoundWidth +: BoundWidth]
                     : rests[0 +: BoundWidth];
  assign told        = {label, 1'b0} - BoundWidth'(!is_end && !site_i.combining);
  assign above       = rest + BoundWidth'(rest == {label, 1'b0} - 1'b1);

  for (genvar o = 0; o < 2; o++) begin : gen_output
    logic [BoundWidth-1:0] bound, promised;
    logic [LabelWidth-1:0] ghost_label;
    logic [Width-1:0] ghost;

    assign bound = from == '0 ? rest
                 : !done ? {label, 1'b0} - BoundWidth'(wanted[o] && !send_o[o])
                 : wanted[o] ? rest : above;
    stream_output #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth)) i_output (
      .clk_i, .rst_ni, .ghosts_i(site_i.ghosts && used[o]), .credit_i(credit_i[o]), .link_i(link_i[o]),
      .idle_i(idle_i[o]), .ready_o(ready[o]), .send_i(send_o[o]), .told_i(told), .bound_i(bound),
      .ghost_o(ghost_o[o]), .promised_o(promised)
    );

    assign ghost_label = promised[BoundWidth-1:1] + LabelWidth'(promised[0]);
    assign ghost = {{WordWidth{1'b0}}, ghost_label[KeyWidth-1:0], 16'd0,
                    net_pkg::StepWidth'(ghost_label[LabelWidth-1:KeyWidth]), promised[0], 5'd0, net_pkg::Ghost};
    assign message_o[o*Width +: Width] = send_o[o] ? request : ghost_o[o] ? ghost : '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) ended_q <= '0;
    else         ended_q <= ended_d;
  end

  `SY_ASSERT(CombinesEqualLabels, from != 2'b11 || labels[0 +: LabelWidth] == labels[LabelWidth +: LabelWidth])
  `SY_ASSERT(EndsTogether, !is_end || from == '0 || from == {site_i.joins, 1'b1})
  `SY_ASSERT(EndedIsTheEnd, ended_q == '0 || from != '0 && is_end && (ended_q & ~used) == '0 && ended_q != used)
  `SY_ASSERT(OneOperationOnAnAddress, !joined || first.operation == second.operation
                                      || first.operation == net_pkg::None || second.operation == net_pkg::None)
endmodule : merge_switch
