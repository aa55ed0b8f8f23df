`include "net_types.svh"

/// For harnesses: what a merge_switch may rely on at its inputs, what it must keep at its outputs, and its invariants.
///
/// Its input streams keep the rules of streams and of credits. So do its output streams: sorted, each step with its end last,
/// ghosts true. No credit and no queue overflows.
module merged_streams #(
  parameter int Depth = 1,
  parameter int StepWidth = 3,
  parameter int KeyWidth = 2,
  parameter int WordWidth = 2,
  parameter int Rows = 1,
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth,
  localparam int CountWidth = $clog2(Depth + 1),
  localparam int BoundWidth = StepWidth + KeyWidth + 1
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  merge_site_t               site_i,
  input  logic [Rows-1:0]           odd_i,
  input  logic [2**KeyWidth-1:0]    side_i,              // By key: the output, as one address has one home.

  // Its pins.
  input  logic [1:0]                push_i,
  input  logic [2*Width-1:0]        message_i,
  input  logic [1:0]                freed_i,
  input  logic [1:0]                credit_i,
  input  logic [1:0]                link_i,
  input  logic [1:0]                idle_i,
  input  logic                      room_i,
  input  logic [1:0]                send_i,
  input  logic [1:0]                ghost_i,
  input  logic [2*Width-1:0]        sent_i,              // [output]
  input  logic                      ends_i,              // A step ends.

  // Its registers.
  input  logic [1:0]                ended_i,
  input  logic [2*Depth*Width-1:0]  stored_i,            // [input][slot]
  input  logic [2*CountWidth-1:0]   count_i,             // [input]
  input  logic [2*BoundWidth-1:0]   floor_i,             // [input]
  input  logic [2*CountWidth-1:0]   credits_i,           // [output]
  input  logic [2*BoundWidth-1:0]   promised_i,          // [output]
  input  logic [1:0]                owes_i,              // [output]

  // By what went in and out:
  output logic [StepWidth-1:0]      ended_steps_o,       // steps that have ended,
  output logic [BoundWidth-1:0]     base_o,              // what bounds are compared against,
  output logic [1:0]                valid_o,             // [input]: whether it has a head,
  output logic [2*Width-1:0]        head_o,              // which,
  output logic [2*CountWidth-1:0]   level_o,             // how many messages there were before this cycle,
  output logic [2*BoundWidth-1:0]   known_o,             // what follows has a label above this,
  output logic [2*StepWidth-1:0]    out_step_o,          // [output]: ends that have left,
  output logic [2*CountWidth-1:0]   flying_o,            // messages beyond,
  output logic [2*BoundWidth-1:0]   told_o               // and what they have been told, with this cycle.
);
  localparam int RowAt = 20;                             // In message_t.
  localparam logic [KeyWidth-1:0] EndKey = {KeyWidth{1'b1}};

  logic [1:0] used, all;
  assign used = {site_i.splits, 1'b1};
  assign all  = {site_i.joins, 1'b1};

  // Whether a request heads for a row that is not this one, in the bit that is put right here.
  function automatic logic crosses(input logic [Width-1:0] message);
    logic [11:0] row, bits;
    logic [Rows-1:0] odd;
    row  = message[31:RowAt];
    bits = row >> site_i.route_bit;
    odd  = odd_i >> row;
    crosses = (Rows == 1 ? bits[0] : odd[0]) != site_i.row_bit;
  endfunction

  // Steps that have ended are what bounds are compared against: as numbers that count from two steps before.
  assign base_o = {ended_steps_o - StepWidth'(2), {(KeyWidth + 1){1'b0}}};
  always_ff @(posedge clk_i) ended_steps_o <= rst_ni ? ended_steps_o + StepWidth'(ends_i) : '0;

  // Inputs.
  logic [1:0] legal;
  logic [2*StepWidth-1:0] in_step;
  logic [2*BoundWidth-1:0] in_floor;

  for (genvar i = 0; i < 2; i++) begin : gen_input
    logic [Width-1:0] arriving;
    logic [KeyWidth-1:0] key;
    logic stores;
    logic [CountWidth-1:0] level;

    stream_rules #(.StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(WordWidth)) i_rules (
      .clk_i, .rst_ni, .combining_i(site_i.combining), .valid_i(push_i[i]),
      .message_i(message_i[i*Width +: Width]), .legal_o(legal[i]),
      .step_o(in_step[i*StepWidth +: StepWidth]), .floor_o(in_floor[i*BoundWidth +: BoundWidth]),
      .next_floor_o(known_o[i*BoundWidth +: BoundWidth])
    );
    assign arriving = message_i[i*Width +: Width];
    assign key      = arriving[net_pkg::MessageHeaderWidth +: KeyWidth];
    assign stores   = push_i[i] && arriving[1:0] != net_pkg::Ghost;
    assign level    = level_o[i*CountWidth +: CountWidth];
    assign valid_o[i] = stores || level != '0;
    assign head_o[i*Width +: Width] = level != '0 ? stored_i[i*Depth*Width +: Width] : message_i[i*Width +: Width];

    always_ff @(posedge clk_i)
      level_o[i*CountWidth +: CountWidth] <= rst_ni ? level + CountWidth'(stores) - CountWidth'(freed_i[i]) : '0;
    always @(*) if (rst_ni) begin
      assume (legal[i]);
      assume (site_i.joins || i == 0 || !push_i[i]);
      assume (!stores || level < Depth);                 // It has a credit.
      assume (arriving[1:0] != net_pkg::Request || crosses(arriving) == side_i[key]);
      if (freed_i[i]) assert (valid_o[i]);
      assert (level == count_i[i*CountWidth +: CountWidth]);
      assert (in_floor[i*BoundWidth +: BoundWidth] == floor_i[i*BoundWidth +: BoundWidth]);
    end

    // Invariants: the queue holds a part of a stream.
    logic [StepWidth-1:0] step;
    logic [BoundWidth-1:0] before, at;
    logic [Width-1:0] slot;
    logic [KeyWidth-1:0] slot_key;
    always @(*) if (rst_ni) begin
      assert (level <= Depth);
      step   = ended_steps_o;
      before = '0;
      for (int s = 0; s < Depth; s++) begin
        slot     = stored_i[(i*Depth + s)*Width +: Width];
        slot_key = slot[net_pkg::MessageHeaderWidth +: KeyWidth];
        at       = {slot[8 +: StepWidth], slot_key, 1'b0} - base_o;
        if (s < level) begin
          assert (slot[1:0] == (slot_key == EndKey ? net_pkg::EndOfStream : net_pkg::Request));
          assert (slot[8 +: StepWidth] == step && !slot[7]);
          assert (slot_key == EndKey || crosses(slot) == side_i[slot_key]);
          assert (before < at);
          before = at - BoundWidth'(!site_i.combining && slot_key != EndKey);
          step   = step + StepWidth'(slot_key == EndKey);
        end
      end
      if (i == 0 || site_i.joins) assert (in_step[i*StepWidth +: StepWidth] == step);
      if (i == 0 || site_i.joins) begin
        assert (before <= floor_i[i*BoundWidth +: BoundWidth] - base_o);
        assert ({step - StepWidth'(1), EndKey, 1'b0} - base_o <= floor_i[i*BoundWidth +: BoundWidth] - base_o);
        assert ({step, EndKey, 1'b0} - base_o > floor_i[i*BoundWidth +: BoundWidth] - base_o);
      end
    end
    if (i == 1) begin : gen_second
      always @(*) if (rst_ni && !site_i.joins) assert (level == '0);
    end
  end

  // A program has one operation on one address in one step.
  message_t first, second;
  assign first  = head_o[0 +: net_pkg::MessageHeaderWidth];
  assign second = head_o[Width +: net_pkg::MessageHeaderWidth];
  always @(*) if (rst_ni && valid_o == 2'b11 && first.step[StepWidth-1:0] == second.step[StepWidth-1:0]
                  && head_o[32 +: KeyWidth] == head_o[Width + 32 +: KeyWidth])
    assume (first.operation == second.operation || first.operation == net_pkg::None || second.operation == net_pkg::None);

  // Outputs.
  logic [1:0] keeps_rules;
  logic [2*BoundWidth-1:0] out_floor;

  for (genvar o = 0; o < 2; o++) begin : gen_output
    logic [CountWidth-1:0] flying;
    logic [BoundWidth-1:0] promised;
    assign flying   = flying_o[o*CountWidth +: CountWidth];
    assign promised = promised_i[o*BoundWidth +: BoundWidth];

    stream_rules #(.StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(WordWidth)) i_rules (
      .clk_i, .rst_ni, .combining_i(site_i.combining), .valid_i(send_i[o] || ghost_i[o]),
      .message_i(sent_i[o*Width +: Width]), .legal_o(keeps_rules[o]),
      .step_o(out_step_o[o*StepWidth +: StepWidth]), .floor_o(out_floor[o*BoundWidth +: BoundWidth]),
      .next_floor_o(told_o[o*BoundWidth +: BoundWidth])
    );
    always_ff @(posedge clk_i)
      flying_o[o*CountWidth +: CountWidth] <= rst_ni ? flying + CountWidth'(send_i[o]) - CountWidth'(credit_i[o]) : '0;
    always @(*) if (rst_ni) begin
      assume (!credit_i[o] || flying != '0);
      assert (keeps_rules[o]);
      if (send_i[o]) assert (!ghost_i[o] && link_i[o] && room_i && (flying < Depth || credit_i[o]));
      if (ghost_i[o]) assert (idle_i[o] && site_i.ghosts);
      assert (used[o] || !send_i[o] && !ghost_i[o]);
      if (!send_i[o] && !ghost_i[o]) assert (sent_i[o*Width +: Width] == '0);
      if (ghost_i[o]) assert (sent_i[o*Width +: 2] == net_pkg::Ghost);
      if (send_i[o]) assert (sent_i[o*Width +: 2] != net_pkg::Ghost);
      // Invariants.
      assert (flying <= Depth && credits_i[o*CountWidth +: CountWidth] == Depth - flying);
      if (used[o]) begin
        assert (out_step_o[o*StepWidth +: StepWidth]
                == ended_steps_o + StepWidth'(ended_i[o]));
        assert ({out_step_o[o*StepWidth +: StepWidth] - StepWidth'(1), EndKey, 1'b0} - base_o
                <= out_floor[o*BoundWidth +: BoundWidth] - base_o);
        assert (out_floor[o*BoundWidth +: BoundWidth] - base_o <= promised - base_o);
        assert (owes_i[o] == (out_floor[o*BoundWidth +: BoundWidth] != promised));
        assert (promised - base_o < {out_step_o[o*StepWidth +: StepWidth], EndKey, 1'b0} - base_o);
      end
    end

    // What is yet to come through an input is above what is promised; but not a request for the other output.
    for (genvar i = 0; i < 2; i++) begin : gen_from
      logic [BoundWidth-1:0] floor;
      assign floor = floor_i[i*BoundWidth +: BoundWidth];
      always @(*) if (rst_ni && used[o] && all[i]) begin
        assert (promised - base_o <= floor - base_o
                || promised == floor + 1'b1 && floor[0] && site_i.splits && side_i[promised[KeyWidth:1]] != o);
        for (int s = 0; s < Depth; s++) begin
          if (s < level_o[i*CountWidth +: CountWidth]) begin
            if (stored_i[(i*Depth + s)*Width +: 2] == net_pkg::EndOfStream ? s != 0 || !ended_i[o]
                : (site_i.splits && side_i[stored_i[(i*Depth + s)*Width + net_pkg::MessageHeaderWidth +: KeyWidth]]) == o)
              assert (promised - base_o
                      < {stored_i[(i*Depth + s)*Width + 8 +: StepWidth],
                         stored_i[(i*Depth + s)*Width + net_pkg::MessageHeaderWidth +: KeyWidth], 1'b0} - base_o);
          end
        end
      end
    end
  end

  always @(*) if (rst_ni) begin
    assert (ended_i == 2'b00 || ended_i != used && (ended_i & ~used) == 2'b00);
    if (ended_i != 2'b00) begin
      assert (level_o[0 +: CountWidth] != '0 && stored_i[1:0] == net_pkg::EndOfStream);
      if (site_i.joins)
        assert (level_o[CountWidth +: CountWidth] != '0 && stored_i[Depth*Width +: 2] == net_pkg::EndOfStream);
    end
  end
endmodule : merged_streams
