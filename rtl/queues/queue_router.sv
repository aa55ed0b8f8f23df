`include "net_assert.svh"
`include "net_types.svh"

/// Packet-switched router with central queues. Model: hw/router/queues/konstantinidou_router.h, without barriers,
/// `least_loaded` and faults. One rising edge is one step(). What is not structure comes in on straps, so that one
/// netlist serves every node and many settings of one shape.
///
///     flit_i  +--------------+  fronts  +--------------+  sent   +---------------+  flit_o
///     ------->| queue_input  |--------->| queue_switch |-------->| queue_output  |------->
///     <-------| of each port |--+       |  queue_ways  |         | of each port  |<-------
///     credit_o+--------------+  |       +--------------+         +---------------+ credit_i
///                               |     +----------------+                 ^
///                               +---->| queue_ejection |-----------------+ last port
///                            arrived  +----------------+
///
/// Ports:    in topology order, the terminal port last. A flit is a packet.
/// Timing:   a packet that arrives at edge t enters a queue at t, leaves it a routing cycle later, and is on the link then.
module queue_router #(
  parameter int NumPorts = 5,                            ///< The terminal port included.
  parameter int NumQueues = 3,                           ///< Queues, and classes of VCs, >= 2.
  parameter int Slots = 4,                               ///< Of the largest queue, >= 2.
  parameter int Depth = 2,                               ///< Packets of an input buffer, here and beyond each link.
  parameter int EjectionSlots = 2,                       ///< Of the ejection buffer, >= 2.
  parameter int Radix = 2,                               ///< Nodes per dimension of a mesh; hypercube: 2.
  parameter int TableNodes = 1,                          ///< Destinations in the routing table; 1: there is none.
  parameter int Departures = NumPorts - 1,               ///< Packets that leave the queues in a cycle at most; 1 .. NumPorts - 1.
  parameter int Admissions = Slots,                      ///< Packets that enter a queue in a cycle at most; 1 .. Slots.
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int SourceWidth = $clog2(NumPorts + NumQueues),
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int SwitchStartWidth = $clog2(NumQueues) + NumQueues * SourceWidth,
  localparam int EjectionStartWidth = $clog2(NumVcs),
  localparam int StartWidth = SwitchStartWidth + EjectionStartWidth
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,         ///< Asynchronous, active low.
  input  queue_site_t                            site_i,         ///< Static.
  input  logic [NumQueues*CountWidth-1:0]        capacity_i,     ///< [queue]: packets, 1 .. Slots. Static.
  input  logic [NumQueues*TableNodes*NumVcs-1:0] table_i,        ///< [queue][destination][class][port]. Static.
  input  logic [StartWidth-1:0]                  start_i,        ///< {those of queue_switch, of queue_ejection}. Static.
  input  logic [NumPorts*FlitWidth-1:0]          flit_i,         ///< [port]
  output logic [NumVcs-1:0]                      credit_o,       ///< [port][class]: a packet has left this buffer.
  output logic [NumPorts*FlitWidth-1:0]          flit_o,         ///< [port]
  input  logic [NumVcs-1:0]                      credit_i        ///< [port][class]: one has left this buffer beyond.
);
  localparam int Width = net_pkg::PacketWidth;
  localparam int NumSlots = NumQueues * Slots;
  localparam int Terminal = NumPorts - 1;
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2;
  localparam int NodeWidth = $clog2(Radix ** Dims);
  localparam int CoordWidth = $clog2(Radix);
  localparam int PhitWidth = 4;

  logic [Dims*CoordWidth-1:0] here;
  logic [NumVcs-1:0] enter, enters, send;                // [class][port]
  logic [NumVcs-1:0] free_at, free;                      // [port][class], [class][port]
  logic [NumVcs-1:0] arrived, received;                  // [port][class]
  logic [NumVcs*Width-1:0] front_at, front;              // [port][class], [class][port]
  logic [NumPorts*Width-1:0] sent;
  logic [NumSlots*Width-1:0] packet;
  logic [NumSlots*NumVcs-1:0] preferred, escape;
  logic ejects, terminal_free;
  logic [Width-1:0] ejected;

  node_coordinates #(.Radix(Radix), .Dims(Dims)) i_here (
    .node_i(site_i.node[NodeWidth-1:0]), .coordinates_o(here)
  );

  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    localparam int Classes = (p == Terminal) ? 1 : NumQueues;
    logic [Classes-1:0] credit, asks, here_now, read;
    logic [Classes*Width-1:0] fronts;

    queue_input #(.NumQueues(Classes), .Depth(Depth), .PhitWidth(PhitWidth)) i_port (
      .clk_i, .rst_ni, .node_i(site_i.node), .phits_i(site_i.phits), .flit_i(flit_i[p*FlitWidth +: FlitWidth]),
      .credit_o(credit), .enter_o(asks), .arrived_o(here_now), .front_o(fronts), .read_i(read)
    );
    for (genvar c = 0; c < NumQueues; c++) begin : gen_class
      if (c < Classes) begin : gen_buffer
        assign read[c]                     = enters[c*NumPorts + p] || received[p*NumQueues + c];
        assign credit_o[p*NumQueues + c]   = credit[c];
        assign enter[c*NumPorts + p]       = asks[c];
        assign arrived[p*NumQueues + c]    = here_now[c];
        assign front_at[(p*NumQueues + c)*Width +: Width] = fronts[c*Width +: Width];
      end else begin : gen_none
        assign credit_o[p*NumQueues + c]   = 1'b0;
        assign enter[c*NumPorts + p]       = 1'b0;
        assign arrived[p*NumQueues + c]    = 1'b0;
        assign front_at[(p*NumQueues + c)*Width +: Width] = '0;
      end
      assign front[(c*NumPorts + p)*Width +: Width] = front_at[(p*NumQueues + c)*Width +: Width];
      assign free[c*NumPorts + p] = (p == Terminal) ? 1'b0 : free_at[p*NumQueues + c];
    end
  end

  for (genvar i = 0; i < NumSlots; i++) begin : gen_slot
    queue_ways #(.NumPorts(NumPorts), .NumQueues(NumQueues), .Radix(Radix), .TableNodes(TableNodes)) i_ways (
      .relation_i(site_i.relation), .table_i, .here_i(here), .queue_i($clog2(NumQueues)'(i / Slots)),
      .destination_i(packet[i*Width + 32 +: 32]), .preferred_o(preferred[i*NumVcs +: NumVcs]),
      .escape_o(escape[i*NumVcs +: NumVcs])
    );
  end
  queue_switch #(
    .NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Departures(Departures), .Admissions(Admissions), .Width(Width),
    .PhitWidth(PhitWidth)
  ) i_switch (
    .clk_i, .rst_ni, .capacity_i, .phits_i(site_i.phits), .head_only_i(site_i.head_only), .random_i(site_i.random),
    .seed_i(site_i.seed), .start_i(start_i[EjectionStartWidth +: SwitchStartWidth]), .free_i(free), .enter_i(enter),
    .front_i(front), .preferred_i(preferred), .escape_i(escape), .send_o(send), .sent_o(sent), .read_o(enters),
    .pushes_o(), .source_o(), .count_o(), .packet_o(packet)
  );
  assign terminal_free = free_at[Terminal*NumQueues +: NumQueues] != '0;
  queue_ejection #(.NumBuffers(NumVcs), .Slots(EjectionSlots), .PhitWidth(PhitWidth)) i_ejection (
    .clk_i, .rst_ni, .capacity_i(site_i.ejection_slots), .phits_i(site_i.phits), .period_i(site_i.ejection_period),
    .start_i(start_i[EjectionStartWidth-1:0]), .arrived_i(arrived), .front_i(front_at), .read_o(received),
    .free_i(terminal_free), .send_o(ejects), .packet_o(ejected)
  );

  for (genvar p = 0; p < NumPorts; p++) begin : gen_output
    logic [NumQueues-1:0] sends;
    logic [Width-1:0] leaving;

    if (p == Terminal) begin : gen_terminal              // The lowest VC that has a credit.
      assign sends   = free_at[p*NumQueues +: NumQueues] & (~free_at[p*NumQueues +: NumQueues] + 1'b1) & {NumQueues{ejects}};
      assign leaving = ejected;
    end else begin : gen_link
      for (genvar c = 0; c < NumQueues; c++) begin : gen_class
        assign sends[c] = send[c*NumPorts + p];
      end
      assign leaving = sent[p*Width +: Width];
    end
    queue_output #(.NumQueues(NumQueues), .Depth(Depth), .PhitWidth(PhitWidth)) i_port (
      .clk_i, .rst_ni, .depth_i(site_i.depth), .phits_i(site_i.phits), .credit_i(credit_i[p*NumQueues +: NumQueues]),
      .free_o(free_at[p*NumQueues +: NumQueues]), .send_i(sends), .packet_i(leaving),
      .flit_o(flit_o[p*FlitWidth +: FlitWidth])
    );
  end
endmodule : queue_router
