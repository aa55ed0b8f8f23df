`include "net_assert.svh"
`include "net_types.svh"

/// Output ports that bring a packet nearer, and the one of dimension order.
/// Model: Grid::offset_between() of hw/topology/grid.h, hw/routing/dimension_order.h.
///
/// Dimension d goes up through port 2d and down through 2d + 1, in a hypercube both ways through port d. In a
/// ring a distance of exactly k/2 is minimal both ways; dimension order then goes up from even coordinates.
module minimal_hops #(
  parameter int NumPorts = 5,                            ///< The terminal port included.
  parameter int Radix = 4,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix)
) (
  input  logic [1:0]                 topology_i,
  input  logic [Dims*CoordWidth-1:0] here_i,             ///< [dimension]
  input  logic [Dims*CoordWidth-1:0] there_i,
  output logic [NumPorts-2:0]        minimal_o,
  output logic [NumPorts-2:0]        ordered_o,          ///< One-hot; zero if `here_i` is `there_i`.
  output logic                       wraps_now_o,        ///< `ordered_o` is the wrap-around link.
  output logic                       wraps_ahead_o       ///< The rest of the way in its ring uses it.
);
  localparam logic [CoordWidth:0] K = (CoordWidth + 1)'(Radix);

  logic wraps, up, down;
  logic [CoordWidth:0] from, to, hops_up, hops_down;     // Of one dimension.
  logic [Dims-1:0] differs, first, go_up, now, ahead;    // first: the lowest dimension that differs.
  logic [2*Dims-1:0] minimal, ordered;                   // Bit 2d: up in dimension d, bit 2d + 1: down.

  assign wraps = topology_i == net_pkg::Torus;

  // Most head flits of a router are on their way and ask for no other: what depends on them is passed over in
  // simulation.
  always_comb begin
    {differs, go_up, now, ahead, minimal}        = '0;
    {from, to, hops_up, hops_down, up, down} = '0;
    if (here_i != there_i) begin
      for (int d = 0; d < Dims; d++) begin
        from      = {1'b0, here_i[d*CoordWidth +: CoordWidth]};
        to        = {1'b0, there_i[d*CoordWidth +: CoordWidth]};
        hops_up   = (to >= from) ? to - from : to - from + K;
        hops_down = K - hops_up;

        differs[d] = to != from;
        up         = differs[d] && (wraps ? hops_up <= hops_down : to > from);
        down       = differs[d] && (wraps ? hops_down <= hops_up : to < from);
        go_up[d]   = up && !(down && from[0]);
        now[d]     = wraps && from == (go_up[d] ? K - 1'b1 : '0);
        ahead[d]   = go_up[d] ? to < from : to > from;

        minimal[2*d +: 2] = {down, up};
      end
    end
  end
  for (genvar d = 0; d < Dims; d++) begin : gen_dimension
    assign ordered[2*d +: 2] = {first[d] && !go_up[d], first[d] && go_up[d]};
  end

  assign first         = differs & (~differs + 1'b1);
  assign wraps_now_o   = (first & now) != '0;
  assign wraps_ahead_o = (first & ahead) != '0;

  for (genvar p = 0; p < NumPorts - 1; p++) begin : gen_port
    if (p < Dims) begin : gen_either
      assign minimal_o[p] = (topology_i == net_pkg::Hypercube) ? minimal[2*p +: 2] != '0 : minimal[p];
      assign ordered_o[p] = (topology_i == net_pkg::Hypercube) ? ordered[2*p +: 2] != '0 : ordered[p];
    end else begin : gen_grid
      assign minimal_o[p] = minimal[p];
      assign ordered_o[p] = ordered[p];
    end
  end

  `SY_ASSERT_COMB(HypercubeHasRadix2, (topology_i == net_pkg::Hypercube) == (Radix == 2))
  `SY_ASSERT_COMB(OrderedIsOneHot, (ordered_o & (ordered_o - 1'b1)) == '0)
  `SY_ASSERT_COMB(OrderedIsMinimal, (ordered_o & ~minimal_o) == '0)
endmodule : minimal_hops
