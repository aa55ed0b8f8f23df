/// One of two records: the one with the smaller key, or the larger, combinational. Model: hw/router/sorting/compare_exchange.h.
/// Two processors that exchange records, of which one keeps the smaller and one the larger, have both of them afterwards,
/// also where keys are equal: then each keeps its own.
module compare_exchange #(
  parameter int KeyWidth = 26,                          ///< Bits of a key, at the high end of a record.
  parameter int DataWidth = 32                          ///< Bits of the rest.
) (
  input  logic [KeyWidth+DataWidth-1:0] own_i,
  input  logic [KeyWidth+DataWidth-1:0] other_i,        ///< What has come.
  input  logic                          keep_smaller_i,
  output logic                          takes_o,        ///< `record_o` is what has come.
  output logic [KeyWidth+DataWidth-1:0] record_o
);
  logic [KeyWidth-1:0] own, other, low, high;

  assign own      = own_i[DataWidth +: KeyWidth];
  assign other    = other_i[DataWidth +: KeyWidth];
  assign low      = keep_smaller_i ? other : own;       // It takes what has come if this is below the other one.
  assign high     = keep_smaller_i ? own : other;
  assign takes_o  = low < high;
  assign record_o = takes_o ? other_i : own_i;
endmodule : compare_exchange
