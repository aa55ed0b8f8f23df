`include "net_assert.svh"

/// The buffers of an exchange router: what each link gives and takes, so that no packet is ever refused. Model:
/// hw/router/exchange/exchange_switch.h.
///
/// A cycle: replies take the places that were kept for them, and credits end exchanges; packets for this node go to the ejection
/// buffer, the first by rank; requests are answered, link by link; idle links start exchanges, in turn; a packet is injected. A
/// packet that came in this cycle does not leave in it, but for the ejection buffer.
module exchange_switch #(
  parameter int NumPorts = 5,                            ///< The terminal port, which is the last one, included; >= 3.
  parameter int Buffers = 5,                             ///< At least one per link, >= 2.
  parameter int EjectionSlots = 2,
  localparam int Width = net_pkg::PacketWidth,
  localparam int NumLinks = NumPorts - 1,
  localparam int IndexWidth = $clog2(Buffers),
  localparam int RoomWidth = $clog2(EjectionSlots + 1),
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [1:0]                     priority_i,     ///< Which packet goes first: net_pkg::ByAge and so on. Static.
  input  logic [Buffers-1:0]             buffers_i,      ///< Those that there are, from the lowest on. Static.
  input  logic [NumLinks-1:0]            links_i,        ///< Those over which exchanges may start.
  input  logic [23:0]                    seed_i,         ///< Of the random choice, not zero. Static.
  input  logic [StartWidth-1:0]          start_i,        ///< The link of the first turn. Static.
  input  logic [NumLinks-1:0]            request_i,      ///< [link]: a request comes,
  input  logic [NumLinks-1:0]            reply_i,        ///< or a reply.
  input  logic [NumPorts*Width-1:0]      packet_i,       ///< [port]: that packet; last, the one to be injected.
  input  logic [NumPorts*NumLinks-1:0]   ways_i,         ///< [port][link]: brings it nearer; none: it is for this node.
  input  logic [NumPorts*8-1:0]          distance_i,     ///< [port]: hops to its destination.
  input  logic [NumLinks-1:0]            credit_i,       ///< [link]: the far end has taken the request.
  input  logic [RoomWidth-1:0]           room_i,         ///< In the ejection buffer.
  input  logic                           next_i,         ///< A packet is to be injected.
  output logic [NumLinks-1:0]            ask_o,          ///< [link]: a request leaves,
  output logic [NumLinks-1:0]            answer_o,       ///< or a reply.
  output logic [NumLinks*Width-1:0]      sent_o,         ///< [link]: that packet; zero if none does.
  output logic                           inject_o,
  output logic [RoomWidth-1:0]           ejects_o,       ///< So many packets go to the ejection buffer,
  output logic [EjectionSlots*Width-1:0] ejected_o       ///< those, in turn.
);
  localparam int CameWidth = 32;
  localparam int MoreWidth = $clog2(NumLinks + NumPorts + 1);
  localparam int RankWidth = 8 + 64;
  localparam int DrawWidth = $clog2(NumLinks + 1);
  localparam int CountWidth = $clog2(Buffers + 1);
  localparam int RowWidth = (Buffers + 1) * IndexWidth;

  logic [Buffers-1:0] held_q, kept_q;
  logic [NumLinks-1:0] idle_q, waits_q, below, turn_q, first;  // idle: in no exchange of its own; waits: its place is kept.
  logic [NumLinks*NumLinks-1:0] in_turn;                 // [turn]: the link, one-hot.
  logic [NumLinks-1:0] at;
  logic [NumLinks*Buffers-1:0] place_q;                  // [link]: that place.
  logic [CameWidth-1:0] came_q;                          // Packets that have got a buffer so far.
  logic [Buffers*Width-1:0] stored_q, packet;            // [buffer]: and with the replies of this cycle.
  logic [Buffers*NumLinks-1:0] ways_q, ways;
  logic [Buffers*RankWidth-1:0] rank_q, rank;
  logic [NumPorts*RankWidth-1:0] rank_in;                // [port]: of a packet that comes; by arrival see gen_reply.
  logic [Buffers*Buffers-1:0] ahead, older;              // [buffer][other]: the other one goes first; ahead: of lower ones.
  logic [Buffers-1:0] here;
  logic [NumLinks*RowWidth-1:0] numbers;
  logic [DrawWidth-1:0] draws;
  logic by_arrival;

  assign below = ~({NumLinks{1'b1}} << start_i);         // As in rr_arbiter.
  assign first = turn_q ^ below;
  always_comb begin
    at = first == '0 ? NumLinks'(1) : first & (~first + 1'b1);
    for (int k = 0; k < NumLinks; k++) begin
      in_turn[k*NumLinks +: NumLinks] = at;
      at = {at[NumLinks-2:0], at[NumLinks-1]};
    end
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_rank
    assign rank_in[p*RankWidth +: RankWidth] = {priority_i == net_pkg::ByDistance ? distance_i[p*8 +: 8] : 8'd0,
                                                packet_i[p*Width + 64 +: 32], packet_i[p*Width +: 32]};
  end

  // Replies take the places that were kept for them.
  logic [NumLinks*MoreWidth-1:0] more_at;                // [link]: packets that get a buffer in this cycle before the reply.
  logic [MoreWidth-1:0] replies;
  logic [NumLinks*CameWidth-1:0] came_at;                // [link]: and its number among all packets that have come.
  logic [Buffers-1:0] filled;
  always_comb begin
    replies = '0;
    more_at = '0;
    filled  = '0;
    for (int p = 0; p < NumLinks; p++) begin
      more_at[p*MoreWidth +: MoreWidth] = replies;
      replies = replies + MoreWidth'(reply_i[p]);
      if (reply_i[p]) filled = filled | place_q[p*Buffers +: Buffers];
    end
  end
  for (genvar p = 0; p < NumLinks; p++) begin : gen_came_at
    assign came_at[p*CameWidth +: CameWidth] = came_q + CameWidth'(more_at[p*MoreWidth +: MoreWidth]);
  end
  for (genvar b = 0; b < Buffers; b++) begin : gen_reply
    always_comb begin
      packet[b*Width +: Width]       = stored_q[b*Width +: Width];
      ways[b*NumLinks +: NumLinks]   = ways_q[b*NumLinks +: NumLinks];
      rank[b*RankWidth +: RankWidth] = rank_q[b*RankWidth +: RankWidth];
      for (int p = 0; p < NumLinks; p++) begin
        if (reply_i[p] && place_q[p*Buffers + b]) begin
          packet[b*Width +: Width]       = packet_i[p*Width +: Width];
          ways[b*NumLinks +: NumLinks]   = ways_i[p*NumLinks +: NumLinks];
          rank[b*RankWidth +: RankWidth] = by_arrival ? RankWidth'(came_at[p*CameWidth +: CameWidth])
                                                      : rank_in[p*RankWidth +: RankWidth];
        end
      end
    end
    assign here[b] = ways[b*NumLinks +: NumLinks] == '0;
    for (genvar o = 0; o < Buffers; o++) begin : gen_other  // Each pair is compared once.
      assign ahead[b*Buffers + o] = o < b && rank[o*RankWidth +: RankWidth] <= rank[b*RankWidth +: RankWidth];
      assign older[b*Buffers + o] = o < b ? ahead[b*Buffers + o] : o > b && !ahead[o*Buffers + b];
    end
  end
  assign by_arrival = priority_i == net_pkg::ByArrival;

  // What each step leaves of the buffers and the links.
  logic [Buffers-1:0] held, kept, fresh, wanted, pick, spare, one;
  logic [NumLinks-1:0] idle, waits, busy, open, turn;    // busy: carry a reply in this cycle; open: may ask.
  logic [NumLinks*Buffers-1:0] taken;                    // [link]: the packet with which it asks.
  logic [NumLinks*Buffers-1:0] place;
  logic [Buffers*NumPorts-1:0] puts;                     // [buffer][port]: takes the packet of the port.
  logic [NumPorts*MoreWidth-1:0] more_put;               // [port]: packets that get a buffer in this cycle before it.
  logic [MoreWidth-1:0] more;
  logic [RoomWidth-1:0] room;
  logic [RowWidth-1:0] row;
  logic [CountWidth-1:0] choices, skip, passed;
  logic found;

  // first_of(mask): the first by rank.
  function automatic logic [Buffers-1:0] first_of(input logic [Buffers-1:0] mask, input logic [Buffers*Buffers-1:0] order);
    for (int b = 0; b < Buffers; b++) first_of[b] = mask[b] && (mask & order[b*Buffers +: Buffers]) == '0;
  endfunction
  function automatic logic [Buffers-1:0] last_of(input logic [Buffers-1:0] mask, input logic [Buffers*Buffers-1:0] order);
    for (int b = 0; b < Buffers; b++) begin
      last_of[b] = mask[b];
      for (int o = 0; o < Buffers; o++) if (mask[o] && order[o*Buffers + b]) last_of[b] = 1'b0;
    end
  endfunction

  always_comb begin
    held      = held_q | filled;
    fresh     = filled;
    kept      = kept_q & ~filled;
    idle      = idle_q | credit_i;
    waits     = waits_q & ~reply_i;
    place     = place_q;
    busy      = '0;
    taken     = '0;
    turn      = first;
    puts      = '0;
    more_put  = '0;
    more      = replies;
    room      = room_i;
    draws     = '0;
    ask_o     = '0;
    answer_o  = '0;
    sent_o    = '0;
    ejects_o  = '0;
    ejected_o = '0;
    row       = '0;
    choices   = '0;
    skip      = '0;
    passed    = '0;
    found     = 1'b0;

    // Credits end exchanges that brought no packet.
    for (int p = 0; p < NumLinks; p++) begin
      if (credit_i[p] && waits[p]) begin
        kept     = kept & ~place[p*Buffers +: Buffers];
        waits[p] = 1'b0;
      end
    end

    // Packets for this node, while there is room.
    for (int k = 0; k < EjectionSlots; k++) begin
      one = first_of(held & here, older);
      if (one != '0 && room != '0) begin
        for (int b = 0; b < Buffers; b++) if (one[b]) ejected_o[k*Width +: Width] = packet[b*Width +: Width];
        ejects_o = ejects_o + 1'b1;
        room     = room - 1'b1;
        held     = held & ~one;
      end
    end

    // Requests.
    for (int p = 0; p < NumLinks; p++) begin
      if (request_i[p]) begin
        found = waits[p];                                // The packets cross.
        pick  = waits[p] ? place[p*Buffers +: Buffers] : '0;
        kept  = kept & ~pick;
        waits[p] = 1'b0;
        if (ways_i[p*NumLinks +: NumLinks] == '0 && room != '0) begin
          for (int k = 0; k < EjectionSlots; k++)
            if (ejects_o == RoomWidth'(k)) ejected_o[k*Width +: Width] = packet_i[p*Width +: Width];
          ejects_o = ejects_o + 1'b1;
          room     = room - 1'b1;
        end else begin
          for (int b = 0; b < Buffers; b++) wanted[b] = held[b] && !fresh[b] && ways[b*NumLinks + p];
          spare = buffers_i & ~(held | kept);
          if (!found && wanted == '0 && spare != '0) begin
            pick = spare & (~spare + 1'b1);
          end else if (!found) begin
            pick = first_of(wanted, older);
            if (wanted == '0) begin                      // Whoever may leave, wherever it wants to go.
              wanted = held & ~fresh;
              if (by_arrival) begin
                if ((wanted & ~here) != '0) wanted = wanted & ~here;
                row = '0;
                for (int d = 0; d < NumLinks; d++) if (draws == DrawWidth'(d)) row = numbers[d*RowWidth +: RowWidth];
                choices = '0;
                for (int b = 0; b < Buffers; b++) choices = choices + CountWidth'(wanted[b]);
                skip = '0;
                for (int n = 1; n <= Buffers; n++) if (choices == CountWidth'(n)) skip = CountWidth'(row[n*IndexWidth +: IndexWidth]);
                passed = '0;
                for (int b = 0; b < Buffers; b++) begin
                  pick[b] = wanted[b] && passed == skip;
                  passed  = passed + CountWidth'(wanted[b]);
                end
                draws = draws + 1'b1;
              end else begin
                pick = last_of(wanted, older);
              end
            end
            answer_o[p] = 1'b1;
            busy[p]     = 1'b1;
            for (int b = 0; b < Buffers; b++) if (pick[b]) sent_o[p*Width +: Width] = packet[b*Width +: Width];
          end
          for (int b = 0; b < Buffers; b++) if (pick[b]) puts[b*NumPorts + p] = 1'b1;
          more_put[p*MoreWidth +: MoreWidth] = more;
          more  = more + 1'b1;
          held  = held | pick;
          fresh = fresh | pick;
        end
      end
    end

    // Idle links take what they bring nearer, in turn.
    open = idle & links_i & ~busy;
    for (int k = 0; k < NumLinks; k++) begin
      for (int b = 0; b < Buffers; b++)
        wanted[b] = held[b] && !fresh[b] && (ways[b*NumLinks +: NumLinks] & in_turn[k*NumLinks +: NumLinks] & open) != '0;
      pick = first_of(wanted, older);
      held = held & ~pick;
      for (int p = 0; p < NumLinks; p++) begin
        if (in_turn[k*NumLinks + p]) taken[p*Buffers +: Buffers] = pick;
      end
      if (wanted != '0 && ask_o == '0) turn = ~(in_turn[k*NumLinks +: NumLinks] | (in_turn[k*NumLinks +: NumLinks] - 1'b1));
      if (wanted != '0) ask_o = ask_o | in_turn[k*NumLinks +: NumLinks];
      kept = kept | pick;
    end
    idle  = idle & ~ask_o;
    waits = waits | ask_o;
    for (int p = 0; p < NumLinks; p++) begin
      for (int b = 0; b < Buffers; b++) if (taken[p*Buffers + b]) sent_o[p*Width +: Width] = packet[b*Width +: Width];
      if (ask_o[p]) place[p*Buffers +: Buffers] = taken[p*Buffers +: Buffers];
    end

    // The terminal's.
    spare    = buffers_i & ~(held | kept);
    inject_o = next_i && (ways_i[NumLinks*NumLinks +: NumLinks] == '0 ? room != '0 : spare != '0);
    if (inject_o) begin
      if (ways_i[NumLinks*NumLinks +: NumLinks] == '0) begin
        for (int k = 0; k < EjectionSlots; k++)
          if (ejects_o == RoomWidth'(k)) ejected_o[k*Width +: Width] = packet_i[NumLinks*Width +: Width];
        ejects_o = ejects_o + 1'b1;
      end else begin
        pick = spare & (~spare + 1'b1);
        for (int b = 0; b < Buffers; b++) if (pick[b]) puts[b*NumPorts + NumLinks] = 1'b1;
        more_put[NumLinks*MoreWidth +: MoreWidth] = more;
        more = more + 1'b1;
        held = held | pick;
      end
    end
  end

  lfsr_draws #(.Draws(NumLinks), .MaxBound(Buffers)) i_random (
    .clk_i, .rst_ni, .seed_i, .draws_i(draws), .numbers_o(numbers)
  );

  logic [NumPorts*CameWidth-1:0] came_put;               // [port]: the number of a packet that gets a buffer.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_came_put
    assign came_put[p*CameWidth +: CameWidth] = came_q + CameWidth'(more_put[p*MoreWidth +: MoreWidth]);
  end
  for (genvar b = 0; b < Buffers; b++) begin : gen_store
    logic [Width-1:0] packet_d;
    logic [NumLinks-1:0] ways_d;
    logic [RankWidth-1:0] rank_d;

    always_comb begin
      packet_d = packet[b*Width +: Width];
      ways_d   = ways[b*NumLinks +: NumLinks];
      rank_d   = rank[b*RankWidth +: RankWidth];
      for (int p = 0; p < NumPorts; p++) begin
        if (puts[b*NumPorts + p]) begin
          packet_d = packet_i[p*Width +: Width];
          ways_d   = ways_i[p*NumLinks +: NumLinks];
          rank_d   = by_arrival ? RankWidth'(came_put[p*CameWidth +: CameWidth]) : rank_in[p*RankWidth +: RankWidth];
        end
      end
    end
    always_ff @(posedge clk_i) begin                     // Nobody looks at what is in an empty buffer.
      stored_q[b*Width +: Width]       <= packet_d;
      ways_q[b*NumLinks +: NumLinks]   <= ways_d;
      rank_q[b*RankWidth +: RankWidth] <= rank_d;
    end
  end
  always_ff @(posedge clk_i) place_q <= place;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q  <= '0;
      kept_q  <= '0;
      idle_q  <= '1;
      waits_q <= '0;
      turn_q  <= '1;
      came_q  <= '0;
    end else begin
      held_q  <= held;
      kept_q  <= kept;
      idle_q  <= idle;
      waits_q <= waits;
      turn_q  <= turn ^ below;
      came_q  <= came_q + CameWidth'(more);
    end
  end

  `SY_ASSERT(ReplyToARequest, (reply_i & ~waits_q) == '0)
  `SY_ASSERT(CreditForARequest, (credit_i & idle_q) == '0)
  `SY_ASSERT(OneThingAtATime, (request_i & reply_i) == '0)
  `SY_ASSERT(OneStateEach, (held_q & kept_q) == '0 && ((held_q | kept_q) & ~buffers_i) == '0)
endmodule : exchange_switch
