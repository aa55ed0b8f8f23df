/// Proof harness of minimal_ways: a grid of N x N nodes, N > 2, or a square of four. It has no state; minimal_hops has a proof of
/// its own.
///
/// By table it says what stands there for the destination. Else: no link if and only if the packet is there, and else in no
/// dimension in which it is there already, and in each of the others.
module minimal_ways_formal #(
  parameter int N = 4,
  localparam int NumPorts = (N == 2) ? 3 : 5,
  localparam int NumLinks = NumPorts - 1,
  localparam int CoordWidth = $clog2(N)
) (
  input logic [31:0]                 destination_i,
  input logic [2*CoordWidth-1:0]     here_i,
  input logic [N*N*(NumPorts-1)-1:0] table_i
);
  (* anyconst *) logic [1:0] topology;
  (* anyconst *) logic by_table;
  logic [NumLinks-1:0] ways;
  logic [1:0] differs, moves;                           // [dimension]

  minimal_ways #(.NumPorts(NumPorts), .Radix(N), .TableNodes(N*N)) dut (
    .topology_i(topology), .by_table_i(by_table), .table_i, .here_i, .destination_i, .ways_o(ways)
  );
  always_comb begin
    for (int d = 0; d < 2; d++) begin
      differs[d] = here_i[d*CoordWidth +: CoordWidth] != CoordWidth'((destination_i / (d == 0 ? 1 : N)) % N);
      moves[d]   = N == 2 ? ways[d] : ways[(2*d) % NumLinks] || ways[(2*d + 1) % NumLinks];
    end
  end
  always @(*) begin
    assume (N == 2 ? topology == net_pkg::Hypercube : topology == net_pkg::Torus || topology == net_pkg::Mesh);
    assume (destination_i < N*N);
    for (int d = 0; d < 2; d++) assume (here_i[d*CoordWidth +: CoordWidth] < (CoordWidth + 1)'(N));
    if (by_table) begin
      for (int n = 0; n < N*N; n++) if (destination_i == n) assert (ways == table_i[n*NumLinks +: NumLinks]);
    end else begin
      assert (moves == differs);
    end
    cover (!by_table && moves == 2'b11);
    cover (by_table && destination_i == N*N - 1 && ways != '0);
  end
endmodule : minimal_ways_formal
