/// Proof harness of the parts of node_buffers: a link of the mesh, from an exit to the three buffer pairs of N packets
/// at its far end, and the way of any packet. By induction.
///
/// Whatever stands before the exit, and however the pairs are served: no pair overflows, and a packet leaves only for
/// buffers that are invited, or home; one that turns before one that comes straight, those that turn left and right in
/// turns; if any may leave, one does; each leaves once, unchanged, and each pair in the order of arrival.
/// Full rate: a pair that nothing is left in is invited; and if what comes to the exit always has a packet for it, and
/// its own packets leave in every cycle, then one comes in every cycle, also behind an obstacle that has gone.
module node_buffers_formal #(
  parameter int N = 2,                                   // Capacity.
  localparam int Width = 2,
  localparam int CoordWidth = 3
) (
  input logic                    clk_i,
  input logic [2:0]              valid_i,                // Before the exit, by how they come.
  input logic [3*(2+Width)-1:0]  front_i,
  input logic                    link_i,
  input logic                    begins_i,               // A packet begins at the far node: straight, if all has been quiet.
  input logic [2:0]              pop_i,                  // At the far end, by type.
  input logic                    follow_i,               // The packet that arrives at `who` is the one to follow.
  input logic                    white_i,
  input logic [2*CoordWidth-1:0] here_i,
  input logic [2*CoordWidth-1:0] to_i
);
  localparam int SlotWidth = 2 + Width;
  localparam int CountWidth = $clog2(N + 1);
  localparam logic [1:0] East = 2'd0, West = 2'd1, South = 2'd2, North = 2'd3;
  localparam logic [1:0] Straight = 2'd0, TurnLeft = 2'd1, TurnRight = 2'd2, Home = 2'd3;

  (* hierconn *) logic [1:0] \i_exit.i_turns.mask ;
  (* hierconn *) logic [N*SlotWidth-1:0] \gen_pair[0].i_pair.i_queue.flits_q , \gen_pair[1].i_pair.i_queue.flits_q ,
      \gen_pair[2].i_pair.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0] \gen_pair[0].i_pair.i_queue.count_q , \gen_pair[1].i_pair.i_queue.count_q ,
      \gen_pair[2].i_pair.i_queue.count_q ;
  (* hierconn *) logic \gen_pair[0].i_pair.invited_q , \gen_pair[1].i_pair.invited_q , \gen_pair[2].i_pair.invited_q ;
  (* anyconst *) logic left_first;                       // The first turn is that of packets that turn left.
  (* anyconst *) logic [1:0] who;                        // Any one pair.

  logic rst_n = 1'b0;
  always_ff @(posedge clk_i) rst_n <= 1'b1;

  // The exit. Signals and packets are a cycle under way.
  logic [2:0] withheld, withheld_q = '0, leaves, ready;
  logic [SlotWidth-1:0] slot, slot_q = '0;
  logic requests, sends_q = 1'b0;
  logic [1:0] turned_q = '0;                             // {left, right}: the last that turned.

  exit_port #(.Width(Width)) i_exit (
    .clk_i, .rst_ni(rst_n), .start_i(left_first), .valid_i, .front_i, .withheld_i(withheld_q), .ready_o(requests), .link_i,
    .pop_o(leaves), .slot_o(slot)
  );
  always_ff @(posedge clk_i) begin
    withheld_q <= rst_n ? withheld : '0;
    sends_q    <= rst_n && leaves != '0;
    slot_q     <= slot;
    if (!rst_n)                      turned_q <= '0;
    else if (leaves[2] || leaves[1]) turned_q <= leaves[2:1] == 2'b01 ? 2'b10 : 2'b01;
  end
  for (genvar t = 0; t < 3; t++) begin : gen_front
    logic [1:0] needs;
    assign needs    = front_i[t*SlotWidth +: 2];
    assign ready[t] = valid_i[t] && (needs == Home || needs == Straight && !withheld_q[0]
                                     || needs == TurnLeft && !withheld_q[1] || needs == TurnRight && !withheld_q[2]);
    always @(*) if (rst_n) begin
      if (leaves[t]) assert (ready[t] && link_i);
      if (leaves[t]) assert (slot == front_i[t*SlotWidth +: SlotWidth]);
    end
  end
  always @(*) if (rst_n) begin
    assert (requests == (ready != '0));
    assert (leaves[0] + leaves[1] + leaves[2] == (link_i && requests));
    assert (leaves != '0 || slot == '0);
    if (leaves[Straight]) assert (!ready[TurnLeft] && !ready[TurnRight]);
    if (leaves[TurnLeft] && ready[TurnRight]) assert (!turned_q[1] && (turned_q[0] || left_first));
    if (leaves[TurnRight] && ready[TurnLeft]) assert (!turned_q[0] && (turned_q[1] || !left_first));
    // Invariants.
    assert (turned_q != 2'b11);
    case (turned_q)
      2'b00:   assert (\i_exit.i_turns.mask == {1'b1, !left_first});
      2'b01:   assert (\i_exit.i_turns.mask == 2'b10);
      default: assert (\i_exit.i_turns.mask == 2'b00);
    endcase
  end

  // The buffer pairs at the far end.
  logic [3*N*SlotWidth-1:0] slots;
  logic [3*CountWidth-1:0] counts;
  logic [3*SlotWidth-1:0] fronts;
  logic [2:0] arrives, push, valid, invited_q, told_q = '1;  // told: invited two cycles before.
  logic [2:0] eager, streams_q = '0;                     // What was invited came; so it did, and a packet left.
  logic offers, offers_q = 1'b0;                         // A stream comes to the exit, straight and alone.
  assign slots     = {\gen_pair[2].i_pair.i_queue.flits_q , \gen_pair[1].i_pair.i_queue.flits_q ,
                      \gen_pair[0].i_pair.i_queue.flits_q };
  assign counts    = {\gen_pair[2].i_pair.i_queue.count_q , \gen_pair[1].i_pair.i_queue.count_q ,
                      \gen_pair[0].i_pair.i_queue.count_q };
  assign invited_q = {\gen_pair[2].i_pair.invited_q , \gen_pair[1].i_pair.invited_q , \gen_pair[0].i_pair.invited_q };
  assign push      = arrives | {2'b00, begins_i};
  assign eager     = ~(push ^ told_q);
  assign offers    = valid_i == 3'b001 && front_i[1:0] == Straight && link_i;
  always_ff @(posedge clk_i) begin
    told_q    <= rst_n ? invited_q : '1;
    streams_q <= rst_n ? pop_i & eager : '0;
    offers_q  <= rst_n && offers;
  end
  for (genvar t = 0; t < 3; t++) begin : gen_pair
    logic [CountWidth-1:0] count, left;

    buffer_pair #(.Capacity(N), .Width(SlotWidth)) i_pair (
      .clk_i, .rst_ni(rst_n), .push_i(push[t]), .packet_i(slot_q), .pop_i(pop_i[t]), .valid_o(valid[t]),
      .front_o(fronts[t*SlotWidth +: SlotWidth]), .withheld_o(withheld[t])
    );
    assign arrives[t] = sends_q && slot_q[1:0] == t;
    assign count      = counts[t*CountWidth +: CountWidth];
    assign left       = count + CountWidth'(push[t]) - CountWidth'(pop_i[t]);
    always @(*) if (rst_n) begin
      assume (!pop_i[t] || valid[t]);
      if (push[t]) assert (count < N);
      assert (valid[t] == (push[t] || count != '0));
      assert (left != '0 || !withheld[t]);
      if (streams_q[t] && eager[t]) assert (valid[t]);
      // Invariants.
      assert (count <= N);
      assert (count + told_q[t] + invited_q[t] <= N);    // There is room for the promised.
      assert (invited_q[t] == (count + told_q[t] < N));
      assert (withheld_q[t] == !invited_q[t]);
      if (arrives[t]) assert (told_q[t]);
      if (streams_q[t]) assert (count != '0 || told_q[t]);
      cover (count == N);
      cover (streams_q[t] && eager[t] && pop_i[t] && count == '0);  // At full rate.
    end
  end
  always @(*) if (rst_n) begin
    assume (!begins_i || told_q[Straight] && !sends_q);
    if (streams_q[Straight] && offers_q) assert (valid[Straight]);
    // Invariant.
    if (offers_q) assert (begins_i || eager[Straight]);
  end

  // Any one packet, from its arrival to its way out.
  logic [CountWidth-1:0] ahead, ahead_q = '0, count_of_who;
  logic [SlotWidth-1:0] followed, followed_q = '0, front_of_who;
  logic follow, following, following_q = 1'b0;
  assign count_of_who = counts[who*CountWidth +: CountWidth];
  assign front_of_who = fronts[who*SlotWidth +: SlotWidth];
  assign follow       = follow_i && push[who] && !following_q;
  assign following    = following_q || follow;
  assign ahead        = follow ? count_of_who : ahead_q;
  assign followed     = follow ? slot_q : followed_q;
  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following && !(pop_i[who] && ahead == '0);
    ahead_q     <= ahead - CountWidth'(pop_i[who]);
    followed_q  <= followed;
  end
  always @(*) begin
    assume (who < 3);
    if (rst_n) begin
      if (following && ahead == '0) assert (front_of_who == followed);
      // Invariants.
      if (following_q) begin
        assert (ahead_q < count_of_who);
        assert (slots[(who*N + ahead_q)*SlotWidth +: SlotWidth] == followed_q);
      end
    end
  end

  // The way of any packet, as the paper has it: black ones end their column first, white ones their row.
  function automatic logic [1:0] exit_of(input logic white, input logic [2*CoordWidth-1:0] at, to);
    logic [1:0] along_column, along_row;
    along_column = to[2*CoordWidth-1:CoordWidth] < at[2*CoordWidth-1:CoordWidth] ? North : South;
    along_row    = to[CoordWidth-1:0] < at[CoordWidth-1:0] ? West : East;
    if (white) exit_of = to[CoordWidth-1:0] != at[CoordWidth-1:0] ? along_row : along_column;
    else       exit_of = to[2*CoordWidth-1:CoordWidth] != at[2*CoordWidth-1:CoordWidth] ? along_column : along_row;
  endfunction
  function automatic logic [1:0] left_of(input logic [1:0] way);
    case (way)
      East:    left_of = North;
      North:   left_of = West;
      West:    left_of = South;
      default: left_of = East;
    endcase
  endfunction

  logic [1:0] out, type_there, on;
  logic [2*CoordWidth-1:0] there;
  next_buffer #(.CoordWidth(CoordWidth)) i_next (.colour_i(white_i), .here_i, .to_i, .exit_o(out), .type_o(type_there));
  assign there[0 +: CoordWidth] = here_i[0 +: CoordWidth] + CoordWidth'(out == East) - CoordWidth'(out == West);
  assign there[CoordWidth +: CoordWidth] =
      here_i[CoordWidth +: CoordWidth] + CoordWidth'(out == South) - CoordWidth'(out == North);
  assign on = exit_of(white_i, there, to_i);
  always @(*) if (rst_n) begin
    cover (following_q && ahead_q == N - 1);
    cover (leaves[TurnLeft] && ready[TurnRight] && turned_q != '0);
    cover (leaves[Straight] && streams_q[Straight] && offers_q);
  end
  always @(*) if (here_i != to_i) begin
    assert (out == exit_of(white_i, here_i, to_i));
    if (there == to_i)           assert (type_there == Home);
    else if (on == out)          assert (type_there == Straight);
    else if (on == left_of(out)) assert (type_there == TurnLeft);
    else                         assert (type_there == TurnRight && on == left_of(out) ^ 2'd1);
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : node_buffers_formal
