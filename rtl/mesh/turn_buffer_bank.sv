`include "net_assert.svh"

/// The buffers of a mesh node for packets of one colour, what its neighbours may send to them, and which of its packets
/// leave. Model: TurnBufferBank of hw/router/mesh/turn_buffer_bank.h.
///
/// At every side there are buffers for packets that go straight, turn left and turn right: those that the colour has no
/// use for stay empty. A packet is kept with the buffers that it needs next.
module turn_buffer_bank #(
  parameter int Capacity = 2,                            ///< Packets per side and type, >= 2.
  parameter int CoordWidth = 16,
  parameter int DataWidth = 64,
  localparam int PlaceWidth = 2 * CoordWidth,
  localparam int Width = PlaceWidth + DataWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,                  ///< Asynchronous, active low.
  input  logic                  colour_i,                ///< White. Static while a packet is here.
  input  logic [3:0]            start_i,                 ///< [exit]: the first turn is that of those who turn left. Static.
  input  logic [PlaceWidth-1:0] here_i,                  ///< {row, column}. Static.
  input  logic [4*3-1:0]        push_i,                  ///< [port][type]: a packet arrives.
  input  logic [4*Width-1:0]    packet_i,                ///< [port]: {data, row, column}
  input  logic [4*3-1:0]        withheld_i,              ///< [port][type]: the neighbour does not invite.
  output logic [3:0]            ready_o,                 ///< [port]: a packet wants to leave and may,
  input  logic [3:0]            link_i,                  ///< and the link is free for it.
  output logic [4*2-1:0]        type_o,                  ///< [port]: what leaves needs these buffers,
  output logic [4*Width-1:0]    packet_o,                ///< and is this; zero if nothing leaves.
  output logic [4*3-1:0]        withheld_o               ///< [port][type]
);
  localparam int SlotWidth = 2 + Width;                  // {packet, type}

  logic [4*3*SlotWidth-1:0] fronts;
  logic [4*3-1:0] valid, pop;

  for (genvar p = 0; p < 4; p++) begin : gen_port
    logic [1:0] out, next_type;

    next_buffer #(.CoordWidth(CoordWidth)) i_next (
      .colour_i, .here_i, .to_i(packet_i[p*Width +: PlaceWidth]), .exit_o(out), .type_o(next_type)
    );
    for (genvar t = 0; t < 3; t++) begin : gen_type
      buffer_pair #(.Capacity(Capacity), .Width(SlotWidth)) i_pair (
        .clk_i, .rst_ni, .push_i(push_i[p*3 + t]), .packet_i({packet_i[p*Width +: Width], next_type}),
        .pop_i(pop[p*3 + t]), .valid_o(valid[p*3 + t]), .front_o(fronts[(p*3 + t)*SlotWidth +: SlotWidth]),
        .withheld_o(withheld_o[p*3 + t])
      );
    end

    // On its way to e, left is the port `3 - e` or `e - 2`, and right the one opposite to that.
    `SY_ASSERT(ArrivesForItsWay, (push_i[p*3 +: 3] & (push_i[p*3 +: 3] - 1'b1)) == '0
               && (!push_i[p*3 + net_pkg::Straight] || out == 2'(p ^ 1))
               && (!push_i[p*3 + net_pkg::TurnLeft] || out == 2'(p < 2 ? 2 + p : 3 - p))
               && (!push_i[p*3 + net_pkg::TurnRight] || out == 2'(p < 2 ? 3 - p : p - 2)))
  end

  // The port at an exit's left hand is where those come in that turn left into it.
  for (genvar e = 0; e < 4; e++) begin : gen_exit
    localparam int LeftPort = e < 2 ? 3 - e : e - 2;
    localparam int Straight = (e ^ 1) * 3;
    localparam int Left = LeftPort * 3 + 1;
    localparam int Right = (LeftPort ^ 1) * 3 + 2;

    exit_port #(.Width(Width)) i_exit (
      .clk_i, .rst_ni, .start_i(start_i[e]), .valid_i({valid[Right], valid[Left], valid[Straight]}),
      .front_i({fronts[Right*SlotWidth +: SlotWidth], fronts[Left*SlotWidth +: SlotWidth],
                fronts[Straight*SlotWidth +: SlotWidth]}),
      .withheld_i(withheld_i[e*3 +: 3]), .ready_o(ready_o[e]), .link_i(link_i[e]),
      .pop_o({pop[Right], pop[Left], pop[Straight]}), .slot_o({packet_o[e*Width +: Width], type_o[e*2 +: 2]})
    );
  end
endmodule : turn_buffer_bank
