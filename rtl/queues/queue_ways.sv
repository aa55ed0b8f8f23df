`include "net_types.svh"

/// What a packet of a central queue may take. Models: queue_candidates() of hw/routing/{hanging,three_queue,two_queue}.h;
/// by table, any relation without escapes, such as hw/routing/four_queue.h.
///
/// In a hypercube a hop up turns a wrong 0 of the address into a 1; in a mesh it raises a coordinate.
module queue_ways #(
  parameter int NumPorts = 5,                            ///< Hypercube: dimensions + 1, mesh: 2 * dimensions + 1.
  parameter int NumQueues = 3,                           ///< >= 2.
  parameter int Radix = 2,                               ///< Nodes per dimension of a mesh; hypercube: 2.
  parameter int TableNodes = 1,                          ///< Destinations in the table; 1: there is none.
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int QueueWidth = $clog2(NumQueues)
) (
  input  logic [1:0]                             relation_i,     ///< net_pkg::Hanging and so on. Static.
  input  logic [NumQueues*TableNodes*NumVcs-1:0] table_i,        ///< [queue][destination][class][port]. Static.
  input  logic [Dims*CoordWidth-1:0]             here_i,         ///< [dimension]. Static.
  input  logic [QueueWidth-1:0]                  queue_i,        ///< That the packet is in.
  input  logic [31:0]                            destination_i,  ///< Another node than this.
  output logic [NumVcs-1:0]                      preferred_o,    ///< [class][port]; at the last port moves into the queues.
  output logic [NumVcs-1:0]                      escape_o        ///< The same, if none of the preferred is free.
);
  localparam int NumLinks = NumPorts - 1;
  localparam int NodeWidth = $clog2(Radix ** Dims);
  localparam logic [1:0] Topology = (Radix == 2) ? net_pkg::Hypercube : net_pkg::Mesh;

  logic [Dims*CoordWidth-1:0] there;
  logic [NumLinks-1:0] minimal, up_ports, up, down, links;
  logic three, two, ascends, done;

  node_coordinates #(.Radix(Radix), .Dims(Dims)) i_there (
    .node_i(destination_i[NodeWidth-1:0]), .coordinates_o(there)
  );
  minimal_hops #(.NumPorts(NumPorts), .Radix(Radix)) i_hops (
    .topology_i(Topology), .here_i, .there_i(there), .minimal_o(minimal), .ordered_o(), .wraps_now_o(), .wraps_ahead_o()
  );
  for (genvar p = 0; p < NumLinks; p++) begin : gen_port
    if (Radix == 2) begin : gen_cube
      assign up_ports[p] = !here_i[p];
    end else begin : gen_mesh
      assign up_ports[p] = p % 2 == 0;
    end
  end

  assign three   = relation_i == net_pkg::ThreeQueue;
  assign two     = relation_i == net_pkg::TwoQueue;
  assign up      = minimal & up_ports;
  assign down    = minimal & ~up_ports;
  assign ascends = queue_i != QueueWidth'(1);            // Down in queue 1, up in all others.
  always_comb begin
    links = ascends ? up : down;
    if (two && ascends && up != '0) links = minimal;     // It goes down as well while it can still go up.
    done = links == '0;
  end

  always_comb begin
    preferred_o = '0;
    escape_o    = '0;
    if (relation_i == net_pkg::ByTable) begin
      preferred_o = table_i[(32'(queue_i)*TableNodes + destination_i)*NumVcs +: NumVcs];
    end else begin
      for (int c = 0; c < NumQueues; c++) begin
        if (QueueWidth'(c) == queue_i) preferred_o[c*NumPorts +: NumLinks] = links;
      end
      for (int c = 1; c < NumQueues; c++) begin          // The last move is into queue 1, or 2 of three.
        if (QueueWidth'(c - 1) == queue_i && done && (c == 1 || three)) preferred_o[c*NumPorts + NumLinks] = 1'b1;
      end
      if (two && !ascends) preferred_o[0 +: NumLinks] = up;
      escape_o[NumPorts + NumLinks] = three && queue_i == '0 && !done;
    end
  end
endmodule : queue_ways
