/// Proof harness of node_coordinates, of radix N in one to three dimensions: the coordinates of every node are digits to the
/// base N, and its number is their value.
module node_coordinates_formal #(
  parameter int N = 4                                   // Radix.
);
  localparam int CoordWidth = $clog2(N);
  localparam logic [CoordWidth:0] Radix = (CoordWidth + 1)'(N);

  for (genvar dims = 1; dims <= 3; dims++) begin : gen_grid
    localparam int NodeWidth = $clog2(N ** dims);

    (* anyconst *) logic [NodeWidth-1:0] node;          // Any one.
    logic [dims*CoordWidth-1:0] coordinates;
    logic [NodeWidth:0] value;

    node_coordinates #(.Radix(N), .Dims(dims)) dut (.node_i(node), .coordinates_o(coordinates));

    always_comb begin
      value = '0;
      for (int d = dims - 1; d >= 0; d--) value = value * (NodeWidth + 1)'(N) + coordinates[d*CoordWidth +: CoordWidth];
    end
    always @(*) begin
      assume (node < (NodeWidth + 1)'(N ** dims));
      assert (value == node);
      cover (value == (NodeWidth + 1)'(N ** dims - 1));
      for (int d = 0; d < dims; d++) assert (coordinates[d*CoordWidth +: CoordWidth] < Radix);
    end
  end
endmodule : node_coordinates_formal
