`include "net_types.svh"

/// Proof harness of merge_switch, with queues of N - 1, keys and words of a few bits, any straps, and anything on its
/// inputs that keeps the rules of streams and of credits. By induction.
///
/// Its output streams keep these rules, too: see merged_streams. Any one message is followed from where it comes in: it
/// leaves once, through the output of its address, as it came or combined with one of the same address, and is remembered;
/// nothing else leaves.
///
/// Progress, in every cycle: a head that no other message may precede or join leaves, if its output takes it, whether or not
/// the other input has one; so does the end of a step that both have. What an output promises is at least the least head or
/// floor, and any label that goes the other way; and it is told as soon as the link is idle, if ghosts are wanted.
module merge_switch_formal #(
  parameter int N = 2,
  localparam int Depth = N - 1,
  localparam int StepWidth = $clog2(Depth + 2) + 1,      // Inputs are up to Depth steps apart.
  localparam int KeyWidth = 2,
  localparam int WordWidth = 2,
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth
) (
  input logic               clk_i,
  input logic [1:0]         push_i,
  input logic [2*Width-1:0] message_i,
  input logic [1:0]         credit_i,
  input logic [1:0]         link_i,
  input logic [1:0]         idle_i,
  input logic               room_i,
  input logic               follow_i                     // The message that is pushed at `who` is the one to follow.
);
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int LabelWidth = StepWidth + KeyWidth;
  localparam int BoundWidth = LabelWidth + 1;
  localparam int WordAt = net_pkg::MessageHeaderWidth + KeyWidth;

  (* anyconst *) merge_site_t site;
  (* anyconst *) logic [2**KeyWidth-1:0] side;           // By key: the output, as one address has one home.
  (* anyconst *) logic who;                              // The input that the followed message comes in through.
  (* hierconn *) logic [1:0] \dut.ended_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.gen_input[0].i_input.i_queue.flits_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.gen_input[1].i_input.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_input[0].i_input.i_queue.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_input[1].i_input.i_queue.count_q ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_input[0].i_input.floor_q ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_input[1].i_input.floor_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_output[0].i_output.i_credits.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_output[1].i_output.i_credits.count_q ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_output[0].i_output.promised_q ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_output[1].i_output.promised_q ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_output[0].i_output.promised_d ;
  (* hierconn *) logic [BoundWidth-1:0] \dut.gen_output[1].i_output.promised_d ;
  (* hierconn *) logic \dut.gen_output[0].i_output.owes_q ;
  (* hierconn *) logic \dut.gen_output[1].i_output.owes_q ;

  logic [1:0] credit, send, ghost, used, all;
  logic [2*Width-1:0] message;
  logic remember, out, is_end;
  logic [3:0] operation;
  logic [WordWidth-1:0] operand;
  logic rst_n = 1'b0;

  merge_switch #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(WordWidth)) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .odd_i(1'b0), .push_i, .message_i, .credit_o(credit), .credit_i, .link_i, .idle_i,
    .send_o(send), .ghost_o(ghost), .message_o(message), .room_i, .remember_o(remember),
    .output_o(out), .end_o(is_end), .operation_o(operation), .operand_o(operand)
  );
  assign used = {site.splits, 1'b1};
  assign all  = {site.joins, 1'b1};

  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // Its streams.
  logic [1:0] valid;
  logic [2*Width-1:0] head;                              // What each input has to offer.
  logic [2*Depth*Width-1:0] stored;
  logic [2*CountWidth-1:0] level_q, flying_q;
  logic [2*StepWidth-1:0] out_step;
  logic [2*BoundWidth-1:0] known, told, promised_d, promised_q;
  logic [StepWidth-1:0] ended_steps_q;
  logic [BoundWidth-1:0] base;
  assign stored     = {\dut.gen_input[1].i_input.i_queue.flits_q , \dut.gen_input[0].i_input.i_queue.flits_q };
  assign promised_q = {\dut.gen_output[1].i_output.promised_q , \dut.gen_output[0].i_output.promised_q };
  assign promised_d = {\dut.gen_output[1].i_output.promised_d , \dut.gen_output[0].i_output.promised_d };
  merged_streams #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(WordWidth)) i_streams (
    .clk_i, .rst_ni(rst_n), .site_i(site), .odd_i(1'b0), .side_i(side), .push_i, .message_i, .freed_i(credit), .credit_i, .link_i,
    .idle_i, .room_i, .send_i(send), .ghost_i(ghost), .sent_i(message), .ends_i(is_end), .ended_i(\dut.ended_q ),
    .stored_i(stored), .promised_i(promised_q),
    .count_i({\dut.gen_input[1].i_input.i_queue.count_q , \dut.gen_input[0].i_input.i_queue.count_q }),
    .floor_i({\dut.gen_input[1].i_input.floor_q , \dut.gen_input[0].i_input.floor_q }),
    .credits_i({\dut.gen_output[1].i_output.i_credits.count_q , \dut.gen_output[0].i_output.i_credits.count_q }),
    .owes_i({\dut.gen_output[1].i_output.owes_q , \dut.gen_output[0].i_output.owes_q }),
    .ended_steps_o(ended_steps_q), .base_o(base), .valid_o(valid), .head_o(head), .level_o(level_q), .known_o(known),
    .out_step_o(out_step), .flying_o(flying_q), .told_o(told)
  );
  for (genvar i = 0; i < 2; i++) begin : gen_cover
    always @(*) if (rst_n) begin
      cover (level_q[i*CountWidth +: CountWidth] == Depth);
      cover (credit[i] && push_i[i] && message_i[i*Width +: 2] != net_pkg::Ghost
             && level_q[i*CountWidth +: CountWidth] == '0);  // Through in one cycle.
      cover (flying_q[i*CountWidth +: CountWidth] == Depth);
      cover (send[i] && \dut.ended_q [1-i]);             // The end of a step, to the other before.
      cover (ghost[i] && send[1-i]);
    end
  end

  // What goes, and what is remembered of it.
  message_t first, second, result;
  logic [WordWidth-1:0] a, b, word, expected;
  logic [Width-1:0] leaving;
  logic [KeyWidth-1:0] key;
  logic crosses;
  assign first   = head[0 +: net_pkg::MessageHeaderWidth];
  assign second  = head[Width +: net_pkg::MessageHeaderWidth];
  assign a       = head[WordAt +: WordWidth];
  assign b       = head[Width + WordAt +: WordWidth];
  assign key     = credit[0] ? head[net_pkg::MessageHeaderWidth +: KeyWidth]
                 : head[Width + net_pkg::MessageHeaderWidth +: KeyWidth];
  assign crosses = site.splits && side[key];
  assign leaving = crosses ? message[Width +: Width] : message[0 +: Width];
  assign result  = leaving[net_pkg::MessageHeaderWidth-1:0];
  assign word    = leaving[WordAt +: WordWidth];
  always_comb begin
    case (first.operation)
      net_pkg::WriteArbitrary: expected = b;
      net_pkg::Add:            expected = a + b;
      net_pkg::Max:            expected = a > b ? a : b;
      net_pkg::Min:            expected = a > b ? b : a;
      net_pkg::And:            expected = a & b;
      net_pkg::Or:             expected = a | b;
      net_pkg::Xor:            expected = a ^ b;
      default:                 expected = a;
    endcase
    if (second.operation == net_pkg::None) expected = a;
    if (first.operation == net_pkg::None) expected = second.operation == net_pkg::None ? a : b;
  end
  always @(*) if (rst_n) begin
    assert (remember == (credit != 2'b00));
    if (remember && !is_end) begin
      assert (send == (crosses ? 2'b10 : 2'b01) && out == crosses);
      assert (result.kind == net_pkg::Request);
    end else begin
      assert (!out && operation == net_pkg::None);
      if (send != 2'b00)
        assert (valid == all && first.kind == net_pkg::EndOfStream
                && (!site.joins || second.kind == net_pkg::EndOfStream));
    end
    if (is_end) assert (credit == all && (\dut.ended_q | send) == used);
    if (credit == 2'b11 && !is_end) begin
      assert (site.combining);
      assert (first.step[StepWidth-1:0] == second.step[StepWidth-1:0] && head[32 +: KeyWidth] == head[Width + 32 +: KeyWidth]);
      assert (operation == first.operation && operand == (first.operation == net_pkg::None ? '0 : a));
      assert (result.reads == (first.reads || second.reads) && word == expected);
      assert (result.operation == (first.operation == net_pkg::None ? second.operation : first.operation));
    end else begin
      assert (operation == net_pkg::None && operand == '0);
    end
    cover (is_end && send == 2'b11);
    cover (credit == 2'b11 && !is_end && operation != net_pkg::None);
    cover (valid == 2'b11 && credit == 2'b10);
    cover (valid == 2'b10 && credit == 2'b10);
  end

  // What must happen in this cycle, by the definition of a merge. Bounds count from `base`.
  //
  // The head of an input goes if no other message may go before it, or with it: neither a head nor one that is still to come.
  // With it goes one of the same label, if these combine; else that of the first input goes first. The end of a step goes
  // when both have it, to each output by itself. What goes leaves now, if its output takes it. (Between any two labels there
  // may be a third: that their keys are neighbours is not used.)
  logic [2*BoundWidth-1:0] at, least, rest;              // [input]: of the head; of what may come; and after this cycle.
  logic [1:0] request, goes, target, has_end, takes;
  logic ends;
  for (genvar i = 0; i < 2; i++) begin : gen_knows
    logic [Width-1:0] next;
    logic [BoundWidth-1:0] floor;
    logic [CountWidth-1:0] left;
    assign request[i] = valid[i] && head[i*Width +: 2] == net_pkg::Request;
    assign target[i]  = site.splits && side[head[i*Width + 32 +: KeyWidth]];
    assign floor      = known[i*BoundWidth +: BoundWidth] - base;
    assign at[i*BoundWidth +: BoundWidth] = {head[i*Width + 8 +: StepWidth], head[i*Width + 32 +: KeyWidth], 1'b0} - base;
    assign least[i*BoundWidth +: BoundWidth] = valid[i] ? at[i*BoundWidth +: BoundWidth] : floor + 1'b1;
    assign left = level_q[i*CountWidth +: CountWidth] + CountWidth'(push_i[i] && message_i[i*Width +: 2] != net_pkg::Ghost)
                - CountWidth'(credit[i]);
    assign next = !credit[i] ? head[i*Width +: Width]
                : level_q[i*CountWidth +: CountWidth] > 1 ? stored >> (i*Depth + 1)*Width
                : message_i[i*Width +: Width];
    assign rest[i*BoundWidth +: BoundWidth] =
        left != '0 ? {next[8 +: StepWidth], next[32 +: KeyWidth], 1'b0} - base - 1'b1 : floor;
  end
  assign goes[0] = request[0] && (!site.joins || at[0 +: BoundWidth] < least[BoundWidth +: BoundWidth]
                                  || at[0 +: BoundWidth] == least[BoundWidth +: BoundWidth] && (valid[1] || !site.combining));
  assign goes[1] = request[1] && (at[BoundWidth +: BoundWidth] < least[0 +: BoundWidth]
                                  || at[BoundWidth +: BoundWidth] == least[0 +: BoundWidth] && valid[0] && site.combining);
  assign ends    = valid == all && (request & all) == 2'b00;
  for (genvar i = 0; i < 2; i++) begin : gen_goes
    always @(*) if (rst_n) begin
      if (goes[i]) assert (credit[i] == takes[target[i]]);
      else assert (credit[i] == (ends && all[i] && (used & ~has_end & ~takes) == 2'b00));
      cover (goes[i] && !valid[1-i] && site.joins && !takes[target[i]]);
      cover (goes[i] && !valid[1-i] && site.joins && credit[i] && level_q[i*CountWidth +: CountWidth] == Depth);
    end
  end

  // An output promises what the inputs allow: nothing less will come than the least of what is left of them, and a label
  // that goes through the other output, or would, will not. It tells so, by a ghost if need be, as soon as its link is idle.
  logic [BoundWidth-1:0] selected;
  assign selected = goes[0] ? at[0 +: BoundWidth] : at[BoundWidth +: BoundWidth];
  for (genvar o = 0; o < 2; o++) begin : gen_tells
    logic [BoundWidth-1:0] promised;
    logic past_end;                                      // It has had the end that is still a head.
    assign takes[o]   = link_i[o] && room_i && (flying_q[o*CountWidth +: CountWidth] < Depth || credit_i[o]);
    assign has_end[o] = out_step[o*StepWidth +: StepWidth] != ended_steps_q;
    assign past_end   = ends && !is_end && (has_end[o] || send[o]);
    assign promised    = promised_d[o*BoundWidth +: BoundWidth] - base;
    always @(*) if (rst_n && used[o]) begin
      if (goes == 2'b00) assert (send[o] == (ends && !has_end[o] && takes[o]));
      assert (promised >= promised_q[o*BoundWidth +: BoundWidth] - base);
      assert (promised >= rest[0 +: BoundWidth] + BoundWidth'(past_end)
              || site.joins && promised >= rest[BoundWidth +: BoundWidth] + BoundWidth'(past_end));
      if (goes != 2'b00 && (goes[0] ? target[0] : target[1]) != o) assert (promised >= selected);
      if (site.ghosts && idle_i[o] && !send[o])
        assert (told[o*BoundWidth +: BoundWidth] == promised_d[o*BoundWidth +: BoundWidth]);
      cover (ghost[o] && goes != 2'b00 && !remember);            // Of what is held up,
      cover (ghost[o] && valid == 2'b00 && push_i == 2'b00);     // or late, as the link was busy.
    end
  end

  // Any one message, from its push to its way out.
  message_t mine;
  logic [CountWidth-1:0] ahead, ahead_q = '0;            // Messages before it.
  logic [Width-1:0] pushed, followed, followed_q = '0;
  logic follow, following, following_q = 1'b0, leaves;
  logic [CountWidth-1:0] level_of_who;
  assign level_of_who = who ? level_q[CountWidth +: CountWidth] : level_q[0 +: CountWidth];
  assign pushed    = who ? message_i[Width +: Width] : message_i[0 +: Width];
  assign follow    = follow_i && push_i[who] && pushed[1:0] != net_pkg::Ghost && !following_q;
  assign following = following_q || follow;
  assign ahead     = follow ? level_of_who : ahead_q;
  assign followed  = follow ? pushed : followed_q;
  assign mine      = followed[net_pkg::MessageHeaderWidth-1:0];
  assign leaves    = following && ahead == '0 && credit[who];
  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following && !leaves;
    ahead_q     <= ahead - CountWidth'(credit[who]);
    followed_q  <= followed;
  end
  always @(*) if (rst_n) begin
    if (leaves) begin
      assert (remember && credit[who] && is_end == (mine.kind == net_pkg::EndOfStream));
      if (!is_end) begin
        assert (crosses == (site.splits && side[followed[32 +: KeyWidth]]));
        assert (result.step[StepWidth-1:0] == mine.step[StepWidth-1:0]
                && leaving[32 +: KeyWidth] == followed[32 +: KeyWidth]);
        if (credit != 2'b11) assert (leaving == followed);
      end
    end
    // Invariants.
    if (following_q) begin
      assert (ahead_q < level_of_who);
      for (int i = 0; i < 2; i++)
        for (int s = 0; s < Depth; s++)
          if (who == i && ahead_q == s) assert (stored[(i*Depth + s)*Width +: Width] == followed_q);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : merge_switch_formal
