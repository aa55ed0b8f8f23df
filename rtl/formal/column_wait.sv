/// For harnesses of output-first allocators: how long one input has waited for an output whose requests do not change.
module column_wait #(
  parameter int N = 4,                           ///< Inputs.
  parameter int CountWidth = 4,
  localparam int W = $clog2(N)
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  input  logic [W-1:0]          who_i,           ///< The input. Static.
  input  logic [N-1:0]          column_i,        ///< [input]: it requests the output.
  input  logic                  served_i,        ///< `who_i` is granted it.
  output logic [N-1:0]          column_o,        ///< What the column was.
  output logic [CountWidth-1:0] waited_o,        ///< Cycles before this one,
  output logic [CountWidth-1:0] waited_d_o       ///< and with it.
);
  logic [N-1:0] column_q = '0;
  logic [CountWidth-1:0] waited_d, waited_q = '0;

  assign waited_d = served_i || !column_i[who_i] ? '0 : column_i == column_q ? waited_q + 1'b1 : CountWidth'(1);
  assign column_o   = column_q;
  assign waited_o   = waited_q;
  assign waited_d_o = waited_d;

  always_ff @(posedge clk_i) begin
    column_q <= column_i;
    waited_q <= rst_ni ? waited_d : '0;
  end
endmodule : column_wait
