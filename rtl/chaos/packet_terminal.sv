`include "net_assert.svh"
`include "net_types.svh"

/// The terminal port of a router that deroutes: the injection buffer, and the ejection buffer. Model:
/// hw/router/packet/packet_terminal.h, without injection control.
///
/// The head flit of a packet waits until it is injected; the flits behind it then go to the packet store by themselves. One
/// flit per cycle leaves each of the two buffers.
module packet_terminal #(
  parameter int InjectionFlits = 2,                      ///< Of the injection buffer, and of the terminal's input.
  parameter int EjectionSlots = 2,                       ///< Packets, >= 2.
  parameter int BufferWidth = 5,                         ///< Bits of a buffer's number.
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int CountWidth = $clog2(InjectionFlits + 1),
  localparam int RoomWidth = $clog2(EjectionSlots + 1)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,            ///< Asynchronous, active low.
  input  logic [CountWidth-1:0]       flits_i,           ///< Of the terminal's input, 1 .. InjectionFlits. Static.
  input  logic [RoomWidth-1:0]        capacity_i,        ///< Packets of the ejection buffer, 1 .. EjectionSlots. Static.
  input  logic [FlitWidth-1:0]        flit_i,            ///< From the terminal.
  output logic                        credit_o,          ///< To the terminal, a register.
  output logic                        next_o,            ///< A packet is to be injected: the one of `flit_o`.
  output logic [1:0]                  waiting_o,         ///< Flits are in the injection buffer: [1]: and one behind the next.
  input  logic                        inject_i,          ///< It is.
  output logic                        follow_o,          ///< `flit_o` follows the head flit of the last one.
  output logic [FlitWidth-1:0]        flit_o,            ///< The front of the injection buffer.
  output logic [RoomWidth-1:0]        room_o,            ///< In the ejection buffer.
  input  logic [RoomWidth-1:0]        ejects_i,          ///< So many packets come into it,
  input  logic [EjectionSlots*BufferWidth-1:0] ejected_i, ///< in these buffers, in turn.
  input  logic                        credit_i,          ///< From the terminal.
  output logic                        send_o,            ///< A flit goes to the terminal,
  output logic [BufferWidth-1:0]      buffer_o,          ///< the next one of this buffer.
  input  logic                        has_flit_i,        ///< It has one.
  input  logic                        tail_i             ///< That is its last.
);
  header_t header;
  logic valid, entering_q, leaves, credit_q;             // entering: the rest of a packet that was injected.
  logic [CountWidth-1:0] stored, flits, credits;
  logic [RoomWidth-1:0] ejecting;
  logic [EjectionSlots-1:0] eligible;
  logic [EjectionSlots*BufferWidth-1:0] ejected;

  assign header = flit_i[net_pkg::HeaderWidth-1:0];
  flit_fifo #(.Width(FlitWidth), .Depth(InjectionFlits)) i_injection (
    .clk_i, .rst_ni, .push_i(header.remaining != '0), .data_i(flit_i), .pop_i(leaves), .front_o(flit_o), .front_valid_o(valid),
    .next_o(), .next_valid_o(), .count_o(stored)
  );
  assign flits     = stored + CountWidth'(header.remaining != '0);
  assign follow_o  = entering_q && valid;
  assign next_o    = valid && !entering_q;
  assign waiting_o = {flits > CountWidth'(1), flits > CountWidth'(follow_o)};
  assign leaves    = follow_o || inject_i;
  assign credit_o  = credit_q;

  credit_counter #(.Depth(InjectionFlits)) i_credits (
    .clk_i, .rst_ni, .incr_i(credit_i), .decr_i(send_o), .count_o(credits), .next_o()
  );
  central_queue #(.Slots(EjectionSlots), .Width(BufferWidth), .PhitWidth(1)) i_ejection (
    .clk_i, .rst_ni, .phits_i(1'b1), .leave_i(EjectionSlots'(send_o && tail_i)), .pushes_i(ejects_i), .packet_i(ejected_i),
    .count_o(ejecting), .eligible_o(eligible), .packet_o(ejected)
  );
  assign buffer_o = ejected[BufferWidth-1:0];
  assign send_o   = eligible[0] && has_flit_i && {1'b0, credits} + {1'b0, flits_i} > (CountWidth+1)'(InjectionFlits);
  assign room_o   = capacity_i - ejecting + RoomWidth'(send_o && tail_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      entering_q <= 1'b0;
      credit_q   <= 1'b0;
    end else begin
      if (leaves) entering_q <= flit_o[64 +: 16] != 16'd1;
      credit_q <= leaves;
    end
  end

  `SY_ASSERT(InjectsAPacket, !inject_i || next_o)
  `SY_ASSERT(EjectionWithinItsSize, ejecting <= capacity_i)
endmodule : packet_terminal
