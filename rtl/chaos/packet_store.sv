`include "net_assert.svh"
`include "net_types.svh"

/// The packets of a node, each in a buffer of its own from the arrival of its head flit until its tail has left. Model:
/// hw/router/packet/packet_buffers.h.
///
/// Frames and slots of the queue are roles of these buffers, whose flits stay where they are. A flit behind a head flit may
/// leave in the cycle in which it comes; see packet_reader.
module packet_store #(
  parameter int NumPorts = 5,
  parameter int Buffers = 19,                            ///< >= 2
  parameter int Flits = 1,                               ///< Of a packet, at most.
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int BufferWidth = $clog2(Buffers)
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,        ///< Asynchronous, active low.
  input  logic [NumPorts-1:0]             open_i,        ///< [port]: a head flit comes, for which there is a buffer;
  input  logic [NumPorts-1:0]             follow_i,      ///< or another flit of the last packet of this port.
  input  logic [NumPorts*FlitWidth-1:0]   flit_i,        ///< [port]
  output logic [NumPorts*BufferWidth-1:0] opened_o,      ///< [port]: where a head flit goes, if the ports below have none or
                                                         ///< have theirs now.
  output logic [Buffers-1:0]              has_flit_o,    ///< [buffer]: its packet has a flit that has not left,
  output logic [Buffers-1:0]              has_two_o,     ///< and another one behind it.
  output logic [Buffers-1:0]              tail_o,        ///< [buffer]: the next flit is the last of its packet.
  output logic [Buffers*FlitWidth-1:0]    flit_o,        ///< [buffer]: that flit, of VC 0.
  input  logic [NumPorts-1:0]             take_i,        ///< [port]: a flit leaves,
  input  logic [NumPorts*BufferWidth-1:0] buffer_i       ///< [port]: the next one of this buffer.
);
  localparam int CountWidth = $clog2(Flits + 1);

  logic [Buffers-1:0] used_q;
  logic [NumPorts*Buffers-1:0] opens, follows, takes;    // [port][buffer]

  // A port's buffer is the lowest that is free and that no port below opens. It is no gen_port: Verilator 5.006 would look into that
  // of the router around.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_opener
    logic [Buffers-1:0] available, pick, left;
    logic [BufferWidth-1:0] opened, into_q;

    if (p == 0) begin : gen_first
      assign available = ~used_q;
    end else begin : gen_other
      assign available = gen_opener[p-1].left;
    end
    assign pick = available & (~available + 1'b1);
    assign left = open_i[p] ? available & ~pick : available;
    always_comb begin
      opened = '0;
      for (int b = 1; b < Buffers; b++) if (pick[b]) opened = BufferWidth'(b);
    end
    assign opened_o[p*BufferWidth +: BufferWidth] = opened;
    for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
      assign opens[p*Buffers + b]   = open_i[p] && pick[b];
      assign follows[p*Buffers + b] = follow_i[p] && into_q == BufferWidth'(b);
      assign takes[p*Buffers + b]   = take_i[p] && buffer_i[p*BufferWidth +: BufferWidth] == BufferWidth'(b);
    end
    always_ff @(posedge clk_i) if (open_i[p]) into_q <= opened;

    `SY_ASSERT(ThereIsABuffer, !open_i[p] || available != '0)
  end

  for (genvar b = 0; b < Buffers; b++) begin : gen_buffer
    logic opened, follows_here, taken;
    logic [FlitWidth-1:0] came;                          // A head flit, or one that follows; zero: neither.
    logic [15:0] remaining;                              // Flits of the packet, from the next one on.
    logic [CountWidth-1:0] arrived_q, arrived, left_q, left, length_q, rest, place;
    logic [63:0] header_q;                               // {destination, packet}
    logic [Flits*32-1:0] payloads_q;
    logic [31:0] payload;

    always_comb begin
      opened       = 1'b0;
      follows_here = 1'b0;
      taken        = 1'b0;
      came         = '0;
      for (int p = 0; p < NumPorts; p++) begin
        opened       = opened || opens[p*Buffers + b];
        follows_here = follows_here || follows[p*Buffers + b];
        taken        = taken || takes[p*Buffers + b];
        came = came | {FlitWidth{opens[p*Buffers + b] || follows[p*Buffers + b]}} & flit_i[p*FlitWidth +: FlitWidth];
      end
    end
    assign arrived = arrived_q + CountWidth'(follows_here);
    assign left    = left_q + CountWidth'(taken);
    assign rest    = length_q - left_q;
    assign place   = opened ? '0 : arrived_q;            // Of a flit that comes.

    always_comb begin
      payload = came[FlitWidth-1:net_pkg::HeaderWidth];  // A flit that leaves as it comes.
      for (int f = 0; f < Flits; f++) begin
        if (left_q == CountWidth'(f) && left_q != arrived_q) payload = payloads_q[f*32 +: 32];
      end
      remaining = '0;
      remaining[CountWidth-1:0] = rest;
    end
    assign flit_o[b*FlitWidth +: FlitWidth] = {payload, 7'd0, left_q == '0, 8'd0, remaining, header_q};  // A header_t.
    assign has_flit_o[b] = arrived != left_q;
    assign has_two_o[b]  = arrived != left_q && arrived != left_q + 1'b1;
    assign tail_o[b]     = rest == CountWidth'(1);

    always_ff @(posedge clk_i) begin                     // Nobody looks at what is in no packet's buffer.
      if (opened) begin
        header_q  <= came[63:0];
        length_q  <= came[64 +: CountWidth];          // `remaining`
        arrived_q <= CountWidth'(1);
        left_q    <= '0;
      end else begin
        arrived_q <= arrived;
        left_q    <= left;
      end
      for (int f = 0; f < Flits; f++) begin
        if (place == CountWidth'(f)) payloads_q[f*32 +: 32] <= came[FlitWidth-1:net_pkg::HeaderWidth];
      end
    end
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) used_q[b] <= 1'b0;
      else         used_q[b] <= opened || used_q[b] && !(taken && tail_o[b]);
    end

    `SY_ASSERT(TakesFromAPacket, !taken || used_q[b] && has_flit_o[b])
    `SY_ASSERT(FollowsAHead, !follows_here || used_q[b])
  end
endmodule : packet_store
