/// Proof harness of route_table, of N destinations and six output VCs: for each of them it gives what the table has there,
/// for any other destination nothing.
module route_table_formal #(
  parameter int N = 4
);
  localparam int TotalVcs = 6;
  localparam int TableWidth = N * 2 * TotalVcs;

  (* anyconst *) logic [TableWidth-1:0] routes;
  (* anyconst *) logic [31:0] destination;
  logic [TotalVcs-1:0] adaptive, escape;
  logic [TableWidth-1:0] from_there_on;                  // The table without what stands below the destination.

  route_table #(.TotalVcs(TotalVcs), .TableNodes(N)) dut (
    .table_i(routes), .destination_i(destination), .adaptive_o(adaptive), .escape_o(escape)
  );
  assign from_there_on = routes >> (destination * 2 * TotalVcs);

  always @(*) begin
    for (int d = 0; d < N; d++)                          // No VC is both.
      assume ((routes[d*2*TotalVcs +: TotalVcs] & routes[(2*d + 1)*TotalVcs +: TotalVcs]) == '0);
    if (destination < N) assert ({escape, adaptive} == from_there_on[2*TotalVcs-1:0]);
    else                 assert ({escape, adaptive} == '0);
    cover (destination == N - 1 && escape != '0 && adaptive != '0);
  end
endmodule : route_table_formal
