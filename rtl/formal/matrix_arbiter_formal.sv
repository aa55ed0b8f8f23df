/// Proof harness of matrix_arbiter and of its recency_order, from any start, reset at any time. Besides the assertions at
/// their feet: the grant goes to the requester that was granted least recently, an order that changes with an accepted grant
/// only, never in idle cycles; so a request that is held is served within NumReq accepted grants. By induction; the matrix says how many may still come before it.
module matrix_arbiter_formal #(
  parameter int N = 4
) (
  input logic         clk_i,
  input logic         reset_i,
  input logic [N-1:0] req_i,
  input logic         accept_i
);
  localparam int CountWidth = $clog2(N + 1) + 1;

  (* anyconst *) logic [$clog2(N)-1:0] start;
  (* anyconst *) logic [$clog2(N)-1:0] who;             // Any one requester.
  (* hierconn *) logic [N*N-1:0] \dut.order ;
  logic [N-1:0] gnt, below_start, below_who;
  logic [N-1:0] before_d, before_q = '0;                // Those that come before `who`, by the definition.
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Accepted grants to others while `who` requests.
  logic [CountWidth-1:0] ahead;
  logic rst_n, running_q = 1'b0;

  matrix_arbiter #(.NumReq(N)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(start), .req_i, .gnt_o(gnt), .accept_i
  );

  assign rst_n       = running_q && !reset_i;
  assign below_start = (N'(1) << start) - 1'b1;
  assign below_who   = (N'(1) << who) - 1'b1;
  assign before_d    = !accept_i ? before_q : gnt[who] ? ~(N'(1) << who) : before_q & ~gnt;
  assign waited_d    = (!req_i[who] || (gnt[who] && accept_i)) ? '0
                     : waited_q + CountWidth'(gnt != '0 && accept_i);
  always_comb begin
    ahead = '0;
    for (int i = 0; i < N; i++) ahead = ahead + CountWidth'(before_q[i]);
  end

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waited_q  <= rst_n ? waited_d : '0;
    if (rst_n)            before_q <= before_d;
    else if (who < start) before_q <= ~below_start | below_who;
    else                  before_q <= ~below_start & below_who;
  end

  always @(posedge clk_i) begin
    assume (who < N && start < N);
    if (rst_n) begin
      assert (gnt[who] == (req_i[who] && (req_i & before_q) == '0));  // Least recently granted.
      assert (waited_d < N);                                          // Served within N accepted grants.
      assert (before_q == \dut.order [who*N +: N]);                   // Invariant.
      assert (waited_q + ahead < N);                                  // Invariant.
      cover (gnt[who] && waited_q == N - 1);                          // All others first.
      cover (gnt[who] && before_q == '0 && who != start);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : matrix_arbiter_formal
