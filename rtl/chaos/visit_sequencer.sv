`include "net_assert.svh"

/// The central queue of a chaos router and the visits of a cycle, in cyclic order of the channels. Model:
/// hw/router/chaos/visit_sequencer.h.
///
///     entry_i  +-------+  entries  +---------+     +-----------+
///     -------->| visit |<----------| central |<----| what they |
///              +-------+  turn,    |  queue  |     | have read |
///     read_o   | visit |  leave    +---------+     +-----------+
///     <--------+-------+---------------------------------------->  send_o, sent_o
///
/// Timing:   what is read in a cycle may be sent in the next one. The outputs follow the inputs at once.
module visit_sequencer #(
  parameter int NumPorts = 5,                            ///< The terminal port, which is the last one, included.
  parameter int Slots = 5,                               ///< Of the queue, >= 2.
  parameter int EjectionSlots = 2,
  parameter int Visits = 1,                              ///< Per cycle, at most.
  parameter int BufferWidth = 5,                         ///< Bits of a buffer's number.
  localparam int NumLinks = NumPorts - 1,
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int RoomWidth = $clog2(EjectionSlots + 1),
  localparam int IndexWidth = $clog2(Slots),
  localparam int StartWidth = $clog2(NumLinks),
  localparam int VisitWidth = $clog2(Visits + 1),
  localparam int Width = 64 + NumLinks + BufferWidth     // Of an entry: {when it was created, packet, ways, buffer}.
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,     ///< Asynchronous, active low.
  input  logic [1:0]                         variant_i,  ///< Whom a full queue deroutes: net_pkg::Chaos and so on. Static.
  input  logic                               counted_i,  ///< A visit that finds nothing to do counts. Static.
  input  logic [CountWidth-1:0]              capacity_i, ///< Packets of the queue, 2 .. Slots. Static.
  input  logic [VisitWidth-1:0]              visits_i,   ///< Per cycle, >= 1. Static.
  input  logic [23:0]                        seed_i,     ///< Of the random choice, not zero. Static.
  input  logic [StartWidth-1:0]              start_i,    ///< The channel of the first turn. Static.
  input  logic [NumLinks-1:0]                faulty_i,   ///< [channel]: it gets no packet; it is still read.
  input  logic [NumLinks-1:0]                free_i,     ///< [channel]: its output frame is free.
  input  logic [NumLinks-1:0]                full_i,     ///< [channel]: there is a packet in its input frame.
  input  logic [NumPorts*Width-1:0]          entry_i,    ///< [port]: of that packet; last, of the one to be injected.
  input  logic [RoomWidth-1:0]               room_i,     ///< In the ejection buffer.
  input  logic                               next_i,     ///< A packet is to be injected.
  input  logic [1:0]                         waiting_i,  ///< Flits are in the injection buffer: [1]: and one behind them.
  output logic [Visits*NumLinks-1:0]         visited_o,  ///< [visit][channel]: in turn; zero if there is no such visit.
  output logic [NumLinks-1:0]                send_o,     ///< [channel]: its output frame takes a packet,
  output logic [NumLinks*BufferWidth-1:0]    sent_o,     ///< the one in this buffer.
  output logic [NumLinks-1:0]                read_o,     ///< [channel]: its input frame is read.
  output logic [Visits-1:0]                  inject_o,   ///< [visit]: it injects the packet; one at most does.
  output logic [RoomWidth-1:0]               ejects_o,   ///< So many packets go to the ejection buffer,
  output logic [EjectionSlots*BufferWidth-1:0] ejected_o ///< those in these buffers, in turn.
);
  localparam int DrawWidth = (Slots + 1) * IndexWidth;
  localparam int AgeAt = BufferWidth + NumLinks;
  localparam int StateWidth = 3*NumLinks + Slots + CountWidth + RoomWidth + VisitWidth + 2;

  logic [Slots*Width-1:0] entries, pushed;
  logic [Slots*NumLinks-1:0] ways;
  logic [Slots*Slots-1:0] younger;                       // [slot][other]
  logic [Slots-1:0] eligible, leave;
  logic [CountWidth-1:0] stored, pushes;
  logic [NumPorts-1:0] here;                             // [port]: the packet of the entry is for this node.
  logic [NumLinks-1:0] below, turn_q, turn_last;
  logic [Visits*DrawWidth-1:0] draws;
  logic [VisitWidth-1:0] drawn;
  logic [Visits*Slots-1:0] leaves;                       // [visit]
  logic [Visits-1:0] reads;                              // [visit]
  logic [StateWidth-1:0] at_first, at_last;              // What a visit finds, and leaves: see gen_visit.

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign here[p] = entry_i[p*Width + BufferWidth +: NumLinks] == '0;
  end
  for (genvar s = 0; s < Slots; s++) begin : gen_slot
    assign ways[s*NumLinks +: NumLinks] = entries[s*Width + BufferWidth +: NumLinks];
    for (genvar o = 0; o < Slots; o++) begin : gen_other
      assign younger[s*Slots + o] = (o < s) ? entries[o*Width + AgeAt +: 64] >= entries[s*Width + AgeAt +: 64]
                                            : entries[o*Width + AgeAt +: 64] > entries[s*Width + AgeAt +: 64];
    end
  end

  assign below = ~({NumLinks{1'b1}} << start_i);         // As in rr_arbiter.
  assign at_first = {turn_q ^ below, free_i, full_i, eligible, stored, room_i, {VisitWidth{1'b0}}, next_i, waiting_i[0]};

  for (genvar k = 0; k < Visits; k++) begin : gen_visit
    logic [StateWidth-1:0] before_it, after_it;
    logic [NumLinks-1:0] turn, free, full, visited;
    logic [Slots-1:0] present, sent;
    logic [CountWidth-1:0] count, entered;
    logic [RoomWidth-1:0] room, arrived;
    logic [VisitWidth-1:0] used;                         // Random numbers.
    logic [DrawWidth-1:0] draw;
    logic next, waiting, draws_one, reads_one, injects_one, here_now;

    if (k == 0) begin : gen_first
      assign before_it = at_first;
    end else begin : gen_other
      assign before_it = gen_visit[k-1].after_it;
    end
    assign {turn, free, full, present, count, room, used, next, waiting} = before_it;

    always_comb begin
      draw = draws[DrawWidth-1:0];
      for (int d = 1; d <= k; d++) if (used == VisitWidth'(d)) draw = draws[d*DrawWidth +: DrawWidth];
    end
    visit #(.NumLinks(NumLinks), .Slots(Slots), .RoomWidth(RoomWidth)) i_visit (
      .variant_i, .counted_i, .capacity_i, .ways_i(ways), .younger_i(younger), .draw_i(draw),
      .visits_i(VisitWidth'(k) < visits_i), .turn_i(turn), .present_i(present), .count_i(count), .faulty_i, .free_i(free), .full_i(full),
      .here_i(here[NumLinks-1:0]), .room_i(room), .next_i(next), .next_here_i(here[NumLinks]), .waiting_i(waiting),
      .channel_o(visited), .leave_o(sent), .draws_o(draws_one), .read_o(reads_one), .inject_o(injects_one)
    );
    assign visited_o[k*NumLinks +: NumLinks] = visited;
    assign leaves[k*Slots +: Slots]          = sent;
    assign reads[k]                          = reads_one;
    assign inject_o[k]                       = injects_one;

    assign here_now = (visited & here[NumLinks-1:0]) != '0;
    assign entered  = CountWidth'(reads_one && !here_now) + CountWidth'(injects_one && !here[NumLinks]);
    assign arrived  = RoomWidth'(reads_one && here_now) + RoomWidth'(injects_one && here[NumLinks]);
    assign after_it = {
      visited != '0 ? ~(visited | (visited - 1'b1)) : turn, sent != '0 ? free & ~visited : free, full & ~visited,
      present & ~sent, count - CountWidth'(sent != '0) + entered, room - arrived, used + VisitWidth'(draws_one),
      next && !injects_one, injects_one ? waiting_i[1] : waiting
    };
  end
  assign at_last = gen_visit[Visits-1].after_it;

  lfsr_draws #(.Draws(Visits), .MaxBound(Slots)) i_random (
    .clk_i, .rst_ni, .seed_i, .draws_i(drawn), .numbers_o(draws)
  );
  central_queue #(.Slots(Slots), .Width(Width), .PhitWidth(1)) i_queue (
    .clk_i, .rst_ni, .phits_i(1'b1), .leave_i(leave), .pushes_i(pushes), .packet_i(pushed), .count_o(stored),
    .eligible_o(eligible), .packet_o(entries)
  );
  assign drawn     = at_last[2 +: VisitWidth];
  assign turn_last = at_last[StateWidth-1 -: NumLinks];
  assign leave     = eligible & ~at_last[StateWidth - 3*NumLinks - 1 -: Slots];

  // What they send.
  always_comb begin
    send_o = '0;
    sent_o = '0;
    for (int k = 0; k < Visits; k++) begin
      for (int s = 0; s < Slots; s++) begin
        for (int c = 0; c < NumLinks; c++) begin
          if (leaves[k*Slots + s] && visited_o[k*NumLinks + c]) begin
            send_o[c] = 1'b1;
            sent_o[c*BufferWidth +: BufferWidth] = entries[s*Width +: BufferWidth];
          end
        end
      end
    end
  end
  // What they read and inject, in turn: a visit reads first.
  logic [NumPorts-1:0] source;
  logic [Width-1:0] entry;
  logic for_node;
  always_comb begin
    read_o    = '0;
    pushes    = '0;
    pushed    = '0;
    ejects_o  = '0;
    ejected_o = '0;
    for (int k = 0; k < 2*Visits; k++) begin
      source = '0;
      if (k % 2 == 0) source[NumLinks-1:0] = reads[k/2] ? visited_o[k/2*NumLinks +: NumLinks] : '0;
      else            source[NumLinks]     = inject_o[k/2];
      entry = '0;
      for (int p = 0; p < NumPorts; p++) if (source[p]) entry = entry | entry_i[p*Width +: Width];
      for_node = (source & here) != '0;
      for (int s = 0; s < Slots; s++) begin
        if (source != '0 && !for_node && pushes == CountWidth'(s))
          pushed[s*Width +: Width] = pushed[s*Width +: Width] | entry;
      end
      for (int s = 0; s < EjectionSlots; s++) begin
        if (for_node && ejects_o == RoomWidth'(s))
          ejected_o[s*BufferWidth +: BufferWidth] = ejected_o[s*BufferWidth +: BufferWidth] | entry[BufferWidth-1:0];
      end
      pushes   = pushes + CountWidth'(source != '0 && !for_node);
      ejects_o = ejects_o + RoomWidth'(for_node);
      read_o   = read_o | source[NumLinks-1:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) turn_q <= '1;
    else         turn_q <= turn_last ^ below;
  end

  `SY_ASSERT(StartIsAChannel, 32'(start_i) < NumLinks)
  `SY_ASSERT(QueueWithinItsSize, stored <= capacity_i)
  `SY_ASSERT(ReadsWhatIsThere, (read_o & ~full_i) == '0)
  `SY_ASSERT(FillsWhatIsFree, (send_o & ~free_i) == '0)
  `SY_ASSERT(EjectsNoMoreThanThereIsRoom, ejects_o <= room_i)
endmodule : visit_sequencer
