`include "net_assert.svh"

/// Which packet leaves through an exit of a mesh node, if the neighbour there invites it: one that turns into it before
/// one that comes straight; those that turn left and right take turns. Model: TurnBufferBank::choose() and send() of
/// hw/router/mesh/turn_buffer_bank.h.
module exit_port #(
  parameter int Width = 8,                               ///< Bits of a packet.
  localparam int SlotWidth = 2 + Width                   // {packet, type}: it needs buffers of that type next.
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,                 ///< Asynchronous, active low.
  input  logic                   start_i,                ///< The first turn is that of those who turn left. Static.
  input  logic [2:0]             valid_i,                ///< [type]: a packet comes this way straight, or turns.
  input  logic [3*SlotWidth-1:0] front_i,                ///< [type]: that packet.
  input  logic [2:0]             withheld_i,             ///< [type]: the neighbour does not invite.
  output logic                   ready_o,                ///< A packet wants to leave and may,
  input  logic                   link_i,                 ///< and the link is free.
  output logic [2:0]             pop_o,                  ///< [type]: it leaves; one-hot or zero.
  output logic [SlotWidth-1:0]   slot_o                  ///< It; zero if nothing leaves.
);
  logic [3:0] withheld;
  logic [2:0] ready;
  logic [1:0] turns;                                     // {left, right}

  assign withheld = {1'b0, withheld_i};                  // Nobody refuses a packet that is at home.
  for (genvar t = 0; t < 3; t++) begin : gen_type
    assign ready[t] = valid_i[t] && !withheld[front_i[t*SlotWidth +: 2]];
  end
  assign ready_o = ready != '0;

  rr_arbiter #(.NumReq(2)) i_turns (
    .clk_i, .rst_ni, .start_i, .req_i({ready[net_pkg::TurnLeft], ready[net_pkg::TurnRight]}), .gnt_o(turns),
    .accept_i(link_i)
  );
  assign pop_o = {turns[0], turns[1], ready[net_pkg::Straight] && turns == '0} & {3{link_i}};

  assign slot_o = (front_i[0 +: SlotWidth] & {SlotWidth{pop_o[0]}})
                | (front_i[SlotWidth +: SlotWidth] & {SlotWidth{pop_o[1]}})
                | (front_i[2*SlotWidth +: SlotWidth] & {SlotWidth{pop_o[2]}});

  `SY_ASSERT(OnePacket, (pop_o & (pop_o - 1'b1)) == '0)
  `SY_ASSERT(WorkConserving, (pop_o != '0) == (ready_o && link_i))
endmodule : exit_port
