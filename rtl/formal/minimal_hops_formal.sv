`include "net_types.svh"

/// Proof harness of minimal_hops, of radix N in one to three dimensions, N = 2 as a hypercube, others as torus or mesh.
///
/// A port is minimal if its neighbour is nearer to the destination, by the distances in the graph. The port of dimension
/// order is the minimal one of the lowest dimension that differs, of two of them the one up from even coordinates. Whether
/// the way there wraps around is seen by going it.
module minimal_hops_formal #(
  parameter int N = 4                                   // Radix.
);
  localparam int CoordWidth = $clog2(N);
  localparam logic [CoordWidth:0] K = (CoordWidth + 1)'(N);
  localparam logic [CoordWidth-1:0] Last = CoordWidth'(N - 1);

  (* anyconst *) logic [1:0] topology;
  logic wraps;
  assign wraps = topology == net_pkg::Torus;
  always @(*) assume (N == 2 ? topology == net_pkg::Hypercube : topology == net_pkg::Torus || topology == net_pkg::Mesh);

  for (genvar dims = 1; dims <= 3; dims++) begin : gen_grid
    localparam int Links = N == 2 ? dims : 2 * dims;

    (* anyconst *) logic [dims*CoordWidth-1:0] here, there;
    logic [Links-1:0] minimal, ordered, nearer, before;  // before: minimal ports of lower dimensions.
    logic [Links-1:0] first;                             // The minimal ports of the lowest dimension that has any.
    logic wraps_now, wraps_ahead;
    logic odd;                                           // The coordinate in that dimension.

    minimal_hops #(.NumPorts(Links + 1), .Radix(N)) dut (
      .topology_i(topology), .here_i(here), .there_i(there), .minimal_o(minimal), .ordered_o(ordered),
      .wraps_now_o(wraps_now), .wraps_ahead_o(wraps_ahead)
    );

    logic [Links-1:0] border, passes;                    // The link wraps around; so does the way that begins with it.
    for (genvar p = 0; p < Links; p++) begin : gen_port
      localparam int D = N == 2 ? p : p / 2;
      logic [CoordWidth-1:0] at, to, next, way;
      logic up;

      assign at        = here[D*CoordWidth +: CoordWidth];
      assign to        = there[D*CoordWidth +: CoordWidth];
      assign up        = N == 2 ? !at[0] : p % 2 == 0;
      assign border[p] = at == (up ? Last : '0);
      assign next      = hop(at, up);
      assign nearer[p] = (!border[p] || wraps) && distance(next, to) < distance(at, to);
      assign before[p] = (nearer & ((Links'(1) << (N == 2 ? p : p / 2 * 2)) - 1'b1)) != '0;

      always_comb begin                                  // Along the way to the destination.
        passes[p] = 1'b0;
        way       = at;
        for (int s = 0; s < N; s++) begin
          if (way != to) begin
            if (way == (up ? Last : '0)) passes[p] = wraps;
            way = hop(way, up);
          end
        end
      end
    end
    assign first = nearer & ~before;
    always_comb begin
      odd = 1'b0;
      for (int p = 0; p < Links; p++) begin
        if (first[p]) odd = here[(N == 2 ? p : p / 2)*CoordWidth];
      end
    end

    always @(*) begin
      for (int d = 0; d < dims; d++) begin
        assume (here[d*CoordWidth +: CoordWidth] < K);
        assume (there[d*CoordWidth +: CoordWidth] < K);
      end
      assert (minimal == nearer);
      assert ((minimal == '0) == (here == there));
      assert ((ordered & ~first) == '0 && (ordered == '0) == (first == '0));
      assert ((ordered & (ordered - 1'b1)) == '0);
      if (N % 2 == 0 && N > 2) begin                     // Two ways may be equally far.
        cover (nearer == '1);
        if ((first & (first - 1'b1)) != '0) assert (ordered == (odd ? first & (first - 1'b1) : first & (~first + 1'b1)));
      end else begin
        assert (ordered == first);
      end
      if (N > 2) cover (wraps_now && wraps_ahead);
      cover (minimal == ordered && ordered[Links-1]);
      assert (wraps_now == (wraps && (ordered & border) != '0));
      assert (wraps_ahead == ((ordered & passes) != '0));
    end
  end

  function automatic logic [CoordWidth-1:0] hop(input logic [CoordWidth-1:0] from, input logic up);
    if (up) hop = from == Last ? '0 : from + 1'b1;
    else    hop = from == '0 ? Last : from - 1'b1;
  endfunction
  function automatic logic [CoordWidth:0] distance(input logic [CoordWidth-1:0] a, b);  // In links.
    logic [CoordWidth:0] apart;
    apart    = a < b ? b - a : a - b;
    distance = wraps && K - apart < apart ? K - apart : apart;
  endfunction
endmodule : minimal_hops_formal
