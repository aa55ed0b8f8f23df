`include "net_assert.svh"

/// All buffers of a sixteen-buffer mesh node, with their signals and conflict rules: one bank for packets of both
/// colours in turn, or two that share the links. Model: NodeBuffers of hw/router/mesh/node_buffers.h.
///
/// A VC is {colour, type}: the buffers that a packet goes to. Two banks take turns on a link that both want. A packet
/// that begins at this node arrives like one that comes straight.
///
/// Timing:   a packet that arrives in a cycle may leave in that cycle; the node has the registers of its links.
module node_buffers #(
  parameter int Banks = 1,                               ///< 1 or 2.
  parameter int Capacity = 2,                            ///< Packets per side and type, >= 2.
  parameter int CoordWidth = 16,
  parameter int DataWidth = 64,
  localparam int PlaceWidth = 2 * CoordWidth,
  localparam int Width = PlaceWidth + DataWidth,
  localparam int Starts = Banks == 1 ? 4 : 12            // Four of each bank; and of the links, if two share them.
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,                ///< Asynchronous, active low.
  input  logic [Starts-1:0]       start_i,               ///< {[port]: the first turn on the link is that of white,
                                                         ///< [bank][port]: of those who turn left}. Static.
  input  logic [PlaceWidth-1:0]   here_i,                ///< {row, column}. Static.
  input  logic                    colour_i,              ///< Of all packets here, if there is one bank: white. Static then.
  input  logic [3:0]              push_i,                ///< [port]: a packet arrives.
  input  logic [4*3-1:0]          vc_i,                  ///< [port]
  input  logic [4*Width-1:0]      packet_i,              ///< [port]: {data, row, column}
  input  logic [Banks*4*3-1:0]    withheld_i,            ///< [bank][port][type]: the neighbour does not invite.
  output logic [3:0]              send_o,                ///< [port]: a packet leaves.
  output logic [4*3-1:0]          vc_o,                  ///< [port]: zero if nothing leaves.
  output logic [4*Width-1:0]      packet_o,              ///< [port]: zero if nothing leaves.
  output logic [Banks*4*3-1:0]    withheld_o             ///< [bank][port][type]: no invitation in this cycle.
);
  logic [Banks*4-1:0] ready, link, sends;                // [bank][port]
  logic [Banks*4*2-1:0] types;                           // [bank][port]
  logic [Banks*4*Width-1:0] packets;                     // [bank][port]

  for (genvar b = 0; b < Banks; b++) begin : gen_bank
    logic [4*3-1:0] push;
    logic colour;

    assign colour = Banks == 1 ? colour_i : 1'(b);
    for (genvar p = 0; p < 4; p++) begin : gen_port
      for (genvar t = 0; t < 3; t++) begin : gen_type
        assign push[p*3 + t] = push_i[p] && vc_i[p*3 +: 3] == {colour, 2'(t)};
      end
    end
    turn_buffer_bank #(.Capacity(Capacity), .CoordWidth(CoordWidth), .DataWidth(DataWidth)) i_bank (
      .clk_i, .rst_ni, .colour_i(colour), .start_i(start_i[b*4 +: 4]), .here_i, .push_i(push), .packet_i,
      .withheld_i(withheld_i[b*12 +: 12]), .ready_o(ready[b*4 +: 4]), .link_i(link[b*4 +: 4]), .type_o(types[b*8 +: 8]),
      .packet_o(packets[b*4*Width +: 4*Width]), .withheld_o(withheld_o[b*12 +: 12])
    );
  end
  assign sends = ready & link;

  if (Banks == 1) begin : gen_own_links
    assign link     = '1;
    assign send_o   = sends;
    assign packet_o = packets;
    for (genvar p = 0; p < 4; p++) begin : gen_vc
      assign vc_o[p*3 +: 3] = {sends[p] && colour_i, types[p*2 +: 2]};
    end
    `SY_ASSERT(OneColour, (push_i & ({vc_i[11], vc_i[8], vc_i[5], vc_i[2]} ^ {4{colour_i}})) == '0)
  end else begin : gen_shared_links
    assign send_o   = sends[3:0] | sends[7:4];
    assign packet_o = packets[0 +: 4*Width] | packets[4*Width +: 4*Width];
    for (genvar p = 0; p < 4; p++) begin : gen_vc
      rr_arbiter #(.NumReq(2)) i_link (
        .clk_i, .rst_ni, .start_i(start_i[8 + p]), .req_i({ready[4 + p], ready[p]}),
        .gnt_o({link[4 + p], link[p]}), .accept_i(1'b1)
      );
      assign vc_o[p*3 +: 3] = {sends[4 + p], types[p*2 +: 2] | types[8 + p*2 +: 2]};
    end
  end
endmodule : node_buffers
