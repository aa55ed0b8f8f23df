`include "net_assert.svh"
`include "net_types.svh"

/// Packet-switched, non-minimal router: rather than wait for each other, packets are sent the wrong way. Model:
/// hw/router/chaos/chaos_router.h, without faults and injection policies. One rising edge is one step(). What is not structure
/// comes in on straps, so that one netlist serves every node and many settings of one shape.
///
///     flit_i  +--------------+ entries +-----------------+  send  +--------------+  flit_o
///     ------->| input_frame  |-------->| visit_sequencer |------->| output_frame |------->
///     <-------| of each link |<--------|  central queue  |        | of each link |<-------
///     credit_o+------+-------+  read   +-----------------+        +------+-------+ credit_i
///                    |                  inject |  | eject                |
///                    |                    +-----------------+            |
///                    | flits              | packet_terminal | last port  | flits
///                    v                    +-----------------+            |
///     +------------------------------------------------------------------+-------+
///     | packet_store: the flits of each packet, in one buffer as long as it is here |
///     +------------------------------------------------------------------------------+
///
/// Ports:    in topology order, the terminal port last.
/// Timing:   a head flit that arrives at edge t is read at t, and on the link at t + 1, if its turns come.
module chaos_router #(
  parameter int NumPorts = 5,                            ///< The terminal port included, >= 3.
  parameter int Slots = 5,                               ///< Packets of the queue, >= 2.
  parameter int Flits = 1,                               ///< Of a packet, at most.
  parameter int InjectionFlits = 2,                      ///< Of the injection buffer.
  parameter int EjectionSlots = 2,                       ///< Packets of the ejection buffer, >= 2.
  parameter int Visits = 1,                              ///< Per cycle, at most.
  parameter int MaxLatency = 1,                          ///< Of a link.
  parameter int Radix = 2,                               ///< Nodes per dimension; hypercube: 2.
  parameter int TableNodes = 1,                          ///< Destinations in the routing table; 1: there is none.
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int NumLinks = NumPorts - 1,
  localparam int LatencyWidth = $clog2(MaxLatency + 1),
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,       ///< Asynchronous, active low.
  input  chaos_site_t                      site_i,       ///< Static.
  input  logic [NumLinks*LatencyWidth-1:0] latency_i,    ///< [link]: in cycles; 0: there is none. Static.
  input  logic [NumLinks-1:0]              first_i,      ///< [link]: this end wins the first tie of a half-duplex one. Static.
  input  logic [TableNodes*NumLinks-1:0]   table_i,      ///< [destination][link]. Static.
  input  logic [StartWidth-1:0]            start_i,      ///< The channel of the first turn. Static.
  input  logic [NumPorts*FlitWidth-1:0]    flit_i,       ///< [port]
  output logic [NumPorts-1:0]              credit_o,     ///< [port]: a flit has left this frame.
  output logic [NumPorts*FlitWidth-1:0]    flit_o,       ///< [port]
  input  logic [NumPorts-1:0]              credit_i,     ///< [port]: a flit has left the frame beyond.
  input  logic [NumLinks-1:0]              request_i,    ///< [link]: the far end asks for a half-duplex link.
  output logic [NumLinks-1:0]              request_o     ///< [link]: this end does.
);
  localparam int Buffers = Slots + 3*NumLinks + EjectionSlots;  // Of a link: in either frame, and on the link.
  localparam int BufferWidth = $clog2(Buffers);
  localparam int Width = 64 + NumLinks + BufferWidth;           // See visit_sequencer.
  localparam int CountWidth = $clog2(Slots + 1);
  localparam int VisitWidth = $clog2(Visits + 1);
  localparam int RoomWidth = $clog2(EjectionSlots + 1);
  localparam int InjectionWidth = $clog2(InjectionFlits + 1);
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2;
  localparam int NodeWidth = $clog2(Radix ** Dims);
  localparam int CoordWidth = $clog2(Radix);

  logic [Dims*CoordWidth-1:0] here;
  logic [NumPorts*FlitWidth-1:0] comes, flit_q;          // [port]
  logic [NumPorts-1:0] open, follow, send;               // [port]: a head flit comes, another flit; a flit leaves.
  logic [NumPorts*BufferWidth-1:0] into, from;           // [port]: the buffer of the packet that comes, and that leaves.
  logic [Buffers-1:0] has_flit, has_two, tail;           // See packet_store.
  logic [Buffers*FlitWidth-1:0] stored;
  logic [NumPorts*Width-1:0] entry;                      // [port]: of the packet in its frame; last, the one to be injected.
  logic [NumLinks-1:0] free, full, fill, read;
  logic [NumLinks*BufferWidth-1:0] filled;
  logic [RoomWidth-1:0] room, ejects;
  logic [EjectionSlots*BufferWidth-1:0] ejected;
  logic [1:0] waiting;
  logic [Visits-1:0] inject;
  logic next;

  node_coordinates #(.Radix(Radix), .Dims(Dims)) i_here (
    .node_i(site_i.node[NodeWidth-1:0]), .coordinates_o(here)
  );

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [NumLinks-1:0] ways;
    logic [Width-1:0] arrived;
    logic [BufferWidth-1:0] sent;
    logic [FlitWidth-1:0] leaves;
    logic sends, has_one, last, more;

    assign arrived = {comes[(p+1)*FlitWidth-1 -: 32], comes[p*FlitWidth +: 32], ways, into[p*BufferWidth +: BufferWidth]};
    minimal_ways #(.NumPorts(NumPorts), .Radix(Radix), .TableNodes(TableNodes)) i_ways (
      .topology_i(site_i.topology), .by_table_i(site_i.by_table), .table_i, .here_i(here),
      .destination_i(comes[p*FlitWidth + 32 +: 32]), .ways_o(ways)
    );

    packet_reader #(.Buffers(Buffers)) i_reader (
      .buffer_i(sent), .has_flit_i(has_flit), .has_two_i(has_two), .tail_i(tail), .flit_i(stored), .has_flit_o(has_one),
      .tail_o(last), .flit_o(leaves), .take_i(sends), .more_o(more)
    );
    assign send[p] = sends;
    assign from[p*BufferWidth +: BufferWidth] = sent;
    assign flit_o[p*FlitWidth +: FlitWidth]   = flit_q[p*FlitWidth +: FlitWidth];
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) flit_q[p*FlitWidth +: FlitWidth] <= '0;
      else         flit_q[p*FlitWidth +: FlitWidth] <= sends ? leaves : '0;
    end

    if (p < NumLinks) begin : gen_link
      logic granted, wants;

      assign comes[p*FlitWidth +: FlitWidth] = flit_i[p*FlitWidth +: FlitWidth];
      input_frame #(.Flits(Flits), .Width(Width)) i_input (
        .clk_i, .rst_ni, .flit_i(flit_i[p*FlitWidth +: FlitWidth]), .open_o(open[p]), .follow_o(follow[p]), .entry_i(arrived),
        .full_o(full[p]), .entry_o(entry[p*Width +: Width]), .read_i(read[p]), .credit_o(credit_o[p])
      );
      output_frame #(.Flits(Flits), .MaxLatency(MaxLatency), .BufferWidth(BufferWidth)) i_output (
        .clk_i, .rst_ni, .latency_i(latency_i[p*LatencyWidth +: LatencyWidth]), .free_o(free[p]), .fill_i(fill[p]),
        .buffer_i(filled[p*BufferWidth +: BufferWidth]), .credit_i(credit_i[p]), .grant_i(granted || !site_i.half_duplex),
        .want_o(wants), .send_o(sends), .buffer_o(sent), .has_flit_i(has_one), .more_i(more), .tail_i(last)
      );
      half_duplex_arbiter #(.MaxLatency(MaxLatency)) i_arbiter (
        .clk_i, .rst_ni, .first_i(first_i[p]), .latency_i(latency_i[p*LatencyWidth +: LatencyWidth]),
        .want_i(wants && site_i.half_duplex), .request_o(request_o[p]), .far_request_i(request_i[p]), .grant_o(granted), .busy_o()
      );
    end else begin : gen_terminal
      assign open[p]                 = inject != '0;
      assign entry[p*Width +: Width] = arrived;
      packet_terminal #(
        .InjectionFlits(InjectionFlits), .EjectionSlots(EjectionSlots), .BufferWidth(BufferWidth)
      ) i_terminal (
        .clk_i, .rst_ni, .flits_i(site_i.injection_flits[InjectionWidth-1:0]), .capacity_i(site_i.ejection_slots[RoomWidth-1:0]),
        .flit_i(flit_i[p*FlitWidth +: FlitWidth]), .credit_o(credit_o[p]), .next_o(next), .waiting_o(waiting),
        .inject_i(open[p]), .follow_o(follow[p]), .flit_o(comes[p*FlitWidth +: FlitWidth]), .room_o(room), .ejects_i(ejects),
        .ejected_i(ejected), .credit_i(credit_i[p]), .send_o(sends), .buffer_o(sent),
        .has_flit_i(has_one), .tail_i(last)
      );
    end
  end

  visit_sequencer #(
    .NumPorts(NumPorts), .Slots(Slots), .EjectionSlots(EjectionSlots), .Visits(Visits), .BufferWidth(BufferWidth)
  ) i_visits (
    .clk_i, .rst_ni, .variant_i(site_i.variant), .counted_i(site_i.counted), .capacity_i(site_i.queue_size[CountWidth-1:0]),
    .visits_i(site_i.visits[VisitWidth-1:0]), .seed_i(site_i.seed), .start_i, .faulty_i({NumLinks{1'b0}}), .free_i(free),
    .full_i(full), .entry_i(entry), .room_i(room), .next_i(next), .waiting_i(waiting), .visited_o(), .send_o(fill), .sent_o(filled), .read_o(read),
    .inject_o(inject), .ejects_o(ejects), .ejected_o(ejected)
  );
  packet_store #(.NumPorts(NumPorts), .Buffers(Buffers), .Flits(Flits)) i_store (
    .clk_i, .rst_ni, .open_i(open), .follow_i(follow), .flit_i(comes), .opened_o(into), .has_flit_o(has_flit),
    .has_two_o(has_two), .tail_o(tail), .flit_o(stored), .take_i(send), .buffer_i(from)
  );
endmodule : chaos_router
