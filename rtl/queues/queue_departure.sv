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
  localparam int IndexWidth = $clog2(NumPorts);

  logic [QueueWidth-1:0] turn_q, first;
  logic [23:0] random_q, random, random_now;

  // A register's reset value is a constant: they hold what they differ in from the start.
  assign first      = (32'(turn_q) + 32'(start_i) >= NumQueues) ? QueueWidth'(32'(turn_q) + 32'(start_i) - NumQueues)
                    : turn_q + start_i;
  assign random_now = random_q ^ seed_i;

  // A draw is 16 shifts of the register.
  function automatic logic [23:0] after_draw(input logic [23:0] state);
    after_draw = {16'd0, state[23:16]} ^ {state[15:0], 8'd0} ^ {1'b0, state[15:0], 7'd0} ^ {2'b0, state[15:0], 6'd0}
               ^ {7'd0, state[15:0], 1'b0};
  endfunction
  function automatic logic [15:0] drawn(input logic [23:0] state);
    for (int b = 0; b < 16; b++) drawn[b] = state[15-b];
  endfunction

  logic [QueueWidth-1:0] queue;
  logic [NumVcs-1:0] free, preferred, open, sent;
  logic [NumPorts-1:0] ports, port;
  logic [IndexWidth-1:0] choices, skip;
  always_comb begin
    free      = free_i;
    random    = random_now;
    queue     = first;
    send_o    = '0;
    from_o    = '0;
    leave_o   = '0;
    preferred = '0;
    open      = '0;
    sent      = '0;
    ports     = '0;
    port      = '0;
    choices   = '0;
    skip      = '0;
    for (int t = 0; t < NumQueues; t++) begin
      for (int s = 0; s < Slots; s++) begin
        if (eligible_i[32'(queue)*Slots + s] && (s == 0 || !head_only_i)) begin
          preferred = preferred_i[(32'(queue)*Slots + s)*NumVcs +: NumVcs] & free;
          open      = (preferred != '0) ? preferred : escape_i[(32'(queue)*Slots + s)*NumVcs +: NumVcs] & free;
          ports     = '0;                                // Those that it may take: one of them, at random or the first.
          choices   = '0;
          for (int c = 0; c < NumQueues; c++) ports = ports | open[c*NumPorts +: NumPorts];
          for (int p = 0; p < NumLinks; p++) choices = choices + IndexWidth'(ports[p]);
          skip = random_i ? IndexWidth'(32'(drawn(random)) * 32'(choices) >> 16) : '0;
          for (int p = 0; p < NumLinks; p++) begin
            port[p] = ports[p] && skip == '0;
            if (ports[p]) skip = skip - 1'b1;            // Past zero it does not come back to it.
          end
          for (int c = NumQueues - 1; c >= 0; c--) begin
            if ((open[c*NumPorts +: NumPorts] & port) != '0) begin
              sent = '0;
              sent[c*NumPorts +: NumPorts] = port;
            end
          end
          if (ports != '0) begin
            send_o = send_o | sent;
            free   = free & ~{NumQueues{port}};
            leave_o[32'(queue)*Slots + s] = 1'b1;
            for (int p = 0; p < NumLinks; p++) begin
              if (port[p]) from_o[p*NumSlots + 32'(queue)*Slots + s] = 1'b1;
            end
            if (random_i && choices != IndexWidth'(1)) random = after_draw(random);
          end
        end
      end
      queue = (32'(queue) == NumQueues - 1) ? '0 : queue + 1'b1;
    end
  end

  for (genvar to = 0; to < NumQueues; to++) begin : gen_to
    for (genvar i = 0; i < NumSlots; i++) begin : gen_slot
      localparam int Way = i*NumVcs + to*NumPorts + NumPorts - 1;
      assign asks_o[to*NumSlots + i] = eligible_i[i] && !leave_o[i] && (i % Slots == 0 || !head_only_i)
                                     && (preferred_i[Way] || escape_i[Way]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn_q   <= '0;
      random_q <= '0;
    end else begin
      random_q <= random ^ seed_i;
      if (leave_o != '0) turn_q <= (32'(turn_q) == NumQueues - 1) ? '0 : turn_q + 1'b1;
    end
  end

  `SY_ASSERT(StartIsAQueue, 32'(start_i) < NumQueues)
  `SY_ASSERT(NothingFreeWithoutALink, {free_i[NumPorts-1], send_o & ~free_i} == '0)
  `SY_ASSERT(RandomIsNeverZero, random_now != '0)
endmodule : queue_departure
