/// Proof harness of queue_ways on an N-cube, for the relations of two and three central queues, and of a table.
///
/// In queue 1 a packet goes down, through any wrong 1, in the others up, through any wrong 0; with two queues of which one
/// goes both ways, it may also go down from the first while it can still go up. It moves to the next queue if and only if no
/// link is left, and if it is not in the last; with three queues also before, as an escape from the first into the second.
/// So a hop leads to a wrong bit, and the queue never falls. There is always a way for one that can still arrive.
module queue_ways_formal #(
  parameter int N = 3                                   // Dimensions.
);
  localparam int NumPorts = N + 1;
  localparam int NumVcs = 3 * NumPorts;

  (* anyconst *) logic [1:0] relation, queue;
  (* anyconst *) logic [N-1:0] here, there;
  (* anyconst *) logic [3*(1 << N)*NumVcs-1:0] ways;
  logic [NumVcs-1:0] preferred, escape, row;
  logic [N-1:0] up, down, links;
  logic [2:0] hops, moves;                              // [queue]: it may hop into it, move into it.
  logic [1:0] last;

  queue_ways #(.NumPorts(NumPorts), .NumQueues(3), .Radix(2), .TableNodes(1 << N)) dut (
    .relation_i(relation), .table_i(ways), .here_i(here), .queue_i(queue), .destination_i(32'(there)),
    .preferred_o(preferred), .escape_o(escape)
  );

  assign up   = there & ~here;
  assign down = here & ~there;
  assign last = relation == net_pkg::ThreeQueue ? 2'd2 : 2'd1;
  always_comb begin
    row   = '0;
    links = '0;
    for (int q = 0; q < 3; q++) begin
      hops[q]  = preferred[q*NumPorts +: N] != '0;
      moves[q] = preferred[q*NumPorts + N];
      links    = links | preferred[q*NumPorts +: N];
    end
    for (int q = 0; q < 3; q++)
      for (int t = 0; t < (1 << N); t++) if (queue == q && there == t) row = ways[(q*(1 << N) + t)*NumVcs +: NumVcs];
  end

  always @(*) begin
    assume (here != there && queue <= last);
    if (relation == net_pkg::ByTable) begin
      assert (preferred == row && escape == '0);
    end else begin
      assert ((links & ~(up | down)) == '0);
      if (relation != net_pkg::TwoQueue) begin
        assert (links == (queue == 2'd1 ? down : up));
        assert ((hops & ~(3'd1 << queue)) == '0);
      end else if (queue == 2'd0) begin
        assert (links == (up == '0 ? '0 : up | down));
        assert (hops == (up == '0 ? 3'd0 : 3'd1));
      end else if (up == '0) begin                      // Packets with a hop up before them are in the first.
        assert (links == down && hops == 3'd2);
      end
      if (!(relation == net_pkg::TwoQueue && queue == 2'd1)) begin
        assert (moves == (links == '0 && queue < last ? 3'd2 << queue : 3'd0));
        if (links == '0 && queue < last) cover (moves == 3'd2);
      end
      assert (escape == (relation == net_pkg::ThreeQueue && queue == 2'd0 && up != '0 ? NumVcs'(1) << (NumPorts + N) : '0));
      if (queue == 2'd0 || relation == net_pkg::ThreeQueue && (queue == 2'd1 || down == '0)) assert (preferred != '0);
    end
    cover (relation == net_pkg::ThreeQueue && queue == 2'd2 && hops == 3'd4);
    cover (relation == net_pkg::TwoQueue && (preferred[0 +: N] & down) != '0);
  end
endmodule : queue_ways_formal
