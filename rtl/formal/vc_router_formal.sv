`include "net_types.svh"

/// Proof harness of vc_router, of three ports with two VCs of N slots, with packets of up to three flits: of a ring or line
/// of four nodes if N is even, of a cube of two dimensions, with VC allocation in a stage of its own, if it is odd. With N of
/// 4, VCs have two slots, and head flits are matched with output VCs. By induction.
///
/// Whatever its neighbours do that keeps the rules of packets and of credits, for any settings and faulty ports: a head flit
/// gets no VC of a port that is faulty then, no VC beyond a link overflows, and each flit that leaves returns its credit,
/// one cycle before it is on the link. What is on its links keeps the rules of packets, so that all links of a network do.
/// Any one flit is followed: it leaves once, behind those before it, unchanged but for the VC that it names; a head flit
/// through a VC that routing allows to it, at its destination through the terminal port; what follows it through the same
/// VC.
module vc_router_formal #(
  parameter int N = 2                                   // Slots of a VC.
) (
  input logic        clk_i,
  input logic [20:0] flit_i,                             // [port]: {payload, head, vc, remaining, destination}
  input logic [5:0]  credit_i,
  input logic [2:0]  faulty_i,                           // Ports, as they fail and recover.
  input logic        follow_i                            // The flit that arrives for `who` is the one to follow.
);
  localparam int Radix = N % 2 == 0 ? 4 : 2;
  localparam int Depth = N == 4 ? 2 : N;
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int Width = net_pkg::HeaderWidth + 1;
  localparam int StartWidth = N == 4 ? 63 : 24;

  (* anyconst *) site_t site;
  (* anyconst *) logic [23:0] start;
  (* anyconst *) logic [38:0] match_start;               // Of the matching.
  (* anyconst *) logic [2:0] who;                        // Any one input VC.
  (* hierconn *) logic [5:0] \dut.ready , \dut.allocated ;
  (* hierconn *) logic [11:0] \dut.gen_input[0].i_port.choice , \dut.gen_input[1].i_port.choice , \dut.gen_input[2].i_port.choice ;
  (* hierconn *) logic [5:0] \dut.gen_input[0].i_port.gen_vc[0].i_vc.output_q ,
      \dut.gen_input[0].i_port.gen_vc[1].i_vc.output_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.output_q ,
      \dut.gen_input[1].i_port.gen_vc[1].i_vc.output_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.output_q ,
      \dut.gen_input[2].i_port.gen_vc[1].i_vc.output_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_input[0].i_port.gen_vc[0].i_vc.i_queue.count_q ,
      \dut.gen_input[0].i_port.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.i_queue.count_q ,
      \dut.gen_input[1].i_port.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.i_queue.count_q ,
      \dut.gen_input[2].i_port.gen_vc[1].i_vc.i_queue.count_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.gen_input[0].i_port.gen_vc[0].i_vc.i_queue.flits_q ,
      \dut.gen_input[0].i_port.gen_vc[1].i_vc.i_queue.flits_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.i_queue.flits_q ,
      \dut.gen_input[1].i_port.gen_vc[1].i_vc.i_queue.flits_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.i_queue.flits_q ,
      \dut.gen_input[2].i_port.gen_vc[1].i_vc.i_queue.flits_q ;
  (* hierconn *) logic [3*Width-1:0] \dut.entering ;
  (* hierconn *) logic [8:0] \dut.select , \dut.leads ;
  (* hierconn *) logic [1:0] \dut.gen_input[0].i_port.goes_on , \dut.gen_input[1].i_port.goes_on , \dut.gen_input[2].i_port.goes_on ;
  (* hierconn *) logic [1:0] \dut.gen_output[0].i_port.held_q , \dut.gen_output[1].i_port.held_q ,
      \dut.gen_output[2].i_port.held_q ;
  (* hierconn *) logic [Depth-1:0] \dut.gen_output[0].i_port.gen_vc[0].i_credits.room_q ,
      \dut.gen_output[0].i_port.gen_vc[1].i_credits.room_q , \dut.gen_output[1].i_port.gen_vc[0].i_credits.room_q ,
      \dut.gen_output[1].i_port.gen_vc[1].i_credits.room_q , \dut.gen_output[2].i_port.gen_vc[0].i_credits.room_q ,
      \dut.gen_output[2].i_port.gen_vc[1].i_credits.room_q ;

  logic [3*Width-1:0] arrives, leaves, crossing;
  logic [5:0] credit, held;
  logic [35:0] holds;
  logic [6*Depth*Width-1:0] flits;
  logic [6*CountWidth-1:0] stored, there, count;
  logic [6*Depth-1:0] room_q;                                // [output VC]
  logic [35:0] choice;
  logic [8:0] select, leads;
  logic [5:0] goes_on;
  logic [11:0] left, left_out;                           // [input VC], [output VC]
  logic [5:0] ready, request;                            // Output VCs with credit, and the one that `who` asks for.
  logic [5:0] new_holders;                               // Output VCs that get one.
  logic [StartWidth-1:0] starts;
  logic busy;
  logic [5:0] no_table;
  logic [1:0] no_duplex, requests;
  logic rst_n = 1'b0;

  vc_router #(
    .NumPorts(3), .NumVcs(2), .Depth(Depth), .FlitWidth(Width), .Radix(Radix), .VcAllocationCycles(N % 2),
    .VcAllocator(N == 4 ? net_pkg::Islip : net_pkg::OneHeadFlit), .VcIterations(2)
  ) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .table_i(no_table), .duplex_i(no_duplex), .start_i(starts), .flit_i(arrives), .faulty_i, .credit_o(credit), .flit_o(leaves), .credit_i,
    .request_i(no_duplex), .request_o(requests), .busy_o(busy)
  );
  assign no_table  = '0;
  assign no_duplex = '0;
  assign starts    = StartWidth'({match_start, start});
  assign ready     = \dut.ready ;
  assign new_holders = \dut.allocated ;
  assign holds     = {\dut.gen_input[2].i_port.gen_vc[1].i_vc.output_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.output_q ,
                      \dut.gen_input[1].i_port.gen_vc[1].i_vc.output_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.output_q ,
                      \dut.gen_input[0].i_port.gen_vc[1].i_vc.output_q , \dut.gen_input[0].i_port.gen_vc[0].i_vc.output_q };
  assign count     = {\dut.gen_input[2].i_port.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.i_queue.count_q ,
                      \dut.gen_input[1].i_port.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.i_queue.count_q ,
                      \dut.gen_input[0].i_port.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_input[0].i_port.gen_vc[0].i_vc.i_queue.count_q };
  assign held      = {\dut.gen_output[2].i_port.held_q , \dut.gen_output[1].i_port.held_q , \dut.gen_output[0].i_port.held_q };
  assign crossing  = \dut.entering ;
  assign select    = \dut.select ;
  assign leads     = \dut.leads ;
  assign goes_on   = {\dut.gen_input[2].i_port.goes_on , \dut.gen_input[1].i_port.goes_on , \dut.gen_input[0].i_port.goes_on };
  assign choice    = {\dut.gen_input[2].i_port.choice , \dut.gen_input[1].i_port.choice , \dut.gen_input[0].i_port.choice };
  assign room_q    = {\dut.gen_output[2].i_port.gen_vc[1].i_credits.room_q , \dut.gen_output[2].i_port.gen_vc[0].i_credits.room_q ,
                      \dut.gen_output[1].i_port.gen_vc[1].i_credits.room_q , \dut.gen_output[1].i_port.gen_vc[0].i_credits.room_q ,
                      \dut.gen_output[0].i_port.gen_vc[1].i_credits.room_q , \dut.gen_output[0].i_port.gen_vc[0].i_credits.room_q };
  assign flits     = {\dut.gen_input[2].i_port.gen_vc[1].i_vc.i_queue.flits_q , \dut.gen_input[2].i_port.gen_vc[0].i_vc.i_queue.flits_q ,
                      \dut.gen_input[1].i_port.gen_vc[1].i_vc.i_queue.flits_q , \dut.gen_input[1].i_port.gen_vc[0].i_vc.i_queue.flits_q ,
                      \dut.gen_input[0].i_port.gen_vc[1].i_vc.i_queue.flits_q , \dut.gen_input[0].i_port.gen_vc[0].i_vc.i_queue.flits_q };

  vc_router_neighbours #(.Depth(Depth), .Radix(Radix)) i_neighbours (
    .clk_i, .rst_ni(rst_n), .site_i(site), .start_i(start), .pins_i(flit_i), .flit_o(arrives), .freed_i(credit), .sent_i(leaves),
    .credit_i, .left_o(left), .stored_o(stored), .there_o(there)
  );
  always_ff @(posedge clk_i) rst_n <= 1'b1;
  always @(*) begin
    assume (who < 6);
    for (int v = 0; v < 13; v++) assume (match_start[3*v +: 3] < 6);
  end

  // Links.
  logic [1:0] sent, returned;                            // Flits that are on the links; credits of the cycle before.
  logic [5:0] credit_q = '0;
  always_ff @(posedge clk_i) credit_q <= rst_n ? credit : '0;
  for (genvar p = 0; p < 3; p++) begin : gen_link
    logic [net_pkg::HeaderWidth-1:0] leaving;
    logic keeps_rules;
    assign leaving = leaves[p*Width +: net_pkg::HeaderWidth];
    packet_rules #(.NumVcs(2), .LengthWidth(2)) i_rules (
      .clk_i, .rst_ni(rst_n), .flit_i(leaving), .legal_o(keeps_rules), .left_o(left_out[p*4 +: 4])
    );
    always @(*) if (rst_n) assert (keeps_rules);
  end
  always_comb begin
    sent     = '0;
    returned = '0;
    for (int p = 0; p < 3; p++) sent = sent + 2'(leaves[p*Width + 64 +: 2] != '0);
    for (int l = 0; l < 6; l++) returned = returned + 2'(credit_q[l]);
  end
  always @(*) if (rst_n) begin
    assert (sent == returned);
    for (int p = 0; p < 3; p++) assert (!faulty_i[p] || new_holders[2*p +: 2] == '0);
    assert (busy == (count != '0 || leaves != '0 || crossing != '0) && requests == '0);
  end

  // Invariants of the crossbar's registers: each input port has a flit for one output port at most, and a VC for it.
  for (genvar p = 0; p < 3; p++) begin : gen_crossing
    logic [2:0] from, to;
    assign from = select[p*3 +: 3];
    assign to   = leads[p*3 +: 3];
    always @(*) if (rst_n) begin
      assert ((from & (from - 1'b1)) == '0 && (to & (to - 1'b1)) == '0);
      assert ((from != '0) == (crossing[p*Width + 64 +: 2] != '0));
      assert ((goes_on[p*2 +: 2] != '0) == (to != '0) && goes_on[p*2 +: 2] != 2'b11);
    end
  end

  // Invariants of the input VCs.
  for (genvar l = 0; l < 6; l++) begin : gen_input
    logic [5:0] allocated;
    logic holds_one;
    assign allocated     = holds[l*6 +: 6];
    assign holds_one = allocated != '0;
    always @(*) if (rst_n) begin
      assert (stored[l*CountWidth +: CountWidth] == count[l*CountWidth +: CountWidth]);
      assert ((allocated & (allocated - 1'b1)) == '0 && (allocated & ~held) == '0);
    end
    stored_packets #(.Depth(Depth), .FlitWidth(Width)) i_stored (
      .rst_ni(rst_n), .count_i(count[l*CountWidth +: CountWidth]), .holds_i(holds_one), .left_i(left[l*2 +: 2]), .flits_i(flits[l*Depth*Width +: Depth*Width])
    );
  end

  // Invariants of the output VCs.
  for (genvar o = 0; o < 6; o++) begin : gen_output
    logic [5:0] holders;
    logic link, crosses;                                 // A flit for this VC is there.
    logic [CountWidth+1:0] under_way;                    // Flits and slots that its credits are out for.
    logic [1:0] left_behind, left_ahead, expected;       // Flits of its packet: those behind what is under way; what the holder has.
    assign under_way = there[o*CountWidth +: CountWidth] + CountWidth'(credit_i[o]) + CountWidth'(link) + CountWidth'(crosses);
    assign link    = leaves[o/2*Width + 64 +: 2] != 2'd0 && leaves[o/2*Width + 80] == (o % 2 == 1);
    assign crosses = crossing[o/2*Width + 64 +: 2] != 2'd0 && crossing[o/2*Width + 80] == (o % 2 == 1);
    assign left_ahead  = link ? leaves[o/2*Width + 64 +: 2] - 2'd1 : left_out[o*2 +: 2];
    assign left_behind = crosses ? crossing[o/2*Width + 64 +: 2] - 2'd1 : left_ahead;
    for (genvar l = 0; l < 6; l++) begin : gen_holder
      assign holders[l] = holds[l*6 + o];
    end
    always_comb begin
      expected = '0;
      for (int l = 0; l < 6; l++) begin
        if (holders[l]) begin
          if (count[l*CountWidth +: CountWidth] == '0) expected = left[l*2 +: 2];
          else if (!flits[l*Depth*Width + 88])             expected = flits[l*Depth*Width + 64 +: 2];
        end
      end
    end
    always @(*) if (rst_n) begin
      assert (32'(under_way) <= Depth);
      for (int n = 1; n <= Depth; n++) assert (room_q[o*Depth + n - 1] == (32'(under_way) + n <= Depth));
      assert (held[o] == (holders != '0) && (holders & (holders - 1'b1)) == '0);
      assert (left_behind == expected);
      if (crosses) assert (crossing[o/2*Width + 88] ? left_ahead == '0 : left_ahead == crossing[o/2*Width + 64 +: 2]);
    end
  end

  // Any one flit that arrives for `who`. Where it is: in its VC, behind the crossbar, on the link.
  logic [CountWidth-1:0] ahead, ahead_q = '0, in_queue;
  logic [Width-1:0] arriving, front, slot, followed, followed_q = '0, crosses_as, leaves_as;  // slot: where it is.
  logic [5:0] adaptive, escape, allocated, allocated_q = '0, vc_q = '0, given_q = '0;  // allocated: the VC that `who` holds.
  logic follow, following, following_q = 1'b0, goes, gone_q = 1'b0, push, left_who;

  route_compute #(.NumPorts(3), .NumVcs(2), .Radix(Radix)) i_route (
    .site_i(site), .here_i(site.node[1:0]), .destination_i(followed_q[63:32]), .port_i(who[2:1]), .vc_i(who[0]),
    .adaptive_o(adaptive), .escape_o(escape)
  );
  always_comb begin                                      // Of the six, `who`.
    arriving = '0;
    in_queue = '0;
    allocated    = '0;
    request  = '0;
    left_who = 1'b0;
    front    = '0;
    slot     = '0;
    for (int l = 0; l < 6; l++) begin
      if (who == l) begin
        arriving = arriving | arrives[l/2*Width +: Width];
        in_queue = in_queue | count[l*CountWidth +: CountWidth];
        allocated    = allocated | holds[l*6 +: 6];
        request  = request | choice[l*6 +: 6];
        left_who = left_who | credit[l];
        front    = front | flits[l*Depth*Width +: Width];
        for (int s = 0; s < Depth; s++) begin
          if (ahead == s) slot = slot | flits[(l*Depth + s)*Width +: Width];
        end
      end
    end
  end
  assign push       = arriving[65:64] != 2'd0 && arriving[80] == who[0];
  assign goes       = following_q && ahead_q == '0 && left_who;
  assign follow     = follow_i && push && !following_q && !gone_q;
  assign following  = following_q && !goes || follow;
  assign ahead      = follow ? in_queue : ahead_q - CountWidth'(left_who);
  assign followed   = follow ? arriving : followed_q;
  assign crosses_as = allocated_q[5:4] != '0 ? crossing[2*Width +: Width] : allocated_q[3:2] != '0 ? crossing[Width +: Width] : crossing[0 +: Width];
  assign leaves_as  = given_q[5:4] != '0 ? leaves[2*Width +: Width] : given_q[3:2] != '0 ? leaves[Width +: Width] : leaves[0 +: Width];

  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following;
    gone_q      <= rst_n && goes;
    ahead_q     <= ahead;
    followed_q  <= followed;
    allocated_q     <= allocated;
    given_q     <= allocated_q;
    if (left_who) vc_q <= allocated_q;                // The flit before went there.
  end
  always @(*) if (rst_n) begin
    if (goes) begin
      assert (allocated_q != '0 && (allocated_q & (allocated_q - 1'b1)) == '0);
      assert (followed_q[88] ? (allocated_q & ~(adaptive | escape)) == '0 : allocated_q == vc_q);
      if (followed_q[88] && followed_q[63:32] == site.node) assert (allocated_q[5:4] != '0);
      cover (followed_q[88] && vc_q != allocated_q && given_q == vc_q);  // In the cycle after a tail.
    end
    if (gone_q) begin
      assert ({leaves_as[Width-1:88], leaves_as[79:0]} == {followed_q[Width-1:88], followed_q[79:0]});
      assert (leaves_as[87:80] == 8'((given_q & 6'b101010) != '0));
    end
    // Invariants.
    if (goes) begin
      assert ({crosses_as[Width-1:88], crosses_as[79:0]} == {followed_q[Width-1:88], followed_q[79:0]});
      assert (crosses_as[87:80] == 8'((allocated_q & 6'b101010) != '0));
    end
    if (following_q && !goes) begin
      assert (ahead < in_queue);
      assert (slot == followed_q);
      if (followed_q[88] && ahead == '0) assert ((allocated & ~(adaptive | escape)) == '0);
    end
    if (in_queue != '0 ? !front[88] : allocated != '0) assert (allocated == (left_who ? allocated_q : vc_q));
  end

  long_run #(.Cycles(12)) i_long (.clk_i, .rst_ni(rst_n));  // 32 take half a minute.
endmodule : vc_router_formal
