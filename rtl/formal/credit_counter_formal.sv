/// Proof harness of credit_counter: never below 0 or above the depth, as long as a credit only comes back if one is
/// out and is only spent if one is there. By induction.
module credit_counter_formal #(
  parameter int N = 4                                   // Depth.
) (
  input logic clk_i,
  input logic incr_i,
  input logic decr_i
);
  localparam int CountWidth = $clog2(N + 1);

  logic [CountWidth-1:0] count, next, out_q = '0;       // out: credits that were spent and are not back.
  logic rst_n = 1'b0;

  credit_counter #(.Depth(N)) dut (
    .clk_i, .rst_ni(rst_n), .incr_i, .decr_i, .count_o(count), .next_o(next)
  );

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) out_q <= out_q - CountWidth'(incr_i) + CountWidth'(decr_i);
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      assume (!incr_i || out_q != '0);
      assume (!decr_i || count != '0);
      assert (count <= N);
      assert (next <= N);
      assert (out_q <= N);
      assert (count + out_q == N + 32'(incr_i));        // No credit is lost, none appears.
      assert (next == count - CountWidth'(decr_i));
      cover (out_q == N && incr_i && decr_i);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : credit_counter_formal
