/// Coordinates of a node in a grid of equal radix, dimension 0 first. Model: hw/topology/grid.h.
module node_coordinates #(
  parameter int Radix = 4,                               ///< Nodes per dimension, >= 2.
  parameter int Dims = 2,
  localparam int NodeWidth = $clog2(Radix ** Dims),
  localparam int CoordWidth = $clog2(Radix)
) (
  input  logic [NodeWidth-1:0]       node_i,
  output logic [Dims*CoordWidth-1:0] coordinates_o       ///< [dimension]
);
  if (Dims == 1) begin : gen_ring                        // The radix itself may be too wide for a node's number.
    assign coordinates_o = node_i;
  end else begin : gen_grid
    localparam logic [NodeWidth-1:0] K = NodeWidth'(Radix);
    logic [NodeWidth-1:0] rest;

    always_comb begin
      rest = node_i;
      for (int d = 0; d < Dims; d++) begin
        coordinates_o[d*CoordWidth +: CoordWidth] = CoordWidth'(rest % K);
        rest = rest / K;
      end
    end
  end
endmodule : node_coordinates
