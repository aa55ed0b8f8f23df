/// A visit of a channel: the next in turn whose output frame is free and where there is something to do. Model: visit() of
/// hw/router/chaos/visit_sequencer.h.
///
/// It is atomic, which keeps the router free of deadlock: Match the oldest packet of the queue that the channel brings nearer,
/// or Deroute a victim of a full queue if one must enter from this channel; Send that packet into the output frame; Read the
/// packet of the input frame; inject a packet. Combinational: visits of a cycle stand in a chain.
module visit #(
  parameter int NumLinks = 4,                            ///< Channels.
  parameter int Slots = 5,                               ///< Of the queue, >= 2.
  parameter int RoomWidth = 2,                           ///< Bits of the room in the ejection buffer.
  localparam int CountWidth = $clog2(Slots + 1),
  localparam int IndexWidth = $clog2(Slots)
) (
  input  logic [1:0]                      variant_i,     ///< Whom a full queue deroutes: net_pkg::Chaos and so on. Static.
  input  logic                            counted_i,     ///< A visit that finds nothing to do counts. Static.
  input  logic [CountWidth-1:0]           capacity_i,    ///< Packets of the queue, 2 .. Slots. Static.
  input  logic [Slots*NumLinks-1:0]       ways_i,        ///< [slot][channel]: brings its packet nearer.
  input  logic [Slots*Slots-1:0]          younger_i,     ///< [slot][other]: the other slot's packet is younger.
  input  logic [(Slots+1)*IndexWidth-1:0] draw_i,        ///< [n]: a random number below n.
  input  logic                            visits_i,      ///< There is a visit.
  input  logic [NumLinks-1:0]             turn_i,        ///< Channels that come first, a run up to the last one.
  input  logic [Slots-1:0]                present_i,     ///< [slot]: its packet is there, and may leave.
  input  logic [CountWidth-1:0]           count_i,       ///< Packets of the queue, with those that came in this cycle.
  input  logic [NumLinks-1:0]             faulty_i,      ///< [channel]: gets no packet of the queue; it is still read.
  input  logic [NumLinks-1:0]             free_i,        ///< [channel]: its output frame is free.
  input  logic [NumLinks-1:0]             full_i,        ///< [channel]: there is a packet in its input frame.
  input  logic [NumLinks-1:0]             here_i,        ///< [channel]: that packet is for this node.
  input  logic [RoomWidth-1:0]            room_i,        ///< In the ejection buffer.
  input  logic                            next_i,        ///< A packet is to be injected,
  input  logic                            next_here_i,   ///< for this node.
  input  logic                            waiting_i,     ///< Flits are in the injection buffer.
  output logic [NumLinks-1:0]             channel_o,     ///< That is visited; zero if none is.
  output logic [Slots-1:0]                leave_o,       ///< The packet that is sent into its output frame; zero if none is.
  output logic                            draws_o,       ///< The random number was used.
  output logic                            read_o,        ///< Its input frame is read.
  output logic                            inject_o
);
  logic [NumLinks-1:0] wanted, enters, stuck, open, useful, high, pick;
  logic [CountWidth-1:0] eligible, count, skip, passed;
  logic [Slots-1:0] nearer, victim;
  logic [RoomWidth-1:0] room;
  logic full, deroutable, injectable, matched, deroutes, here;

  always_comb begin
    wanted   = '0;
    eligible = '0;
    for (int s = 0; s < Slots; s++) begin
      if (present_i[s]) wanted = wanted | ways_i[s*NumLinks +: NumLinks] & ~faulty_i;
      eligible = eligible + CountWidth'(present_i[s]);
    end
  end

  // Which channel. One whose packet in the input frame has no place to go is not visited.
  assign full       = count_i == capacity_i;
  assign deroutable = full && eligible > CountWidth'(1);
  assign enters     = full_i & ~here_i;
  assign stuck      = (room_i == '0 ? full_i & here_i : '0) | (full ? enters & ~wanted & (deroutable ? faulty_i : '1) : '0);
  assign open       = free_i & ~stuck;
  assign injectable = next_i && (next_here_i ? room_i != '0 : !full);
  assign useful     = counted_i ? {NumLinks{full_i != '0 || count_i != '0 || waiting_i}}
                                : {NumLinks{injectable}} | full_i | wanted;
  assign high       = open & useful & turn_i;
  assign pick       = !visits_i ? '0 : high != '0 ? high : open & useful;
  assign channel_o  = pick & (~pick + 1'b1);

  // Match or Deroute.
  always_comb begin
    nearer = '0;
    for (int s = 0; s < Slots; s++) nearer[s] = present_i[s] && (ways_i[s*NumLinks +: NumLinks] & channel_o & ~faulty_i) != '0;
    skip = '0;
    for (int n = 2; n <= Slots; n++) begin
      if (eligible == CountWidth'(n)) skip = CountWidth'(draw_i[n*IndexWidth +: IndexWidth]);
    end
    victim = '0;
    passed = '0;
    for (int s = 0; s < Slots; s++) begin
      case (variant_i)
        net_pkg::Chaos:    victim[s] = present_i[s] && passed == skip;
        net_pkg::Priority: victim[s] = present_i[s] && (present_i & younger_i[s*Slots +: Slots]) == '0;
        default:           victim[s] = present_i[s] && passed == eligible - 1'b1;
      endcase
      passed = passed + CountWidth'(present_i[s]);
    end
  end
  assign matched  = nearer != '0;
  assign deroutes = !matched && full && (channel_o & enters) != '0;
  assign leave_o  = matched ? nearer & (~nearer + 1'b1) : deroutes ? victim : '0;
  assign draws_o  = deroutes && variant_i == net_pkg::Chaos;

  // Read, and then inject.
  assign read_o   = (channel_o & full_i) != '0;
  assign here     = (channel_o & full_i & here_i) != '0;
  assign count    = count_i - CountWidth'(leave_o != '0) + CountWidth'(read_o && !here);
  assign room     = room_i - RoomWidth'(here);
  assign inject_o = channel_o != '0 && next_i && (next_here_i ? room != '0 : count != capacity_i);
endmodule : visit
