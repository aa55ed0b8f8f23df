/// Proof harness of link_repeater, of N stages: what comes in comes out N cycles later. By induction.
module link_repeater_formal #(
  parameter int N = 2
) (
  input logic       clk_i,
  input logic [1:0] data_i
);
  (* hierconn *) logic [2*N-1:0] \dut.data_q ;
  logic [1:0] data;
  logic [2*N-1:0] past_q = '0;                          // [cycles ago]
  logic rst_n = 1'b0;

  link_repeater #(.Stages(N), .Width(2)) dut (.clk_i, .rst_ni(rst_n), .data_i, .data_o(data));
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    for (int k = 0; k < N; k++) past_q[2*k +: 2] <= !rst_n ? '0 : k == 0 ? data_i : past_q[2*(k-1) +: 2];
  end
  always @(posedge clk_i) begin
    if (rst_n) begin
      assert (data == past_q[2*(N-1) +: 2]);
      assert (\dut.data_q == past_q);                   // Invariant.
      cover (data == 2'b10 && data_i == 2'b01);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : link_repeater_formal
