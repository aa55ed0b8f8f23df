`include "net_assert.svh"

/// The buffers of one type at one side of a mesh node, and the signal to the neighbour there, who may send one packet
/// in the next cycle unless it is withheld. Model: TurnBufferBank::accept() and tell() of hw/router/mesh/turn_buffer_bank.h.
///
/// First come, first served; a packet may leave in the cycle in which it arrives. What an invitation brings arrives
/// two cycles after it, so that one more may be under way when the next is given.
module buffer_pair #(
  parameter int Capacity = 2,                            ///< Packets, >= 2.
  parameter int Width = 8                                ///< Bits of a packet.
) (
  input  logic             clk_i,
  input  logic             rst_ni,                       ///< Asynchronous, active low.
  input  logic             push_i,
  input  logic [Width-1:0] packet_i,
  input  logic             pop_i,                        ///< Only if `valid_o`.
  output logic             valid_o,
  output logic [Width-1:0] front_o,                      ///< With this cycle's arrival; zero if there is none.
  output logic             withheld_o                    ///< No invitation in this cycle.
);
  localparam int CountWidth = $clog2(Capacity + 1);

  logic [CountWidth-1:0] count, left;
  logic invited_q;                                       // In the cycle before.

  flit_fifo #(.Width(Width), .Depth(Capacity)) i_queue (
    .clk_i, .rst_ni, .push_i, .data_i(packet_i), .pop_i, .front_o, .front_valid_o(valid_o), .next_o(), .next_valid_o(),
    .count_o(count)
  );
  assign left       = count + CountWidth'(push_i) - CountWidth'(pop_i);
  assign withheld_o = left >= CountWidth'(Capacity) - CountWidth'(invited_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) invited_q <= 1'b1;
    else         invited_q <= !withheld_o;
  end

  `SY_ASSERT(RoomForThePromised, left < CountWidth'(Capacity) || !invited_q)
endmodule : buffer_pair
