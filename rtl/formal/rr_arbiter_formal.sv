/// Proof harness of rr_arbiter, from any start, reset at any time. Besides the assertions at its foot: the grant goes to
/// the first requester from the start, or from behind the last winner, on, which moves with a request that is accepted only,
/// never in idle cycles; so a request that is held is served within NumReq accepted grants. By induction.
module rr_arbiter_formal #(
  parameter int N = 4
) (
  input logic         clk_i,
  input logic         reset_i,
  input logic [N-1:0] req_i,
  input logic         accept_i
);
  localparam int CountWidth = $clog2(N + 1) + 1;
  localparam int IndexWidth = $clog2(N);

  (* anyconst *) logic [IndexWidth-1:0] start;
  (* anyconst *) logic [IndexWidth-1:0] who;            // Any one requester.
  (* hierconn *) logic [N-1:0] \dut.mask ;
  logic [N-1:0] gnt, below_next, below_who, before;     // before: they come before `who`.
  logic [IndexWidth-1:0] next_d, next_q = '0;           // The first in the ring of requesters, by the definition.
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Accepted grants to others while `who` requests.
  logic [CountWidth-1:0] ahead;
  logic rst_n, running_q = 1'b0;

  rr_arbiter #(.NumReq(N)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(start), .req_i, .gnt_o(gnt), .accept_i
  );

  assign rst_n      = running_q && !reset_i;
  assign below_next = (N'(1) << next_q) - 1'b1;
  assign below_who  = (N'(1) << who) - 1'b1;
  assign before     = who < next_q ? ~below_next | below_who : ~below_next & below_who;
  assign waited_d   = (!req_i[who] || (gnt[who] && accept_i)) ? '0
                    : waited_q + CountWidth'(gnt != '0 && accept_i);
  always_comb begin
    next_d = next_q;
    for (int i = 0; i < N; i++) begin
      if (gnt[i] && accept_i) next_d = IndexWidth'((i + 1) % N);
    end
    ahead = '0;
    for (int i = 0; i < N; i++) ahead = ahead + CountWidth'(before[i]);
  end

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    next_q    <= rst_n ? next_d : start;
    waited_q  <= rst_n ? waited_d : '0;
  end

  always @(posedge clk_i) begin
    assume (who < N && start < N);
    if (rst_n) begin
      assert (gnt[who] == (req_i[who] && (req_i & before) == '0));
      assert (waited_d < N);                                              // Served within N accepted grants.
      // Invariants.
      assert (next_q < N);
      assert (waited_q + ahead < N);
      assert (\dut.mask == ~below_next || \dut.mask == '0 && next_q == '0);
      cover (gnt[who] && waited_q == N - 1);                              // All others first.
      cover (gnt[who] && who < next_q);                                   // Around the ring.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : rr_arbiter_formal
