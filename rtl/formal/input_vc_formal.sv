`include "net_types.svh"

/// Proof harness of input_vc, of N slots, in a router of a ring or line of four nodes with two VCs per port, with packets of
/// up to three flits. By induction. If N is odd, routing and VC allocation have a cycle each, before flits cross, and head
/// flits are matched with VCs.
///
/// Whatever comes in keeps the rules of packets and of credits; output VCs may be free and have room in any way, and what is
/// asked for may be given or not. Any one flit is followed: it gets to the front behind those before it, unchanged. A
/// head flit that is in front when the VC holds no output VC asks, with a cycle of routing from the next cycle on, for what
/// `output_vc_select` takes of what `route_compute` allows to it, for a matching also for what else is open, and nothing else
/// asks. The VC holds what it was given until the tail has crossed, and
/// every flit crosses to that as soon as there is credit and it is let. What is said of the next cycle is so if nothing
/// arrives.
module input_vc_formal #(
  parameter int N = 4                                   // Slots.
) (
  input logic           clk_i,
  input logic           push_i,
  input logic [5:0]     flit_i,                         // {payload, head, remaining, destination}
  input logic [5:0]     ready_i,
  input logic           pop_i,
  input logic [5:0]     free_i,
  input logic           gives_i,
  input logic           follow_i                        // The flit that is pushed now is the one to follow.
);
  localparam int TotalVcs = 6;
  localparam int CountWidth = $clog2(N + 1);
  localparam int Width = net_pkg::HeaderWidth + 1;
  localparam bit InStages = N % 2 == 1;

  (* anyconst *) site_t site;
  (* anyconst *) logic [1:0] port;
  (* anyconst *) logic vc;
  (* anyseq *) logic [N*TotalVcs-1:0] room;
  (* anyseq *) logic [8:0] order;
  (* anyseq *) logic [TotalVcs-1:0] ready_next;
  logic [TotalVcs-1:0] ready_next_q = '0, cross_next, cross_next_q = '0;
  (* anyseq *) logic [TotalVcs-1:0] pick;                // What a matching gives of what it is asked for.
  (* hierconn *) logic [N*Width-1:0] \dut.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.i_queue.count_q ;
  (* hierconn *) logic [TotalVcs-1:0] \dut.output_q ;

  header_t arriving, mine;
  logic [Width-1:0] arrives, front, followed, followed_q = '0;
  logic [TotalVcs-1:0] cross, request, wanted, given, given_q = '0, holds, adaptive, escape, choice, all;
  logic [CountWidth-1:0] stored_q = '0, ahead, ahead_q = '0;
  logic [1:0] left;                                      // Of the packet that comes in.
  logic [N-1:0] need;
  logic fresh, keeps_rules, holds_q = 1'b0, kept, any_front, any_next, tail_goes, busy, asks, gets, tail, front_valid, routed_q = 1'b0;
  logic follow, following, following_q = 1'b0, next_is_mine;
  logic rst_n = 1'b0;

  assign arrives  = push_i ? {flit_i[5], 7'd0, flit_i[4], 8'd0, 14'd0, flit_i[3:2], 30'd0, flit_i[1:0], 32'd0} : '0;
  assign arriving = arrives[net_pkg::HeaderWidth-1:0];
  assign given    = gives_i ? wanted & (InStages ? pick : '1) : '0;
  assign gets     = given != '0;
  assign holds    = \dut.output_q ;

  input_vc #(
    .NumPorts(3), .NumVcs(2), .Depth(N), .FlitWidth(Width), .Radix(4), .RoutingCycles(1), .VcAllocationCycles(N % 2),
    .VcAllocator(InStages ? net_pkg::Wavefront : net_pkg::OneHeadFlit)
  ) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .table_i(1'b0), .here_i(site.node[1:0]), .port_i(port), .vc_i(vc), .push_i, .flit_i(arrives),
    .ready_i, .ready_next_i(ready_next), .cross_next_o(cross_next), .front_o(front), .tail_o(tail), .front_valid_o(front_valid), .cross_o(cross), .pop_i, .free_i, .room_i(room),
    .order_i(order), .ask_o(asks), .choice_o(request), .want_o(wanted), .gnt_i(gets), .given_i(given), .fresh_o(fresh), .busy_o(busy)
  );
  packet_rules #(.NumVcs(1), .LengthWidth(2)) i_rules (
    .clk_i, .rst_ni(rst_n), .flit_i(arriving), .legal_o(keeps_rules), .left_o(left)
  );
  route_compute #(.NumPorts(3), .NumVcs(2), .Radix(4)) i_route (
    .site_i(site), .here_i(site.node[1:0]), .destination_i(mine.destination), .port_i(port), .vc_i(vc),
    .adaptive_o(adaptive), .escape_o(escape)
  );
  output_vc_select #(.NumPorts(3), .NumVcs(2), .Depth(N)) i_select (
    .site_i(site), .adaptive_i(adaptive), .escape_i(escape), .need_i(need), .free_i, .room_i(room),
    .order_i(order), .any_o(), .all_o(all), .choice_o(choice)
  );
  always_comb begin
    need = N'(1) << (N - 1);
    if (site.vc_reallocation == net_pkg::Immediate) need = N'(1);
    if (site.vc_reallocation == net_pkg::WholePacket && mine.remaining < 16'(N)) need = N'(1) << (mine.remaining - 16'd1);
  end

  assign any_front    = push_i || stored_q != '0;
  assign any_next     = stored_q + CountWidth'(push_i) != CountWidth'(pop_i);
  assign tail_goes    = pop_i && front[79:64] == 16'd1;
  assign kept         = holds_q && !tail_goes;
  assign follow       = follow_i && push_i && !following_q;
  assign following    = following_q || follow;
  assign ahead        = follow ? stored_q : ahead_q;
  assign followed     = follow ? arrives : followed_q;
  assign mine         = followed[net_pkg::HeaderWidth-1:0];
  assign next_is_mine = following && ahead == CountWidth'(pop_i);

  always_ff @(posedge clk_i) begin
    rst_n       <= 1'b1;
    stored_q    <= rst_n ? stored_q + CountWidth'(push_i) - CountWidth'(pop_i) : '0;
    holds_q     <= rst_n && (kept || given != '0);
    routed_q    <= rst_n && any_front && !holds_q && given == '0;
    following_q <= rst_n && following && !(pop_i && ahead == '0);
    ahead_q     <= ahead - CountWidth'(pop_i);
    followed_q  <= followed;
    if (given != '0) given_q <= given;
    cross_next_q <= rst_n ? cross_next : '0;
    ready_next_q <= ready_next;
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
    assume ((pick & (pick - 1'b1)) == '0);
    if (rst_n) begin
      assume (keeps_rules && (!push_i || arriving.remaining != '0 && stored_q < CountWidth'(N)));
      assume (!pop_i || front_valid && cross != '0);
    end
  end

  always @(*) if (rst_n) begin
    assert (busy == (stored_q != '0) && fresh == (push_i && stored_q == '0));
    assert (\dut.i_queue.count_q == stored_q);
    assert (any_front || front == '0);
    assert (holds == (holds_q ? given_q : '0));
    assert (front_valid == any_front && cross == (holds & ready_i));
    assert (cross_next_q == (stored_q != '0 ? holds & ready_next_q : '0));
    assert (asks == (request != '0) && tail == (front[79:64] == 16'd1));
    assert ((InStages ? routed_q : any_next && !kept) || request == '0);
    if (following && ahead == '0) assert (front == followed);
    if (next_is_mine) assert (kept || mine.head);
    if (InStages) begin
      if (following && ahead == '0) assert (request == (routed_q ? choice : '0) && wanted == (routed_q ? all : '0));
      cover (following && ahead == '0 && given != '0 && given != request);
      cover (following && ahead == '0 && given == escape && given != '0);
    end else begin
      if (next_is_mine) assert (request == (kept ? '0 : choice) && wanted == request);
      cover (next_is_mine && given == escape && given != '0);
      cover (tail_goes && given != '0 && !push_i);       // From packet to packet without a bubble.
    end
    cover (stored_q == CountWidth'(N) && holds_q && !pop_i);
  end

  // Invariants.
  stored_packets #(.Depth(N), .FlitWidth(Width)) i_stored (
    .rst_ni(rst_n), .flits_i(\dut.i_queue.flits_q ), .count_i(stored_q), .holds_i(holds_q), .left_i(left)
  );
  always @(*) if (rst_n) begin
    assert (!holds_q || given_q != '0 && (given_q & (given_q - 1'b1)) == '0);
    if (following_q) begin
      assert (ahead_q < stored_q);
      assert (\dut.i_queue.flits_q [ahead_q*Width +: Width] == followed_q);
    end
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
endmodule : input_vc_formal
