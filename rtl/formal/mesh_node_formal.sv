/// Proof harness of the assembly of node_buffers, of N packets per side and type, of two banks if N is even and of one if it is odd, in
/// a mesh of 4 x 4; its parts, and the link between two nodes, have a proof of their own (node_buffers_formal). By induction.
///
/// Whatever the neighbours invite, and send where they are invited: each packet that arrives goes to the buffers of its side and VC,
/// and none overflows. Any one that finds them empty is followed: it leaves once, unchanged, through the exit of its way, for the
/// buffers that it needs next, and only if those are invited, or at home. If it is invited, a packet leaves through its exit; one
/// that turns waits for one packet of the other side, of each bank; one that goes straight only for those that turn, and for
/// the other bank.
module mesh_node_formal #(
  parameter int N = 2,                                   // Capacity.
  localparam int Banks = 2 - N % 2,
  localparam int Width = 5                               // {data, row, column}
) (
  input logic               clk_i,
  input logic [3:0]         push_i,
  input logic [4*3-1:0]     vc_i,
  input logic [4*Width-1:0] packet_i,
  input logic [Banks*12-1:0] withheld_i,
  input logic               follow_i                     // The packet that arrives at `who` is the one to follow.
);
  localparam logic [1:0] East = 2'd0, West = 2'd1, South = 2'd2, North = 2'd3;
  localparam logic [1:0] Straight = 2'd0, TurnLeft = 2'd1, TurnRight = 2'd2, Home = 2'd3;
  localparam int Starts = Banks == 1 ? 4 : 12;
  localparam int SlotWidth = 2 + Width;
  localparam int CountWidth = $clog2(N + 1);

  (* anyconst *) logic [Starts-1:0] start;
  (* anyconst *) logic [3:0] here;
  (* anyconst *) logic white;                            // The colour of all packets, if there is one bank.
  (* anyconst *) logic [1:0] side;                       // Any one pair of buffers: `who`,
  (* anyconst *) logic [2:0] vc;                         // {colour, type}.
  (* hierconn *) logic [11:0] \dut.gen_bank[0].push , \dut.gen_bank[0].i_bank.valid , \dut.gen_bank[0].i_bank.pop ,
      \dut.gen_bank[1].push , \dut.gen_bank[1].i_bank.valid , \dut.gen_bank[1].i_bank.pop ;
  (* hierconn *) logic [12*SlotWidth-1:0] \dut.gen_bank[0].i_bank.fronts , \dut.gen_bank[1].i_bank.fronts ;

  (* hierconn *) logic [CountWidth-1:0]
      \dut.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q ,
      \dut.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q ,
      \dut.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q ,
      \dut.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q ,
      \dut.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q ,
      \dut.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q ,
      \dut.gen_bank[1].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q ;

  logic [3:0] send;
  logic [4*3-1:0] send_vc;
  logic [4*Width-1:0] packet;
  logic [Banks*12-1:0] withheld, told_q = '1, invited_q = '1, push, valid, pop;
  logic [Banks*12*SlotWidth-1:0] fronts;
  logic [Banks*12*CountWidth-1:0] counts;
  logic rst_n = 1'b0;

  node_buffers #(.Banks(Banks), .Capacity(N), .CoordWidth(2), .DataWidth(1)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(start), .here_i(here), .colour_i(white), .push_i, .vc_i, .packet_i, .withheld_i,
    .send_o(send), .vc_o(send_vc), .packet_o(packet), .withheld_o(withheld)
  );
  if (Banks == 1) begin : gen_one
    assign {push, valid, pop} = {\dut.gen_bank[0].push , \dut.gen_bank[0].i_bank.valid , \dut.gen_bank[0].i_bank.pop };
    assign fronts = \dut.gen_bank[0].i_bank.fronts ;
    assign counts = {\dut.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q };
  end else begin : gen_two
    assign push   = {\dut.gen_bank[1].push , \dut.gen_bank[0].push };
    assign valid  = {\dut.gen_bank[1].i_bank.valid , \dut.gen_bank[0].i_bank.valid };
    assign pop    = {\dut.gen_bank[1].i_bank.pop , \dut.gen_bank[0].i_bank.pop };
    assign fronts = {\dut.gen_bank[1].i_bank.fronts , \dut.gen_bank[0].i_bank.fronts };
    assign counts = {
        \dut.gen_bank[1].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[1].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[1].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q ,
        \dut.gen_bank[1].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[1].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[1].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[1].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[3].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[3].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[3].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[2].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[2].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[2].gen_type[0].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[1].gen_type[2].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[1].gen_type[1].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[1].gen_type[0].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[0].gen_type[2].i_pair.i_queue.count_q ,
        \dut.gen_bank[0].i_bank.gen_port[0].gen_type[1].i_pair.i_queue.count_q , \dut.gen_bank[0].i_bank.gen_port[0].gen_type[0].i_pair.i_queue.count_q };
  end

  always_ff @(posedge clk_i) begin
    rst_n     <= 1'b1;
    invited_q <= rst_n ? ~withheld : '1;
    told_q    <= rst_n ? invited_q : '1;
  end

  function automatic logic [1:0] exit_of(input logic colour, input logic [3:0] at, to);
    logic [1:0] along_column, along_row;
    along_column = to[3:2] < at[3:2] ? North : South;
    along_row    = to[1:0] < at[1:0] ? West : East;
    if (colour) exit_of = to[1:0] != at[1:0] ? along_row : along_column;
    else        exit_of = to[3:2] != at[3:2] ? along_column : along_row;
  endfunction
  function automatic logic [1:0] turned(input logic [1:0] way, input logic [1:0] how);
    logic [1:0] left;
    case (way)
      East:    left = North;
      North:   left = West;
      West:    left = South;
      default: left = East;
    endcase
    turned = how == Straight ? way : how == TurnLeft ? left : left ^ 2'd1;
  endfunction

  // What arrives was invited, has its way before it, and goes to one pair.
  logic [Banks*12-1:0] arrivals;
  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    for (genvar p = 0; p < 4; p++) begin : gen_port
      for (genvar t = 0; t < 3; t++) begin : gen_type
        assign arrivals[b*12 + p*3 + t] = push_i[p] && vc_i[p*3 +: 2] == t && (Banks == 1 || vc_i[p*3 + 2] == b);
      end
    end
  end
  for (genvar p = 0; p < 4; p++) begin : gen_arriving
    logic [2:0] to_vc;
    logic [3:0] to;
    assign to_vc = vc_i[p*3 +: 3];
    assign to      = packet_i[p*Width +: 4];
    always @(*) begin
      if (push_i[p]) begin
        assume (to_vc[1:0] != Home && to != here);
        assume (Banks == 2 || to_vc[2] == white);
        assume (exit_of(to_vc[2], here, to) == turned(2'(p ^ 1), to_vc[1:0]));
      end
    end
  end
  always @(*) if (rst_n) begin
    assume ((arrivals & ~told_q) == '0);
    assert (push == arrivals);
  end

  // Any one pair; its packet in front leaves through this exit.
  logic [$clog2(Banks*12)-1:0] who;
  logic [1:0] way, needs_by_rule, on, left_port;
  logic [3:0] there, to;
  logic [Width-1:0] followed, followed_q = '0, sent, arriving;
  logic [2:0] sent_vc, waits, waits_q = '0;
  logic [SlotWidth-1:0] front;
  logic bank, follow, following, following_q = 1'b0, pops, may_go, arrives, sends, shares, sent_turns;
  logic [CountWidth-1:0] count_of_who;
  logic [4:0] leaving, popped;                           // How many.
  assign bank  = Banks == 2 && vc[2];
  assign who   = bank * 12 + side * 3 + vc[1:0];
  assign way   = turned(side ^ 2'd1, vc[1:0]);
  assign front = fronts[who*SlotWidth +: SlotWidth];
  assign pops  = pop[who];
  always_comb begin
    arriving  = packet_i[side*Width +: Width];
    arrives   = push_i[side] && vc_i[side*3 +: 3] == vc;
    sends     = send[way];
    sent      = packet[way*Width +: Width];
    sent_vc = send_vc[way*3 +: 3];
  end
  assign count_of_who = counts[who*CountWidth +: CountWidth];
  assign sent_turns = pop[bank*12 + left_port*3 + TurnLeft] || pop[bank*12 + (left_port ^ 2'd1)*3 + TurnRight];
  assign left_port  = turned(way, TurnLeft);             // Who turns left into `way` comes in there.
  assign shares    = Banks == 2 && sent_vc[2] != vc[2] && sends;      // The other bank has the link.
  assign follow    = follow_i && arrives && count_of_who == '0 && !following_q;
  assign following = following_q || follow;
  assign followed  = follow ? arriving : followed_q;
  assign to        = followed[3:0];
  assign there     = {here[3:2] + 2'(way == South) - 2'(way == North), here[1:0] + 2'(way == East) - 2'(way == West)};
  assign on        = exit_of(vc[2], there, to);
  assign needs_by_rule = there == to ? Home : on == way ? Straight : on == turned(way, TurnLeft) ? TurnLeft : TurnRight;
  assign may_go    = following && (needs_by_rule == Home || !withheld_i[bank*12 + way*3 + needs_by_rule]);
  assign waits     = may_go && !pops ? waits_q + 1'b1 : '0;

  always_comb begin
    leaving = 5'(send[0]) + 5'(send[1]) + 5'(send[2]) + 5'(send[3]);
    popped  = '0;
    for (int i = 0; i < Banks * 12; i++) popped = popped + 5'(pop[i]);
  end
  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following && !pops;
    followed_q  <= followed;
    waits_q     <= rst_n ? waits : '0;
  end
  always @(*) begin
    assume (side < 4 && vc[1:0] != Home && (Banks == 2 || vc[2] == white));
    if (rst_n) begin
      assert (leaving == popped);
      assert (!pops || valid[who]);
      if (following) begin
        assert (valid[who] && front == {followed, needs_by_rule});
        assert (!pops || may_go && sends && sent == followed && sent_vc == {vc[2], needs_by_rule});
        assert (!may_go || sends);
        if (vc[1:0] != Straight) assert (waits < 2 * Banks);
        else if (may_go && !pops)  assert (shares || sent_turns);
        cover (pops && there == to && !follow);
        cover (may_go && !pops && vc[1:0] == Straight);
        cover (waits == 2 * Banks - 1);
      end
      // Invariants.
      assert (count_of_who + told_q[who] + invited_q[who] <= N);
      if (following_q) assert (count_of_who != '0);
    end
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
endmodule : mesh_node_formal
