`include "net_assert.svh"

/// The ejection buffer of a node with central queues: packets that are at their destination, on their way to the
/// terminal. Model: receive() and eject() of hw/router/queues/konstantinidou_router.h.
///
/// The input buffers take turns. A packet may go to the terminal a routing cycle after it came; the terminal takes one per
/// `period_i`.
module queue_ejection #(
  parameter int NumBuffers = 15,                         ///< Input buffers.
  parameter int Slots = 2,                               ///< Packets, at most; >= 2.
  parameter int PhitWidth = 4,
  localparam int Width = net_pkg::PacketWidth,
  localparam int StartWidth = $clog2(NumBuffers)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,            ///< Asynchronous, active low.
  input  logic [7:0]                  capacity_i,        ///< Packets, 1 .. Slots. Static.
  input  logic [PhitWidth-1:0]        phits_i,           ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic [31:0]                 period_i,          ///< From packet to packet, in 1/65536 cycles. Static.
  input  logic [StartWidth-1:0]       start_i,           ///< The buffer of the first turn. Static.
  input  logic [NumBuffers-1:0]       arrived_i,         ///< [buffer]: the front is for this node.
  input  logic [NumBuffers*Width-1:0] front_i,           ///< [buffer]
  output logic [NumBuffers-1:0]       read_o,            ///< [buffer]: the front is taken.
  input  logic                        free_i,            ///< The terminal has room.
  output logic                        send_o,            ///< A packet goes to the terminal.
  output logic [Width-1:0]            packet_o           ///< That packet.
);
  localparam logic [31:0] Cycle = 32'd65536;
  localparam int CountWidth = $clog2(Slots + 1);
  localparam int SourceWidth = $clog2(NumBuffers + 1);

  logic [31:0] wait_q, left;                             // Until the next packet may go, in 1/65536 cycles.
  logic [CountWidth-1:0] count, room, pushes;
  logic [Slots-1:0] eligible;
  logic [Slots*Width-1:0] stored, pushed;

  assign left     = wait_q > Cycle ? wait_q - Cycle : 32'd0;
  assign send_o   = free_i && eligible[0] && left < Cycle;
  assign packet_o = stored[Width-1:0];
  assign room     = CountWidth'(capacity_i) - count + CountWidth'(send_o);

  queue_admission #(.NumPorts(NumBuffers), .NumQueues(1), .Slots(Slots), .Width(Width)) i_admission (
    .clk_i, .rst_ni, .start_i(SourceWidth'(start_i)), .room_i(room), .buffer_i(arrived_i), .front_i, .asks_i({Slots{1'b0}}),
    .packet_i({Slots*Width{1'b0}}), .read_o, .moved_o(), .pushes_o(pushes), .source_o(), .packet_o(pushed)
  );
  central_queue #(.Slots(Slots), .Width(Width), .PhitWidth(PhitWidth)) i_queue (
    .clk_i, .rst_ni, .phits_i, .leave_i(Slots'(send_o)), .pushes_i(pushes), .packet_i(pushed), .count_o(count),
    .eligible_o(eligible), .packet_o(stored)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= '0;
    else         wait_q <= left + (send_o ? period_i : 32'd0);
  end

  `SY_ASSERT(NeverFullerThanItIs, 8'(count) <= capacity_i)
endmodule : queue_ejection
