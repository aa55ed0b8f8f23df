`include "net_assert.svh"

/// The output VCs that a head flit in one input VC may be allocated, from a table that stands on straps.
/// Model: DuatoRouter::compute_routes() with any routing function.
module route_table #(
  parameter int TotalVcs = 20,
  parameter int TableNodes = 16,                         ///< Destinations in the table, >= 2.
  localparam int TableWidth = TableNodes * 2 * TotalVcs
) (
  input  logic [TableWidth-1:0] table_i,                 ///< [destination]: {escape, adaptive}. Static.
  input  logic [31:0]           destination_i,
  output logic [TotalVcs-1:0]   adaptive_o,
  output logic [TotalVcs-1:0]   escape_o                 ///< At most one VC of a port.
);
  always_comb begin
    adaptive_o = '0;
    escape_o   = '0;
    for (int d = 0; d < TableNodes; d++) begin
      if (destination_i == 32'(d)) begin
        adaptive_o = table_i[2*d*TotalVcs +: TotalVcs];
        escape_o   = table_i[(2*d + 1)*TotalVcs +: TotalVcs];
      end
    end
  end

  `SY_ASSERT_COMB(EscapeIsNotAdaptive, (escape_o & adaptive_o) == '0)
endmodule : route_table
