`include "net_assert.svh"

/// Which packets of the central queues leave over which links. Model: QueueSwitch::serve() of
/// hw/router/queues/queue_switch.h.
///
/// The queues take turns in going first, and of a queue the oldest packet goes first: it takes one of the links that
/// bring it nearer and are free. The turn changes if something leaves.
module queue_departure #(
  parameter int NumPorts = 5,                            ///< The last one has no link.
  parameter int NumQueues = 3,                           ///< Queues, and classes of VCs, >= 2.
  parameter int Slots = 4,                               ///< Of each queue.
  parameter int Departures = NumPorts - 1,               ///< So many packets leave in a cycle at most; 1 .. NumPorts - 1.
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int NumSlots = NumQueues * Slots,
  localparam int QueueWidth = $clog2(NumQueues)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  logic                         head_only_i,      ///< Only the oldest packet of a queue may leave. Static.
  input  logic                         random_i,         ///< The link is chosen at random; else the first. Static.
  input  logic [23:0]                  seed_i,           ///< Of the random choice, not zero. Static.
  input  logic [QueueWidth-1:0]        start_i,          ///< The queue that goes first at first. Static.
  input  logic [NumSlots-1:0]          eligible_i,           ///< [queue][slot]: the packet may leave.
  input  logic [NumSlots*NumVcs-1:0]   preferred_i,      ///< [queue][slot][class][port]: VCs that it may take; at the last
                                                         ///< port moves into the queues.
  input  logic [NumSlots*NumVcs-1:0]   escape_i,         ///< The same, taken if none of the preferred is free.
  input  logic [NumVcs-1:0]            free_i,           ///< [class][port]: idle, with a credit; not of the last port.
  output logic [NumVcs-1:0]            send_o,           ///< [class][port]: takes a packet.
  output logic [NumPorts*NumSlots-1:0] from_o,           ///< [port][queue][slot]: which one.
  output logic [NumSlots-1:0]          leave_o,          ///< [queue][slot]
  output logic [NumQueues*NumSlots-1:0] asks_o           ///< [to][queue][slot]: stays, and may move there.
);
  localparam int NumLinks = NumPorts - 1;
  localparam int IndexWidth = (NumLinks < 2) ? 1 : $clog2(NumLinks);
  localparam int ChoiceWidth = $clog2(NumPorts);
  localparam int DrawWidth = $clog2(Departures + 1);

  logic [QueueWidth-1:0] turn_q, first;
  logic [Departures*NumPorts*IndexWidth-1:0] random, skips;  // [draws][choices]: how many of the choices to pass over.

  // A register's reset value is a constant: it holds what it differs in from the start.
  assign first      = (32'(turn_q) + 32'(start_i) >= NumQueues) ? QueueWidth'(32'(turn_q) + 32'(start_i) - NumQueues)
                    : turn_q + start_i;

  logic [NumSlots-1:0] high, waiting, asking, pick, taken;
  logic [NumVcs-1:0] free, preferred, escape, open, sent;
  logic [NumPorts-1:0] ports, port;
  logic [ChoiceWidth-1:0] choices, passed;
  logic [IndexWidth-1:0] skip;
  logic [NumPorts*IndexWidth-1:0] row;                   // [choices]: of the present draw.
  logic [DrawWidth-1:0] draws;
  always_comb begin
    high      = ~({NumSlots{1'b1}} << 32'(first) * Slots);  // Queues behind the first: they come after those before it.
    waiting   = eligible_i;
    free      = free_i;
    draws     = '0;
    send_o    = '0;
    from_o    = '0;
    leave_o   = '0;
    asking    = '0;
    pick      = '0;
    taken     = '0;
    preferred = '0;
    escape    = '0;
    open      = '0;
    sent      = '0;
    ports     = '0;
    port      = '0;
    choices   = '0;
    skip      = '0;
    passed    = '0;
    row       = '0;
    for (int i = 0; i < NumSlots; i++) if (head_only_i && i % Slots != 0) waiting[i] = 1'b0;
    if (eligible_i != '0) for (int k = 0; k < Departures; k++) begin  // Who finds nothing free now does not find it later.
      for (int i = 0; i < NumSlots; i++) begin
        asking[i] = waiting[i] && ((preferred_i[i*NumVcs +: NumVcs] | escape_i[i*NumVcs +: NumVcs]) & free) != '0;
      end
      pick  = ((asking & ~high) != '0) ? asking & ~high : asking;
      taken = pick & (~pick + 1'b1);                     // The first in turn, the oldest of its queue.
      if (taken != '0) begin
        preferred = '0;
        escape    = '0;
        for (int i = 0; i < NumSlots; i++) begin
          preferred = preferred | {NumVcs{taken[i]}} & preferred_i[i*NumVcs +: NumVcs];
          escape    = escape | {NumVcs{taken[i]}} & escape_i[i*NumVcs +: NumVcs];
        end
        open    = ((preferred & free) != '0) ? preferred & free : escape & free;
        ports   = '0;                                    // Those that it may take: one of them, at random or the first.
        choices = '0;
        for (int c = 0; c < NumQueues; c++) ports = ports | open[c*NumPorts +: NumPorts];
        for (int p = 0; p < NumLinks; p++) choices = choices + ChoiceWidth'(ports[p]);
        row = '0;
        for (int d = 0; d < Departures; d++) begin
          if (draws == DrawWidth'(d)) row = skips[d*NumPorts*IndexWidth +: NumPorts*IndexWidth];
        end
        skip = '0;
        for (int c = 1; c < NumPorts; c++) begin
          if (choices == ChoiceWidth'(c)) skip = row[c*IndexWidth +: IndexWidth];
        end
        passed = '0;
        for (int p = 0; p < NumLinks; p++) begin
          port[p] = ports[p] && passed == ChoiceWidth'(skip);
          passed  = passed + ChoiceWidth'(ports[p]);
        end
        sent    = open & {NumQueues{port}};              // Of its classes the lowest.
        send_o  = send_o | sent & (~sent + 1'b1);
        free    = free & ~{NumQueues{port}};
        leave_o = leave_o | taken;
        waiting = waiting & ~taken;
        for (int p = 0; p < NumLinks; p++) begin
          if (port[p]) from_o[p*NumSlots +: NumSlots] = taken;
        end
        if (choices != ChoiceWidth'(1)) draws = draws + 1'b1;
      end
    end
  end

  lfsr_draws #(.Draws(Departures), .MaxBound(NumLinks)) i_random (
    .clk_i, .rst_ni, .seed_i, .draws_i(draws & {DrawWidth{random_i}}), .numbers_o(random)
  );
  assign skips = random_i ? random : '0;

  for (genvar to = 0; to < NumQueues; to++) begin : gen_to
    for (genvar i = 0; i < NumSlots; i++) begin : gen_slot
      localparam int Way = i*NumVcs + to*NumPorts + NumPorts - 1;
      assign asks_o[to*NumSlots + i] = eligible_i[i] && !leave_o[i] && (i % Slots == 0 || !head_only_i)
                                     && (preferred_i[Way] || escape_i[Way]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)             turn_q <= '0;
    else if (leave_o != '0) turn_q <= (32'(turn_q) == NumQueues - 1) ? '0 : turn_q + 1'b1;
  end

  `SY_ASSERT(StartIsAQueue, 32'(start_i) < NumQueues)
  `SY_ASSERT(NothingFreeWithoutALink, (free_i & {NumQueues{1'b1, {NumLinks{1'b0}}}}) == '0 && (send_o & ~free_i) == '0)
endmodule : queue_departure
