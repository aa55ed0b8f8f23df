/// Proof harness of recency_order, of N requesters, any of which go, from any start, reset at any time. Besides the assertions
/// at its foot: of any two, the one comes first that went longer ago, of two that went at once the lower one, and of two that
/// did not go yet, the first from the start on. By induction.
module recency_order_formal #(
  parameter int N = 4
) (
  input logic         clk_i,
  input logic         reset_i,
  input logic [N-1:0] last_i
);
  localparam int IndexWidth = $clog2(N);

  (* anyconst *) logic [IndexWidth-1:0] start;
  (* anyconst *) logic [IndexWidth-1:0] one, other;     // Any two.
  logic [N*N-1:0] order;
  logic one_first_q, one_first;                         // Of the two, by the definition.
  logic rst_n, running_q = 1'b0, idle_q = 1'b0;
  logic [N*N-1:0] order_q;

  recency_order #(.NumReq(N)) dut (.clk_i, .rst_ni(rst_n), .start_i(start), .last_i, .order_o(order));

  assign rst_n     = running_q && !reset_i;
  assign one_first = last_i[one] && last_i[other] ? one < other : last_i[other] || one_first_q && !last_i[one];

  always_ff @(posedge clk_i) begin
    running_q   <= 1'b1;
    idle_q      <= rst_n && last_i == '0;
    order_q     <= order;
    one_first_q <= rst_n ? one_first : (one < start) == (other < start) ? one < other : one >= start;
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
  always @(*) begin
    assume (start < N && one < N && other < N && one != other);
    if (rst_n) begin
      assert (order[other*N + one] == one_first_q);
      assert (order[one*N + other] != one_first_q);
      assert (!order[one*N + one]);
      cover (one_first_q && one > other && last_i[one]);
      cover (one_first_q && one > other && last_i[one] && last_i[other]);
      assert (!idle_q || order == order_q);
    end
  end
endmodule : recency_order_formal
