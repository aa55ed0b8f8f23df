/// The links that bring a packet nearer. Models: hw/routing/minimal.h; by table, of any network.
module minimal_ways #(
  parameter int NumPorts = 5,                            ///< The terminal port included.
  parameter int Radix = 4,                               ///< Nodes per dimension; hypercube: 2.
  parameter int TableNodes = 1,                          ///< Destinations in the table; 1: there is none.
  localparam int NumLinks = NumPorts - 1,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix)
) (
  input  logic [1:0]                     topology_i,     ///< Static.
  input  logic                           by_table_i,     ///< Static.
  input  logic [TableNodes*NumLinks-1:0] table_i,        ///< [destination][link]. Static.
  input  logic [Dims*CoordWidth-1:0]     here_i,         ///< [dimension]. Static.
  input  logic [31:0]                    destination_i,
  output logic [NumLinks-1:0]            ways_o          ///< [link]; zero if it is this node.
);
  localparam int NodeWidth = $clog2(Radix ** Dims);

  logic [Dims*CoordWidth-1:0] there;
  logic [NumLinks-1:0] minimal;

  node_coordinates #(.Radix(Radix), .Dims(Dims)) i_there (
    .node_i(destination_i[NodeWidth-1:0]), .coordinates_o(there)
  );
  minimal_hops #(.NumPorts(NumPorts), .Radix(Radix)) i_hops (
    .topology_i, .here_i, .there_i(there), .minimal_o(minimal), .ordered_o(), .wraps_now_o(), .wraps_ahead_o()
  );
  assign ways_o = by_table_i ? table_i[destination_i*NumLinks +: NumLinks] : minimal;
endmodule : minimal_ways
