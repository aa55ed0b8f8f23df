`include "net_assert.svh"
`include "net_types.svh"

/// Packet-switched, non-minimal router: neighbours exchange packets, so that none is ever refused. Model:
/// hw/router/exchange/exchange_router.h, without faults and injection policies. One rising edge is one step(). What is not
/// structure comes in on straps, so that one netlist serves every node and many settings of one shape.
///
///     flit_i                    +-----------------+  ask, answer  +----------+  flit_o
///     ----------+-------------->| exchange_switch |-------------->| register |------->
///               |   its ways    |  the buffers    |               +----------+
///               |   by table    +-----------------+
///               |                inject |  | eject
///               |              +-----------------+
///               +------------->| packet_terminal | last port
///                              +-----------------+
///
/// Ports:    in topology order, the terminal port last. A flit is a packet; VC 0 carries requests, VC 1 replies.
/// Timing:   a packet that arrives at edge t may leave at t + 1.
module exchange_router #(
  parameter int NumPorts = 5,                            ///< The terminal port included, >= 3.
  parameter int Buffers = 5,                             ///< At least one per link.
  parameter int InjectionFlits = 2,                      ///< Of the injection buffer.
  parameter int EjectionSlots = 2,                       ///< Packets of the ejection buffer, >= 2.
  parameter int TableNodes = 16,                         ///< Destinations in the routing table, >= 2.
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int NumLinks = NumPorts - 1,
  localparam int RowWidth = NumLinks + 8,
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  exchange_site_t                 site_i,         ///< Static.
  input  logic [Buffers-1:0]             buffers_i,      ///< Those that there are, from the lowest on. Static.
  input  logic [NumLinks-1:0]            links_i,        ///< Those that there are. Static.
  input  logic [TableNodes*RowWidth-1:0] table_i,        ///< [destination]: {hops, the links that bring it nearer}. Static.
  input  logic [StartWidth-1:0]          start_i,        ///< The link of the first turn. Static.
  input  logic [NumPorts*FlitWidth-1:0]  flit_i,         ///< [port]
  output logic [NumPorts*2-1:0]          credit_o,       ///< [port][VC]: the flit was taken.
  output logic [NumPorts*FlitWidth-1:0]  flit_o,         ///< [port]
  input  logic [NumPorts*2-1:0]          credit_i        ///< [port][VC]: the far end has taken it.
);
  localparam int Width = net_pkg::PacketWidth;
  localparam int NodeWidth = $clog2(TableNodes);
  localparam int RoomWidth = $clog2(EjectionSlots + 1);
  localparam int InjectionWidth = $clog2(InjectionFlits + 1);

  logic [NumPorts*FlitWidth-1:0] comes, flit_q;          // [port]; last, the front of the injection buffer.
  logic [NumPorts*Width-1:0] packet;
  logic [NumPorts*NumLinks-1:0] ways;
  logic [NumPorts*8-1:0] distance;
  logic [NumLinks-1:0] request, reply, credited, ask, answer;
  logic [NumLinks*2-1:0] credit_q;
  logic [NumLinks*Width-1:0] sent;
  logic [RoomWidth-1:0] room, ejects;
  logic [EjectionSlots*Width-1:0] ejected;
  logic [Width-1:0] leaving;
  logic next, injects, send;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [RowWidth-1:0] row;

    assign packet[p*Width +: Width]        = {comes[p*FlitWidth + 96 +: 32], comes[p*FlitWidth +: 64]};
    assign row                             = table_i[comes[p*FlitWidth + 32 +: NodeWidth]*RowWidth +: RowWidth];
    assign ways[p*NumLinks +: NumLinks]    = row[NumLinks-1:0];
    assign distance[p*8 +: 8]              = row[RowWidth-1:NumLinks];
    assign flit_o[p*FlitWidth +: FlitWidth] = flit_q[p*FlitWidth +: FlitWidth];

    if (p < NumLinks) begin : gen_link
      assign comes[p*FlitWidth +: FlitWidth] = flit_i[p*FlitWidth +: FlitWidth];
      assign request[p]  = flit_i[p*FlitWidth + 64 +: 16] != '0 && !flit_i[p*FlitWidth + 80];
      assign reply[p]    = flit_i[p*FlitWidth + 80];     // Zero without a flit.
      assign credited[p] = credit_i[2*p];
      assign credit_o[2*p +: 2] = credit_q[2*p +: 2];
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          credit_q[2*p +: 2] <= '0;
          flit_q[p*FlitWidth +: FlitWidth] <= '0;
        end else begin
          credit_q[2*p +: 2] <= {reply[p], request[p]};
          flit_q[p*FlitWidth +: FlitWidth] <= !(ask[p] || answer[p]) ? '0
            : {sent[p*Width + 64 +: 32], 7'd0, 1'b1, 7'd0, answer[p], 16'd1, sent[p*Width +: 64]};  // A header_t.
        end
      end
    end else begin : gen_terminal
      logic credit;

      packet_terminal #(.InjectionFlits(InjectionFlits), .EjectionSlots(EjectionSlots), .BufferWidth(Width)) i_terminal (
        .clk_i, .rst_ni, .flits_i(site_i.injection_flits[InjectionWidth-1:0]), .capacity_i(site_i.ejection_slots[RoomWidth-1:0]),
        .flit_i(flit_i[p*FlitWidth +: FlitWidth]), .credit_o(credit), .next_o(next), .waiting_o(), .inject_i(injects),
        .follow_o(), .flit_o(comes[p*FlitWidth +: FlitWidth]), .room_o(room), .ejects_i(ejects), .ejected_i(ejected),
        .credit_i(credit_i[2*p]), .send_o(send), .buffer_o(leaving), .has_flit_i(1'b1), .tail_i(1'b1)
      );
      assign credit_o[2*p +: 2] = {1'b0, credit};
      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) flit_q[p*FlitWidth +: FlitWidth] <= '0;
        else         flit_q[p*FlitWidth +: FlitWidth] <= !send ? '0 : {leaving[64 +: 32], 7'd0, 1'b1, 8'd0, 16'd1, leaving[63:0]};
      end
    end
  end

  exchange_switch #(.NumPorts(NumPorts), .Buffers(Buffers), .EjectionSlots(EjectionSlots)) i_buffers (
    .clk_i, .rst_ni, .priority_i(site_i.priority_of), .buffers_i, .links_i, .seed_i(site_i.seed), .start_i, .request_i(request),
    .reply_i(reply), .packet_i(packet), .ways_i(ways), .distance_i(distance), .credit_i(credited), .room_i(room), .next_i(next),
    .ask_o(ask), .answer_o(answer), .sent_o(sent), .inject_o(injects), .ejects_o(ejects), .ejected_o(ejected)
  );
endmodule : exchange_router
