/// A compare-exchange as co-simulation drives it: in the cycles of a clock that it does not need.
module compare_unit
  // verilator tracing_off
#(
  parameter int KeyWidth = 26,
  parameter int DataWidth = 128
) (
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [KeyWidth+DataWidth-1:0] own_i,
  input  logic [KeyWidth+DataWidth-1:0] other_i,
  input  logic                          keep_smaller_i,
  output logic                          takes_o,
  output logic [KeyWidth+DataWidth-1:0] record_o
);
  // verilator tracing_on
  compare_exchange #(.KeyWidth(KeyWidth), .DataWidth(DataWidth)) compare_exchange (
    .own_i(own_i), .other_i(other_i), .keep_smaller_i(keep_smaller_i), .takes_o(takes_o), .record_o(record_o)
  );
endmodule : compare_unit
