/// Proof harness of phit_timer, of routing cycles of any length up to N clock cycles. By induction.
///
/// After a transfer has begun the next one may not for a routing cycle, and may then at once.
module phit_timer_formal #(
  parameter int N = 4                                   // Clock cycles of a routing cycle, at most.
) (
  input logic clk_i,
  input logic start_i
);
  (* anyconst *) logic [3:0] phits;
  (* hierconn *) logic [3:0] \dut.left_q ;
  logic idle;
  logic [N-1:0] begun_q = '0;                           // [n]: a transfer began n + 1 cycles ago.
  logic [3:0] left;                                     // Cycles until all that have begun are over, but for one.
  logic rst_n = 1'b0;

  phit_timer #(.PhitWidth(4)) dut (.clk_i, .rst_ni(rst_n), .phits_i(phits), .start_i, .idle_o(idle));

  always_comb begin
    left = '0;
    for (int n = N - 1; n >= 0; n--) if (begun_q[n] && 4'(n + 1) < phits) left = phits - 4'(n + 1);
  end
  always_ff @(posedge clk_i) begin
    rst_n   <= 1'b1;
    begun_q <= rst_n ? N'({begun_q, start_i}) : '0;
  end
  always @(posedge clk_i) begin
    assume (phits != '0 && phits <= N);
    if (rst_n) begin
      assume (idle || !start_i);
      assert (idle == (left == '0));
      assert (\dut.left_q == left);                     // An invariant.
      cover (start_i && begun_q[N-1] && phits == N);    // Without a pause.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : phit_timer_formal
