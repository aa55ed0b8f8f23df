`include "net_assert.svh"
`include "net_types.svh"

/// Node of the combining machine: requests meet in label order and become one, the memory answers them in passing, and
/// replies split where the requests met. Model: hw/router/combining/ranade_router.h. One rising edge is one step().
///
///     place      0, 1                          2, 3
///            --------> merge_switch  collect -------->         in column 0 from processor and row to phase 2, in the
///            <-------- split_switch  back_collect <---         others from row and processor to the row
///     place      4, 5       direction_fifo     6, 7
///            --------> merge_switch  route ---------->         phase 2; in column 0 to the row of the memory
///            <-------- split_switch  back_route <-----
///     place      8                             9
///            --------> stream_passage, memory_module ->        phase 3; in column 0 into phase 4
///            <-------- stream_passage  back <---------         phase 4; not in column 0
///
/// Where streams share a link, the one nearest to the end of its way goes first: back_collect, back_route, back, past the
/// memory, route, collect; then ghosts of route, and of collect.
///
/// Ports:    those of the butterfly; the last is the terminal port. One message per flit.
/// Timing:   what arrives at edge t leaves at t + 1, in every phase, if nothing holds it.
module combining_router #(
  parameter int StraightLinks = 1,                       ///< 3: one for each phase; 1: all phases share it as VCs.
  parameter int Depth = 2,                               ///< Messages of a queue, here and at the far ends, >= 1.
  parameter int Directions = 64,                         ///< Entries of a direction FIFO, >= 1.
  parameter int Words = 16,                              ///< Of the memory module: a power of two, >= 2.
  parameter int KeyWidth = 8,                            ///< Keys are less than 2^KeyWidth - 1. <= 32.
  parameter int Rows = 2,                                ///< Of the machine, >= 2.
  localparam int NumPorts = 2 * (StraightLinks + 1) + 1,
  localparam int NumVcs = StraightLinks == 1 ? 3 : 1,
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int PlaceWidth = 6                          // Of a place: {VC, port}.
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  combining_site_t                site_i,         ///< Static.
  input  logic [10*PlaceWidth-1:0]       place_i,        ///< [place]: {VC, port}; no such port: no stream. Static.
  input  logic [Rows-1:0]                odd_i,          ///< [row]: what requests to it head for in column 0 is odd. Static.
  input  logic [KeyWidth*KeyWidth-1:0]   multiples_i,    ///< See key_place. Static.
  input  logic [KeyWidth-1:0]            offset_i,       ///< Static.
  input  logic [KeyWidth-1:0]            prime_i,        ///< Static.
  input  logic [4:0]                     shift_i,        ///< See memory_module. Static.
  input  logic [$clog2(Words)-1:0]       inverse_i,      ///< Static.
  input  logic [NumPorts*FlitWidth-1:0]  flit_i,         ///< [port]
  output logic [NumPorts*NumVcs-1:0]     credit_o,       ///< [port][VC]: these streams freed a slot.
  output logic [NumPorts*FlitWidth-1:0]  flit_o,         ///< [port]
  input  logic [NumPorts*NumVcs-1:0]     credit_i        ///< [port][VC]
);
  localparam int Width = net_pkg::PacketWidth;           // Of a message: {word, key, message_t}.
  localparam int LabelledWidth = net_pkg::MessageHeaderWidth + KeyWidth + 32;  // Its key as labels have it.
  localparam int DirectionWidth = 40;                    // {operand, operation, from, output, end}.
  localparam int CountWidth = $clog2(Directions + 1);

  // A key of all ones, which is that of the end of a step, is so in each width.
  function automatic logic [LabelledWidth-1:0] labelled(input logic [Width-1:0] message);
    labelled = {message[64 +: 32], message[32 +: KeyWidth], message[31:0]};
  endfunction
  function automatic logic [Width-1:0] whole(input logic [LabelledWidth-1:0] message);
    whole[31:0]     = message[31:0];
    whole[32 +: 32] = {32{&message[32 +: KeyWidth]}};
    whole[32 +: KeyWidth] = message[32 +: KeyWidth];
    whole[64 +: 32] = message[32 + KeyWidth +: 32];
  endfunction

  // What arrives.
  logic first;                                           // The node is in column 0.
  logic [9:0] there;                                     // [place]: there is a stream.
  logic [9:0] comes, freed, credits;                     // [place]: of the stream that comes in, and of the one that leaves.
  logic [10*Width-1:0] message;                          // [place]
  logic [10*NumPorts-1:0] port;                          // [place]: one-hot; zero: none.
  assign first = site_i.home[3:0] == '0;
  for (genvar k = 0; k < 10; k++) begin : gen_place
    logic [3:0] at_port;
    logic [1:0] at_vc;
    logic [NumPorts*Width-1:0] messages;
    logic [Width-1:0] arriving;
    logic [NumPorts-1:0] arrives, returns;

    assign {at_vc, at_port} = place_i[k*PlaceWidth +: PlaceWidth];
    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      assign port[k*NumPorts + p] = at_port == 4'(p);
      assign arrives[p] = at_port == 4'(p) && flit_i[p*FlitWidth + 64 +: 16] != '0
                          && flit_i[p*FlitWidth + 80 +: 8] == {6'd0, at_vc};
      assign returns[p] = at_port == 4'(p) && |(credit_i[p*NumVcs +: NumVcs] & (NumVcs'(1) << at_vc));
      assign messages[p*Width +: Width] = {flit_i[p*FlitWidth + 96 +: 32], flit_i[p*FlitWidth +: 64]} & {Width{arrives[p]}};
    end
    assign there[k]   = |port[k*NumPorts +: NumPorts];
    assign comes[k]   = |arrives && !(k == 9 && first);
    assign credits[k] = |returns && !(k == 8 && first);
    always_comb begin
      arriving = '0;
      for (int p = 0; p < NumPorts; p++) arriving = arriving | messages[p*Width +: Width];
    end
    assign message[k*Width +: Width] = arriving;
  end

  // Whether the streams at two places leave through a link that none of the others has taken.
  function automatic logic [1:0] free(input logic [NumPorts-1:0] taken, input logic [2*NumPorts-1:0] ports);
    free = {(taken & ports[NumPorts +: NumPorts]) == '0, (taken & ports[0 +: NumPorts]) == '0};
  endfunction
  function automatic logic [NumPorts-1:0] links(input logic [1:0] sends, input logic [2*NumPorts-1:0] ports);
    links = (ports[NumPorts +: NumPorts] & {NumPorts{sends[1]}}) | (ports[0 +: NumPorts] & {NumPorts{sends[0]}});
  endfunction
  logic [NumPorts-1:0] after_back_collect, after_back_route, after_past, after_route, after_collect, after_ghosts;

  // Replies, the way back.
  logic [1:0] back_collect_sends, back_route_sends;
  logic [4*Width-1:0] back_messages;
  logic [DirectionWidth-1:0] collect_direction, route_direction, collected, routed;
  logic collect_guided, route_guided, back_collect_done, back_route_done, collect_room, route_room, collect_sent, route_sent;

  direction_fifo #(.Depth(Directions), .Width(DirectionWidth)) i_collect_directions (
    .clk_i, .rst_ni, .limit_i(site_i.directions[CountWidth-1:0]), .pop_i(back_collect_done), .front_o(collect_direction),
    .valid_o(collect_guided), .push_i(collect_sent), .data_i(collected), .room_o(collect_room)
  );
  split_switch #(.Depth(Depth)) i_back_collect (
    .clk_i, .rst_ni, .joins_i(there[1]), .splits_i(there[3]), .push_i(comes[3:2]), .message_i(message[2*Width +: 2*Width]),
    .credit_o(freed[3:2]), .credit_i(credits[1:0]), .link_i(2'b11), .send_o(back_collect_sends),
    .message_o(back_messages[0 +: 2*Width]), .guided_i(collect_guided), .end_i(collect_direction[0]),
    .input_i(collect_direction[1]), .to_i(collect_direction[3:2]), .operation_i(collect_direction[7:4]),
    .operand_i(collect_direction[8 +: 32]), .done_o(back_collect_done)
  );
  assign after_back_collect = links(back_collect_sends, port[0 +: 2*NumPorts]);

  direction_fifo #(.Depth(Directions), .Width(DirectionWidth)) i_route_directions (
    .clk_i, .rst_ni, .limit_i(site_i.directions[CountWidth-1:0]), .pop_i(back_route_done), .front_o(route_direction),
    .valid_o(route_guided), .push_i(route_sent), .data_i(routed), .room_o(route_room)
  );
  split_switch #(.Depth(Depth)) i_back_route (
    .clk_i, .rst_ni, .joins_i(there[5]), .splits_i(there[7]), .push_i(comes[7:6]), .message_i(message[6*Width +: 2*Width]),
    .credit_o(freed[7:6]), .credit_i(credits[5:4]), .link_i(free(after_back_collect, port[4*NumPorts +: 2*NumPorts])),
    .send_o(back_route_sends), .message_o(back_messages[2*Width +: 2*Width]), .guided_i(route_guided),
    .end_i(route_direction[0]), .input_i(route_direction[1]), .to_i(route_direction[3:2]), .operation_i(route_direction[7:4]),
    .operand_i(route_direction[8 +: 32]), .done_o(back_route_done)
  );
  assign after_back_route = after_back_collect | links(back_route_sends, port[4*NumPorts +: 2*NumPorts]);

  // Along the row of the memory. From here on all go up, but for phase 4 and its beginning in column 0, which go down.
  logic back_sends, past_sends, back_free, past_free;
  logic [Width-1:0] back_message, past_head, past_message;
  message_t past;
  logic serves;
  logic [31:0] returned, before_step;

  assign back_free = (after_back_route & port[8*NumPorts +: NumPorts]) == '0;
  stream_passage #(.Depth(Depth)) i_back (
    .clk_i, .rst_ni, .push_i(comes[9]), .message_i(message[9*Width +: Width]), .credit_i(credits[8]), .link_i(back_free),
    .send_o(back_sends), .message_o(back_message)
  );
  assign freed[9]  = back_sends;

  assign past_free = (after_back_route & port[9*NumPorts +: NumPorts]) == '0;
  stream_passage #(.Depth(Depth)) i_past_memory (
    .clk_i, .rst_ni, .push_i(comes[8]), .message_i(message[8*Width +: Width]), .credit_i(credits[9]), .link_i(past_free),
    .send_o(past_sends), .message_o(past_head)
  );
  assign freed[8]   = past_sends;
  assign after_past = port[9*NumPorts +: NumPorts] & {NumPorts{past_sends}};

  assign past   = past_head[31:0];
  assign serves = past.kind == net_pkg::Request && past.home == site_i.home;
  memory_module #(.Words(Words), .KeyWidth(KeyWidth)) i_memory (
    .clk_i, .rst_ni, .multiples_i, .offset_i, .prime_i, .shift_i, .inverse_i, .serve_i(past_sends && serves),
    .key_i(past_head[32 +: KeyWidth]), .operation_i(past.operation), .operand_i(past_head[64 +: 32]), .returned_o(returned),
    .before_step_o(before_step), .end_i(past.kind == net_pkg::EndOfStream)
  );
  assign past_message = serves ? {returned, before_step, 16'd0, past.step, 6'd0, net_pkg::Reply} : past_head;

  // Requests.
  logic [1:0] route_sends, collect_sends, route_ghosts, collect_ghosts;
  logic [4*LabelledWidth-1:0] merged;
  merge_site_t collect_site, route_site;
  logic [11:0] row_bits;

  assign row_bits     = site_i.home[15:4] >> site_i.route_bit;
  assign route_site   = {site_i.combining, site_i.ghosts && !first, there[5], there[7], row_bits[0], site_i.route_bit};
  assign collect_site = {site_i.combining, site_i.ghosts, there[1], there[3], site_i.home[4], 4'd0};
  merge_switch #(.Depth(Depth), .KeyWidth(KeyWidth)) i_route (
    .clk_i, .rst_ni, .site_i(route_site), .odd_i(1'b0), .push_i(comes[5:4]),
    .message_i({labelled(message[5*Width +: Width]), labelled(message[4*Width +: Width])}), .credit_o(freed[5:4]),
    .credit_i(credits[7:6]), .link_i(free(after_past, port[6*NumPorts +: 2*NumPorts])),
    .idle_i(free(after_collect, port[6*NumPorts +: 2*NumPorts])), .send_o(route_sends), .ghost_o(route_ghosts),
    .message_o(merged[2*LabelledWidth +: 2*LabelledWidth]), .room_i(route_room), .remember_o(route_sent),
    .output_o(routed[1]), .end_o(routed[0]), .operation_o(routed[7:4]), .operand_o(routed[8 +: 32])
  );
  assign routed[3:2] = freed[5:4];
  assign after_route = after_past | links(route_sends, port[6*NumPorts +: 2*NumPorts]);
  merge_switch #(.Depth(Depth), .KeyWidth(KeyWidth), .Rows(Rows)) i_collect (
    .clk_i, .rst_ni, .site_i(collect_site), .odd_i, .push_i(comes[1:0]),
    .message_i({labelled(message[Width +: Width]), labelled(message[0 +: Width])}), .credit_o(freed[1:0]),
    .credit_i(credits[3:2]), .link_i(free(after_route, port[2*NumPorts +: 2*NumPorts])),
    .idle_i(free(after_ghosts, port[2*NumPorts +: 2*NumPorts])), .send_o(collect_sends), .ghost_o(collect_ghosts),
    .message_o(merged[0 +: 2*LabelledWidth]), .room_i(collect_room), .remember_o(collect_sent), .output_o(collected[1]),
    .end_o(collected[0]), .operation_o(collected[7:4]), .operand_o(collected[8 +: 32])
  );
  assign collected[3:2] = freed[1:0];
  assign after_collect  = after_route | links(collect_sends, port[2*NumPorts +: 2*NumPorts]);
  assign after_ghosts   = after_collect | links(route_ghosts, port[6*NumPorts +: 2*NumPorts]);

  // What leaves.
  logic [9:0] leaves;                                    // [place]
  logic [10*Width-1:0] leaving;                          // [place]
  logic [NumPorts*FlitWidth-1:0] flit_d, flit_q;
  logic [NumPorts*NumVcs-1:0] credit_d, credit_q;

  assign leaves  = {past_sends, back_sends, route_sends | route_ghosts, back_route_sends, collect_sends | collect_ghosts,
                    back_collect_sends};
  assign leaving = {past_message, back_message,
                    whole(merged[3*LabelledWidth +: LabelledWidth]), whole(merged[2*LabelledWidth +: LabelledWidth]),
                    back_messages[2*Width +: 2*Width],
                    whole(merged[LabelledWidth +: LabelledWidth]), whole(merged[0 +: LabelledWidth]), back_messages[0 +: 2*Width]};
  always_comb begin
    flit_d   = '0;
    credit_d = '0;
    for (int p = 0; p < NumPorts; p++) begin
      for (int k = 0; k < 10; k++) begin
        if (port[k*NumPorts + p] && leaves[k])
          flit_d[p*FlitWidth +: FlitWidth] =
            {leaving[k*Width + 64 +: 32], 7'd0, 1'b1, 6'd0, place_i[k*PlaceWidth + 4 +: 2], 16'd1, leaving[k*Width +: 64]};
        for (int v = 0; v < NumVcs; v++) begin
          if (port[k*NumPorts + p] && freed[k] && place_i[k*PlaceWidth + 4 +: 2] == 2'(v)) credit_d[p*NumVcs + v] = 1'b1;
        end
      end
    end
  end
  assign flit_o   = flit_q;
  assign credit_o = credit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit_q   <= '0;
      credit_q <= '0;
    end else begin
      flit_q   <= flit_d;
      credit_q <= credit_d;
    end
  end

  `SY_ASSERT(LinksAreNotShared, (after_past & links(route_sends, port[6*NumPorts +: 2*NumPorts])) == '0
                                && (after_route & links(collect_sends, port[2*NumPorts +: 2*NumPorts])) == '0
                                && (after_collect & links(route_ghosts, port[6*NumPorts +: 2*NumPorts])) == '0
                                && (after_ghosts & links(collect_ghosts, port[2*NumPorts +: 2*NumPorts])) == '0)
endmodule : combining_router
