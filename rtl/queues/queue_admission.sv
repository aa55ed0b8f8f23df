`include "net_assert.svh"

/// Who enters a central queue: the fronts of input buffers and packets of other queues, in turns, while there is room.
/// Model: QueueSwitch::fill() of hw/router/queues/queue_switch.h.
///
/// A buffer gives one packet at most. A queue gives its oldest that may move here, and has another turn for the next.
module queue_admission #(
  parameter int NumPorts = 5,
  parameter int NumQueues = 3,
  parameter int Slots = 4,                               ///< Of each queue.
  parameter int Admissions = Slots,                      ///< So many packets enter in a cycle at most; 1 .. Slots.
  parameter int Width = 96,                              ///< Bits of a packet.
  localparam int NumSlots = NumQueues * Slots,
  localparam int NumSources = NumPorts + NumQueues,
  localparam int SourceWidth = $clog2(NumSources),
  localparam int CountWidth = $clog2(Slots + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  logic [SourceWidth-1:0]       start_i,          ///< The source of the first turn: a port, or a queue behind them.
                                                         ///< Static.
  input  logic [CountWidth-1:0]        room_i,           ///< Packets that there is room for.
  input  logic [NumPorts-1:0]          buffer_i,         ///< [port]: the front wants to enter.
  input  logic [NumPorts*Width-1:0]    front_i,          ///< [port]
  input  logic [NumSlots-1:0]          asks_i,           ///< [queue][slot]: wants to move here.
  input  logic [NumSlots*Width-1:0]    packet_i,         ///< [queue][slot]
  output logic [NumPorts-1:0]          read_o,           ///< [port]: the front enters.
  output logic [NumSlots-1:0]          moved_o,          ///< [queue][slot]: moves here.
  output logic [CountWidth-1:0]        pushes_o,
  output logic [Slots*SourceWidth-1:0] source_o,         ///< [push]: where it comes from; zero if nothing does.
  output logic [Slots*Width-1:0]       packet_o          ///< [push]: zero if nothing comes.
);
  logic [NumSources-1:0] below, mask_now, mask_q;        // As in rr_arbiter.
  logic [NumSources-1:0] mask, turn, requests, high, pick, grant;
  logic [NumPorts-1:0] buffers;
  logic [NumSlots-1:0] movers, mover;
  logic [Slots-1:0] oldest;

  assign below    = ~({NumSources{1'b1}} << start_i);
  assign mask_now = mask_q ^ below;

  // Whose turn it is does not depend on the room, which comes last: it says how many of the turns are taken.
  always_comb begin
    mask     = mask_now;
    turn     = mask_now;
    buffers  = buffer_i;
    movers   = asks_i;
    read_o   = '0;
    moved_o  = '0;
    pushes_o = '0;
    source_o = '0;
    packet_o = '0;
    oldest   = '0;
    mover    = '0;
    requests = '0;
    high     = '0;
    pick     = '0;
    grant    = '0;
    for (int k = 0; k < Admissions; k++) begin
      requests[NumPorts-1:0] = buffers;
      for (int q = 0; q < NumQueues; q++) requests[NumPorts + q] = movers[q*Slots +: Slots] != '0;
      if (requests != '0) begin
        high  = requests & turn;
        pick  = (high != '0) ? high : requests;
        grant = pick & (~pick + 1'b1);
        turn  = ~(grant | (grant - 1'b1));
        for (int q = 0; q < NumQueues; q++) begin
          oldest = movers[q*Slots +: Slots] & (~movers[q*Slots +: Slots] + 1'b1);
          mover[q*Slots +: Slots] = grant[NumPorts + q] ? oldest : '0;
        end
        buffers = buffers & ~grant[NumPorts-1:0];
        movers  = movers & ~mover;
        if (CountWidth'(k) < room_i) begin
          mask     = turn;
          read_o   = read_o | grant[NumPorts-1:0];
          moved_o  = moved_o | mover;
          pushes_o = CountWidth'(k + 1);
          for (int i = 0; i < NumSources; i++) begin
            if (grant[i]) source_o[k*SourceWidth +: SourceWidth] = SourceWidth'(i);
          end
          for (int p = 0; p < NumPorts; p++) begin
            if (grant[p]) packet_o[k*Width +: Width] = packet_o[k*Width +: Width] | front_i[p*Width +: Width];
          end
          for (int i = 0; i < NumSlots; i++) begin
            if (mover[i]) packet_o[k*Width +: Width] = packet_o[k*Width +: Width] | packet_i[i*Width +: Width];
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) mask_q <= '1;
    else         mask_q <= mask ^ below;
  end

  `SY_ASSERT(StartIsASource, 32'(start_i) < NumSources)
  `SY_ASSERT(MaskIsARun, (~mask_now & (~mask_now + 1'b1)) == '0)
endmodule : queue_admission
