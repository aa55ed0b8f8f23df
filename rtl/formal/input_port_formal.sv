`include "net_types.svh"

/// Proof harness of input_port, of two VCs of N slots, in a router of a ring or line of four nodes, with packets of up to three
/// flits; input_vc has a proof of its own. By induction.
///
/// Whatever comes in keeps the rules of packets and of credits; whatever port is granted was asked for. A port is asked for if
/// and only if a VC has a flit for it that has credit. A grant moves one flit to that port, and nothing else moves one: it
/// crosses to the output VC that its packet holds, unchanged but for the VC that it names. Its credit is on the link in
/// the next cycle. What is said of the next cycle's requests is so if nothing arrives. Of two VCs with flits for what is granted, each waits for one flit of the other at most. Any one flit is
/// followed: it goes to the VC that it names and leaves behind those before it.
module input_port_formal #(
  parameter int N = 4                                   // Slots of a VC.
) (
  input logic        clk_i,
  input logic [6:0]  flit_i,                             // {payload, head, vc, remaining, destination}
  input logic [5:0]  ready_i,
  input logic [2:0]  gnt_i,
  input logic [5:0]  free_i,
  input logic [1:0]  gives_i,
  input logic        follow_i                            // The flit that arrives for `who` is the one to follow.
);
  localparam int TotalVcs = 6;
  localparam int CountWidth = $clog2(N + 1);
  localparam int Width = net_pkg::HeaderWidth + 1;

  (* anyconst *) site_t site;
  (* anyconst *) logic [1:0] port;
  (* anyconst *) logic start;
  (* anyconst *) logic who;                              // Any one VC.
  (* anyseq *) logic [N*TotalVcs-1:0] room;
  (* anyseq *) logic [8:0] order;
  (* anyseq *) logic [TotalVcs-1:0] ready_next;
  (* anyseq *) logic [2:0] asked, straight;
  logic [2:0] several, leads_straight;
  logic [Width-1:0] straight_flit;
  logic [TotalVcs-1:0] ready_next_q = '0;
  (* hierconn *) logic [1:0] \dut.moves , \dut.first ;
  (* hierconn *) logic [2*TotalVcs-1:0] \dut.choice ;
  (* hierconn *) logic [N*Width-1:0] \dut.gen_vc[0].i_vc.i_queue.flits_q , \dut.gen_vc[1].i_vc.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_vc[0].i_vc.i_queue.count_q , \dut.gen_vc[1].i_vc.i_queue.count_q ;
  (* hierconn *) logic [TotalVcs-1:0] \dut.gen_vc[0].i_vc.output_q , \dut.gen_vc[1].i_vc.output_q ;
  (* hierconn *) logic [2*Width-1:0] \dut.front ;

  header_t arriving, leaving;
  logic [Width-1:0] arrives, leaves, followed, followed_q = '0, as_it_came;
  logic [1:0] credit, moves, moves_q = '0, can_cross, lower;
  logic [2:0] request, guess, wanted, tail, leads;
  logic [TotalVcs-1:0] take;                             // By the port that is granted.
  logic [1:0] asks, vc_gnt, tails;
  logic [TotalVcs-1:0] cross, crosses;
  logic [2*TotalVcs-1:0] vc_request, wanted_vcs, given, holds;
  logic [2*CountWidth-1:0] stored_q = '0;
  logic [2*Width-1:0] front;
  logic [3:0] left;
  logic keeps_rules, busy;
  logic [1:0] no_table;
  logic [1:0] request_next, request_next_q = '0, later;  // later: requests by what the cycle before has left.
  logic rst_n = 1'b0;

  assign no_table = '0;
  assign arrives = flit_i[3:2] == 2'd0 ? '0
                 : {flit_i[6], 7'd0, flit_i[5], 7'd0, flit_i[4], 14'd0, flit_i[3:2], 30'd0, flit_i[1:0], 32'd0};
  assign arriving = arrives[net_pkg::HeaderWidth-1:0];
  assign moves    = \dut.moves ;
  assign holds    = {\dut.gen_vc[1].i_vc.output_q , \dut.gen_vc[0].i_vc.output_q };
  assign front    = \dut.front ;
  assign vc_request = \dut.choice ;
  assign vc_gnt   = asks & (gives_i == 2'b11 ? 2'b01 : gives_i);
  assign given    = vc_request & {{TotalVcs{vc_gnt[1]}}, {TotalVcs{vc_gnt[0]}}};
  assign tails    = {front[Width + 64 +: 16] == 16'd1, front[64 +: 16] == 16'd1};

  input_port #(.NumPorts(3), .NumVcs(2), .Depth(N), .FlitWidth(Width), .Radix(4), .CrossbarCycles(0)) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .table_i(no_table), .here_i(site.node[1:0]), .port_i(port), .start_i(start), .flit_i(arrives),
    .credit_o(credit), .ready_i, .ready_next_i(ready_next), .request_o(request), .request_next_o(request_next), .guess_o(guess), .several_o(several), .asked_i(asked), .straight_i(straight), .gnt_i, .take_o(take), .tail_o(tail), .flit_o(leaves),
    .select_o(leads), .straight_flit_o(straight_flit), .straight_o(leads_straight), .free_i, .room_i(room), .order_i(order), .ask_o(asks), .want_o(wanted_vcs),
    .vc_gnt_i(vc_gnt), .given_i(given), .busy_o(busy)
  );
  for (genvar p = 0; p < 3; p++) begin : gen_granted
    assign cross[2*p +: 2] = take[2*p +: 2] & {2{gnt_i[p]}};
  end
  packet_rules #(.NumVcs(2), .LengthWidth(2)) i_rules (
    .clk_i, .rst_ni(rst_n), .flit_i(arriving), .legal_o(keeps_rules), .left_o(left)
  );

  always_ff @(posedge clk_i) begin
    rst_n   <= 1'b1;
    moves_q <= rst_n ? moves : '0;
    request_next_q <= rst_n ? request_next : '0;
    ready_next_q   <= ready_next;
  end

  // The router around it.
  always @(*) begin
    assume (site.topology == net_pkg::Torus || site.topology == net_pkg::Mesh);
    assume (site.topology == net_pkg::Mesh || site.routing == net_pkg::DimensionOrder);
    assume (site.topology == net_pkg::Torus || !site.dateline);
    assume (site.vc_reallocation <= net_pkg::Immediate && site.node < 4 && port < 3);
    for (int n = 1; n < N; n++) assume ((room[n*TotalVcs +: TotalVcs] & ~room[(n-1)*TotalVcs +: TotalVcs]) == '0);
    for (int p = 0; p < 3; p++) begin                    // The ports stand in some order.
      assume (!order[p*3 + p]);
      for (int q = 0; q < 3; q++) begin
        assume (p == q || order[p*3 + q] != order[q*3 + p]);
        assume (!order[p*3 + q] || (order[q*3 +: 3] & ~order[p*3 +: 3]) == '0);
      end
    end
    assume ((gnt_i & (gnt_i - 1'b1)) == '0 && (gnt_i & ~request) == '0);
    if (rst_n) assume (keeps_rules);
  end

  // What could cross, and what does.
  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [CountWidth-1:0] stored;
    logic push, allocated;
    assign allocated  = holds[v*TotalVcs +: TotalVcs] != '0;
    assign stored = stored_q[v*CountWidth +: CountWidth];
    assign push   = arriving.remaining != '0 && arriving.vc == 8'(v);
    always_comb begin
      can_cross[v] = 1'b0;
      for (int p = 0; p < 3; p++) begin
        if (gnt_i[p] && (holds[v*TotalVcs + 2*p +: 2] & ready_i[2*p +: 2]) != '0 && (push || stored != '0)) can_cross[v] = 1'b1;
      end
    end
    always_ff @(posedge clk_i)
      stored_q[v*CountWidth +: CountWidth] <= rst_n ? stored + CountWidth'(push) - CountWidth'(moves[v]) : '0;
    always @(*) if (rst_n) begin
      assume (!push || stored < CountWidth'(N));         // It has a credit.
      assert (!moves[v] || can_cross[v]);
    end
    stored_packets #(.Depth(N), .FlitWidth(Width)) i_stored (
      .rst_ni(rst_n), .count_i(stored), .holds_i(allocated), .left_i(left[v*2 +: 2]),
      .flits_i(v == 0 ? \dut.gen_vc[0].i_vc.i_queue.flits_q : \dut.gen_vc[1].i_vc.i_queue.flits_q )
    );
  end
  always_comb begin
    wanted = '0;
    later  = '0;
    for (int v = 0; v < 2; v++) begin
      for (int p = 0; p < 3; p++) begin
        if ((holds[v*TotalVcs + 2*p +: 2] & ready_next_q[2*p +: 2]) != '0 && stored_q[v*CountWidth +: CountWidth] != '0 && p < 2) later[p] = 1'b1;
        if ((holds[v*TotalVcs + 2*p +: 2] & ready_i[2*p +: 2]) != '0
            && (stored_q[v*CountWidth +: CountWidth] != '0 || arriving.remaining != '0 && arriving.vc == 8'(v))) wanted[p] = 1'b1;
      end
    end
    crosses    = moves[1] ? holds[TotalVcs +: TotalVcs] : moves[0] ? holds[0 +: TotalVcs] : '0;
    lower      = crosses[5:4] | crosses[3:2] | crosses[1:0];  // One bit for each VC of a port.
    as_it_came = moves[1] ? front[Width +: Width] : moves[0] ? front[0 +: Width] : '0;
  end
  assign leaving = leaves[net_pkg::HeaderWidth-1:0];
  always @(*) if (rst_n) begin
    assert (request == wanted && request_next_q == later);
    assert (busy == (stored_q != '0));
    assert ({\dut.gen_vc[1].i_vc.i_queue.count_q , \dut.gen_vc[0].i_vc.i_queue.count_q } == stored_q);
    assert (moves != 2'b11 && (moves != '0) == (gnt_i != '0));
    assert (credit == moves_q);
    assert (cross == crosses && leads == gnt_i && guess == '0 && leads_straight == '0 && straight_flit == '0);
    assert (gnt_i == '0 || ((tail & gnt_i) != '0) == ((moves & tails) != '0));
    assert (asks == {vc_request[TotalVcs +: TotalVcs] != '0, vc_request[0 +: TotalVcs] != '0});
    assert (wanted_vcs == vc_request);
    assert (leaving.vc == 8'(lower[1]));
    assert ({leaves[Width-1:88], leaves[79:0]} == {as_it_came[Width-1:88], as_it_came[79:0]});
    cover (moves[0] && can_cross[1] && credit[1]);
    cover (vc_request[0 +: TotalVcs] != '0 && given[TotalVcs +: TotalVcs] != '0);
    // Invariants.
    assert ((holds[0 +: TotalVcs] & (holds[0 +: TotalVcs] - 1'b1)) == '0);
    assert ((holds[TotalVcs +: TotalVcs] & (holds[TotalVcs +: TotalVcs] - 1'b1)) == '0);
  end

  // Any one VC: the turns of the other that it waited for.
  logic waited_q = 1'b0;
  always_ff @(posedge clk_i) waited_q <= rst_n && !moves[who] && (waited_q || can_cross[who] && moves[!who]);
  always @(*) if (rst_n) begin
    assert (!waited_q || !can_cross[who] || moves[who]);
    // Invariants: which VC comes first.
    assert (\dut.first != 2'b01);
    if (waited_q) assert (\dut.first == (who ? 2'b10 : 2'b00) || !who && \dut.first == 2'b11);
  end

  // Any one flit that arrives for it.
  logic [CountWidth-1:0] ahead, ahead_q = '0, stored_of_who;
  logic follow, following, following_q = 1'b0;
  assign stored_of_who = who ? stored_q[CountWidth +: CountWidth] : stored_q[0 +: CountWidth];
  assign follow        = follow_i && arriving.remaining != '0 && arriving.vc == 8'(who) && !following_q;
  assign following     = following_q || follow;
  assign ahead         = follow ? stored_of_who : ahead_q;
  assign followed      = follow ? arrives : followed_q;
  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following && !(moves[who] && ahead == '0);
    ahead_q     <= ahead - CountWidth'(moves[who]);
    followed_q  <= followed;
  end
  always @(*) if (rst_n) begin
    if (following && ahead == '0) assert (front[who*Width +: Width] == followed);
    if (following_q) begin                               // Invariants.
      assert (ahead_q < stored_of_who);
      assert (followed_q == (who ? \dut.gen_vc[1].i_vc.i_queue.flits_q [ahead_q*Width +: Width]
                                 : \dut.gen_vc[0].i_vc.i_queue.flits_q [ahead_q*Width +: Width]));
    end
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
endmodule : input_port_formal
