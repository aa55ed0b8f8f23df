/// Proof harness of half_duplex_arbiter: both ends of a link of up to N cycles, whatever they want. By induction.
///
/// Never do both ends send; one that asks alone sends, one latency later; if both ask, one does, and the other the next time.
module half_duplex_arbiter_formal #(
  parameter int N = 4,                                  // Cycles of the longest link.
  localparam int LatencyWidth = $clog2(N + 1)
) (
  input logic       clk_i,
  input logic [1:0] want_i                              // [end]
);
  (* anyconst *) logic [LatencyWidth-1:0] latency;
  (* anyconst *) logic first;                           // The end that wins the first tie.
  (* hierconn *) logic [N-1:0] \one.asked_q , \other.asked_q ;
  (* hierconn *) logic \one.turn_q , \other.turn_q ;
  logic [1:0] request, grant, busy, undecided;           // undecided: it wanted to within one latency.
  logic [2*N-1:0] link_q = '0;                          // [end]: its requests that are on the link, from the last cycle on.
  logic [2*N+1:0] wanted_q = '0;                        // [end]: what it wanted, from the last cycle on.
  logic [1:0] comes, asked;                             // From either end: the request that comes, and the one of now.
  logic won_q = 1'b0, tied_q = 1'b0;                    // Who won the last tie.
  logic rst_n = 1'b0;

  always_comb begin
    comes = request;
    asked = '0;
    undecided = '0;
    for (int e = 0; e < 2; e++) begin
      for (int b = 0; b < N; b++) begin
        if (latency == LatencyWidth'(b + 2)) comes[e] = link_q[e*N + b];
        if (latency == LatencyWidth'(b + 1)) asked[e] = wanted_q[e*(N+1) + b];
        if (b < latency && wanted_q[e*(N+1) + b]) undecided[e] = 1'b1;
      end
    end
  end
  half_duplex_arbiter #(.MaxLatency(N)) one (
    .clk_i, .rst_ni(rst_n), .first_i(!first), .latency_i(latency), .want_i(want_i[0]), .request_o(request[0]),
    .far_request_i(comes[1]), .grant_o(grant[0]), .busy_o(busy[0])
  );
  half_duplex_arbiter #(.MaxLatency(N)) other (
    .clk_i, .rst_ni(rst_n), .first_i(first), .latency_i(latency), .want_i(want_i[1]), .request_o(request[1]),
    .far_request_i(comes[0]), .grant_o(grant[1]), .busy_o(busy[1])
  );

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    for (int e = 0; e < 2; e++) begin
      link_q[e*N +: N]           <= rst_n ? N'({link_q[e*N +: N], request[e]}) : '0;
      wanted_q[e*(N+1) +: N + 1] <= rst_n ? (N+1)'({wanted_q[e*(N+1) +: N + 1], want_i[e]}) : '0;
    end
    if (rst_n && asked == 2'b11) {tied_q, won_q} <= {1'b1, grant[1]};
  end

  always @(posedge clk_i) begin
    assume (latency != '0 && latency <= N);
    if (rst_n) begin
      assert (grant != 2'b11 && busy == undecided);
      assert ((grant & ~asked) == '0);
      if (asked == 2'b01 || asked == 2'b10) assert (grant == asked);
      if (asked == 2'b11) assert (grant == ((tied_q ? !won_q : first) ? 2'b10 : 2'b01));
      // Invariants.
      assert (comes == asked);
      assert (\one.turn_q == \other.turn_q && \one.turn_q == (tied_q && won_q == first));
      for (int b = 0; b < N; b++) begin
        assert (\one.asked_q [b] == wanted_q[b] && \other.asked_q [b] == wanted_q[N + 1 + b]);
        assert (link_q[b] == wanted_q[b + 1] && link_q[N + b] == wanted_q[N + 2 + b]);
      end
      cover (tied_q && won_q && grant == 2'b01 && asked == 2'b11 && latency == N);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : half_duplex_arbiter_formal
