/// Proof harness of rr_arbiter. Besides the assertions at its foot: a request that is held is served
/// within NumReq accepted grants. By induction; `dut.mask_q` says how many may still come before it.
module rr_arbiter_formal #(
  parameter int N = 4
) (
  input logic         clk_i,
  input logic [N-1:0] req_i,
  input logic         accept_i
);
  localparam int CountWidth = $clog2(N + 1) + 1;

  (* anyconst *) logic [$clog2(N)-1:0] who;             // Any one requester.
  (* hierconn *) logic [N-1:0] \dut.mask_q ;
  logic [N-1:0] gnt, below;
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Accepted grants to others while `who` requests.
  logic [CountWidth-1:0] ahead;                         // Requesters with a higher priority than `who`.
  logic rst_n = 1'b0;

  rr_arbiter #(.NumReq(N)) dut (.clk_i, .rst_ni(rst_n), .req_i, .gnt_o(gnt), .accept_i);

  assign below    = (N'(1) << who) - 1'b1;
  assign waited_d = (!req_i[who] || (gnt[who] && accept_i)) ? '0
                  : waited_q + CountWidth'(gnt != '0 && accept_i);
  always_comb begin
    ahead = '0;
    for (int i = 0; i < N; i++) begin
      if (\dut.mask_q [who]) ahead = ahead + CountWidth'(\dut.mask_q [i] && below[i]);
      else                   ahead = ahead + CountWidth'(\dut.mask_q [i] || below[i]);
    end
  end

  always_ff @(posedge clk_i) begin
    rst_n    <= 1'b1;
    waited_q <= rst_n ? waited_d : '0;
  end

  always @(posedge clk_i) begin
    assume (who < N);
    if (rst_n) begin
      assert (waited_d < N);              // Served within N accepted grants.
      assert (waited_q + ahead < N);      // Invariant.
    end
  end
endmodule : rr_arbiter_formal
