`include "net_assert.svh"

/// The central queues of a packet-switched node: which packets leave them over which links, which go to another queue, and
/// which enter. Model: hw/router/queues/queue_switch.h.
///
/// Around it stand the input buffers, the credit counters of the links, and the relation that says what a packet may take.
///
///        front_i   +-----------+  packet_o, eligible   +-----------+
///     ------------>| admission |------------------>|  central  |---> preferred_i, escape_i: the relation, of packet_o
///        read_o    | per queue |<------------------|   queues  |
///     <------------+-----------+   asks to move    +-----+-----+
///                        ^                               | eligible
///                        |    what has left        +-----v-----+  send_o, sent_o
///                        +-------------------------| departure |------------------>
///                                                  +-----------+
///
/// Timing:   a packet that enters in a cycle may leave a routing cycle later. The outputs follow the inputs at once.
module queue_switch #(
  parameter int NumPorts = 5,                            ///< The last one has no link.
  parameter int NumQueues = 3,                           ///< Queues, and classes of VCs, >= 2.
  parameter int Slots = 4,                               ///< Of the largest queue, >= 2.
  parameter int Departures = NumPorts - 1,               ///< So many packets leave in a cycle at most; 1 .. NumPorts - 1.
  parameter int Admissions = Slots,                      ///< So many enter a queue in a cycle at most; 1 .. Slots.
  parameter int Width = 96,                              ///< Bits of a packet.
  parameter int PhitWidth = 4,
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int NumSlots = NumQueues * Slots,
  localparam int NumSources = NumPorts + NumQueues,
  localparam int QueueWidth = $clog2(NumQueues),
  localparam int SourceWidth = $clog2(NumSources),
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int StartWidth = QueueWidth + NumQueues * SourceWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,        ///< Asynchronous, active low.
  input  logic [NumQueues*CountWidth-1:0] capacity_i,    ///< [queue]: packets, 1 .. Slots. Static.
  input  logic [PhitWidth-1:0]            phits_i,       ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic                            head_only_i,   ///< Only the oldest packet of a queue may go. Static.
  input  logic                            random_i,      ///< The link is chosen at random; else the first. Static.
  input  logic [23:0]                     seed_i,        ///< Of the random choice, not zero. Static.
  input  logic [StartWidth-1:0]           start_i,       ///< {the queue, [queue] the source of the first turn}. Static.
  input  logic [NumVcs-1:0]               free_i,        ///< [class][port]: idle, with a credit; not of the last port.
  input  logic [NumVcs-1:0]               enter_i,       ///< [class][port]: a packet wants to enter the queue of the class.
  input  logic [NumVcs*Width-1:0]         front_i,       ///< [class][port]: that packet.
  input  logic [NumSlots*NumVcs-1:0]      preferred_i,   ///< [queue][slot][class][port]: what the packet of the slot may
                                                         ///< take; at the last port moves into the queues.
  input  logic [NumSlots*NumVcs-1:0]      escape_i,      ///< The same, if none of the preferred is free.
  output logic [NumVcs-1:0]               send_o,        ///< [class][port]: a packet leaves.
  output logic [NumPorts*Width-1:0]       sent_o,        ///< [port]: that packet; zero if none does.
  output logic [NumVcs-1:0]               read_o,        ///< [class][port]: the packet has entered.
  output logic [NumQueues*CountWidth-1:0] pushes_o,      ///< [queue]: so many enter.
  output logic [NumSlots*SourceWidth-1:0] source_o,      ///< [queue][push]: a port, or a queue behind them; else zero.
  output logic [NumQueues*CountWidth-1:0] count_o,       ///< [queue]: packets, in the lowest slots. A register.
  output logic [NumSlots*Width-1:0]       packet_o       ///< [queue][slot], the oldest first. A register.
);
  logic [NumSlots-1:0] eligible, leaves, gone;
  logic [NumPorts*NumSlots-1:0] from;
  logic [NumQueues*NumSlots-1:0] asks;                   // [to][queue][slot]

  queue_departure #(.NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Departures(Departures)) i_departure (
    .clk_i, .rst_ni, .head_only_i, .random_i, .seed_i, .start_i(start_i[NumQueues*SourceWidth +: QueueWidth]),
    .eligible_i(eligible), .preferred_i, .escape_i, .free_i, .send_o, .from_o(from), .leave_o(leaves), .asks_o(asks)
  );

  always_comb begin
    sent_o = '0;
    for (int p = 0; p < NumPorts; p++) begin
      if (from[p*NumSlots +: NumSlots] != '0) begin
        for (int i = 0; i < NumSlots; i++) begin
          if (from[p*NumSlots + i]) sent_o[p*Width +: Width] = packet_o[i*Width +: Width];
        end
      end
    end
  end

  // The last queue first: what leaves it makes room for what follows.
  for (genvar q = NumQueues - 1; q >= 0; q--) begin : gen_queue
    logic [NumSlots-1:0] earlier, gone_by, moved;// Packets that have gone before, and with, those to this queue.
    logic [CountWidth-1:0] left, pushes;                 // Packets that are left here; and that come.
    logic [Slots*Width-1:0] pushed;

    if (q == NumQueues - 1) begin : gen_last
      assign earlier = leaves;
    end else begin : gen_other
      assign earlier = gen_queue[q+1].gone_by;
    end
    assign gone_by = earlier | moved;
    always_comb begin
      left = '0;
      for (int s = 0; s < Slots; s++) begin
        left = left + CountWidth'(CountWidth'(s) < count_o[q*CountWidth +: CountWidth] && !earlier[q*Slots + s]);
      end
    end

    queue_admission #(
      .NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Admissions(Admissions), .Width(Width)
    ) i_admission (
      .clk_i, .rst_ni, .start_i(start_i[q*SourceWidth +: SourceWidth]),
      .room_i(capacity_i[q*CountWidth +: CountWidth] - left), .buffer_i(enter_i[q*NumPorts +: NumPorts]),
      .front_i(front_i[q*NumPorts*Width +: NumPorts*Width]), .asks_i(asks[q*NumSlots +: NumSlots]), .packet_i(packet_o),
      .read_o(read_o[q*NumPorts +: NumPorts]), .moved_o(moved), .pushes_o(pushes),
      .source_o(source_o[q*Slots*SourceWidth +: Slots*SourceWidth]), .packet_o(pushed)
    );
    central_queue #(.Slots(Slots), .Width(Width), .PhitWidth(PhitWidth)) i_queue (
      .clk_i, .rst_ni, .phits_i, .leave_i(gone[q*Slots +: Slots]), .pushes_i(pushes), .packet_i(pushed),
      .count_o(count_o[q*CountWidth +: CountWidth]), .eligible_o(eligible[q*Slots +: Slots]),
      .packet_o(packet_o[q*Slots*Width +: Slots*Width])
    );
    assign pushes_o[q*CountWidth +: CountWidth] = pushes;
  end
  assign gone = gen_queue[0].gone_by;
endmodule : queue_switch
