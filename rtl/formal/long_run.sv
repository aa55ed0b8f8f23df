/// For harnesses: what is assumed can be kept for so many cycles without a reset, so that `assert (0)` fails in each of them.
module long_run #(
  parameter int Cycles = 32
) (
  input logic clk_i,
  input logic rst_ni
);
  logic [$clog2(Cycles+1)-1:0] run_q = '0;

  always_ff @(posedge clk_i)
    run_q <= !rst_ni ? '0 : run_q + 1'b1;
  always @(*) cover (rst_ni && run_q == Cycles - 1);
endmodule : long_run
