/// Where a packet leaves a node of a square mesh, and which buffers it needs where it arrives then. Model:
/// TurnBuffers::exit() and type_at() of hw/routing/turn_buffers.h.
///
/// Black packets go along their column first and then along their row; white ones the other way round.
module next_buffer #(
  parameter int CoordWidth = 16,
  localparam int PlaceWidth = 2 * CoordWidth
) (
  input  logic                  colour_i,                ///< White.
  input  logic [PlaceWidth-1:0] here_i,                  ///< {row, column}
  input  logic [PlaceWidth-1:0] to_i,                    ///< Not `here_i`.
  output logic [1:0]            exit_o,                  ///< Port: east, west, south, north.
  output logic [1:0]            type_o                   ///< net_pkg::Straight, TurnLeft, TurnRight or Home.
);
  logic [CoordWidth-1:0] here_first, to_first, here_second, to_second;
  logic [CoordWidth-1:0] here, to, next;                 // Along the way on which it leaves.
  logic in_first, in_second;                             // It has a way to go there,
  logic down_first, down_second, down;                   // towards lower numbers.
  logic turns, left;

  assign here_first  = colour_i ? here_i[0 +: CoordWidth] : here_i[CoordWidth +: CoordWidth];
  assign to_first    = colour_i ? to_i[0 +: CoordWidth] : to_i[CoordWidth +: CoordWidth];
  assign here_second = colour_i ? here_i[CoordWidth +: CoordWidth] : here_i[0 +: CoordWidth];
  assign to_second   = colour_i ? to_i[CoordWidth +: CoordWidth] : to_i[0 +: CoordWidth];

  assign in_first    = to_first != here_first;
  assign in_second   = to_second != here_second;
  assign down_first  = to_first < here_first;
  assign down_second = to_second < here_second;
  assign down        = in_first ? down_first : down_second;
  assign exit_o      = {in_first != colour_i, down};

  assign here   = in_first ? here_first : here_second;
  assign to     = in_first ? to_first : to_second;
  assign next   = down ? here - 1'b1 : here + 1'b1;
  assign turns  = in_first && in_second;
  assign left   = (down_first == down_second) != colour_i;
  assign type_o = next != to ? net_pkg::Straight
                : !turns ? net_pkg::Home
                : left ? net_pkg::TurnLeft
                : net_pkg::TurnRight;
endmodule : next_buffer
