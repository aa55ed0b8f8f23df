`include "net_types.svh"

/// Proof harness of combining_router with queues of N/2 messages and direction FIFOs of two entries, any straps, all phases on
/// one link (N even) or each on its own (N odd). By induction.
///
/// Its neighbours keep the rules of streams and of credits, and answer what they get, in its order. Then each request and each
/// end of a step that comes in is answered once, where it came in, in the order in which they came. What is followed from
/// there leaves as it came, if it is not combined, served here, or the reply to two. A flit on a link belongs to one
/// stream, and no stream has more messages under way than the queue at its far end has slots.
module combining_router_formal #(
  parameter int N = 2,
  localparam int StraightLinks = N % 2 == 0 ? 1 : 3,
  localparam int NumPorts = 2 * (StraightLinks + 1) + 1,
  localparam int NumVcs = StraightLinks == 1 ? 3 : 1,
  localparam int Width = net_pkg::PacketWidth
) (
  input logic                       clk_i,
  input logic [NumPorts-1:0]        arrives_i,           // [port]: a flit,
  input logic [NumPorts*2-1:0]      vc_i,                // of this VC,
  input logic [NumPorts*Width-1:0]  message_i,           // with this in it.
  input logic [NumPorts*NumVcs-1:0] credit_i,
  input logic                       follow_i             // What arrives at `who` is to be followed.
);
  localparam int Depth = N / 2;
  localparam int KeyWidth = 2;
  localparam int Rows = 2;
  localparam int Words = 2;
  localparam int StepWidth = net_pkg::StepWidth;
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int LabelledWidth = net_pkg::MessageHeaderWidth + KeyWidth + 32;
  localparam int BoundWidth = StepWidth + KeyWidth + 1;
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int DirectionWidth = 40;                    // {operand, operation, from, output, end}.
  localparam int OwedLength = Depth + 3;                 // In a queue, two directions, and a reply on the link.
  localparam int OwedWidth = $clog2(OwedLength + 1);
  localparam int NoPort = 15;

  (* anyconst *) combining_site_t site;
  (* anyconst *) logic [59:0] place;
  (* anyconst *) logic [Rows-1:0] odd;
  (* anyconst *) logic [KeyWidth*KeyWidth-1:0] multiples;
  (* anyconst *) logic [KeyWidth-1:0] offset, prime;
  (* anyconst *) logic [4:0] shift;
  (* anyconst *) logic [$clog2(Words)-1:0] inverse;
  (* anyconst *) logic [2**KeyWidth-1:0] side_of_collect, side_of_route;  // By key, as one address has one home.
  (* anyconst *) logic [3:0] who;                        // The place where the followed message comes in.
  (* hierconn *) logic [1:0] \dut.i_collect.ended_q , \dut.i_collect.send_o , \dut.i_collect.ghost_o ;
  (* hierconn *) logic \dut.i_collect.end_o ;
  (* hierconn *) logic [2*LabelledWidth-1:0] \dut.i_collect.message_o ;
  (* hierconn *) logic [Depth*LabelledWidth-1:0]
      \dut.i_collect.gen_input[0].i_input.i_queue.flits_q , \dut.i_collect.gen_input[1].i_input.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_collect.gen_input[0].i_input.i_queue.count_q , \dut.i_collect.gen_input[1].i_input.i_queue.count_q ,
      \dut.i_collect.gen_output[0].i_output.i_credits.count_q , \dut.i_collect.gen_output[1].i_output.i_credits.count_q ;
  (* hierconn *) logic [BoundWidth-1:0]
      \dut.i_collect.gen_input[0].i_input.floor_q , \dut.i_collect.gen_input[1].i_input.floor_q ,
      \dut.i_collect.gen_output[0].i_output.promised_q , \dut.i_collect.gen_output[1].i_output.promised_q ;
  (* hierconn *) logic \dut.i_collect.gen_output[0].i_output.owes_q , \dut.i_collect.gen_output[1].i_output.owes_q ;
  (* hierconn *) logic [1:0] \dut.i_route.ended_q , \dut.i_route.send_o , \dut.i_route.ghost_o ;
  (* hierconn *) logic \dut.i_route.end_o ;
  (* hierconn *) logic [2*LabelledWidth-1:0] \dut.i_route.message_o ;
  (* hierconn *) logic [Depth*LabelledWidth-1:0]
      \dut.i_route.gen_input[0].i_input.i_queue.flits_q , \dut.i_route.gen_input[1].i_input.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_route.gen_input[0].i_input.i_queue.count_q , \dut.i_route.gen_input[1].i_input.i_queue.count_q ,
      \dut.i_route.gen_output[0].i_output.i_credits.count_q , \dut.i_route.gen_output[1].i_output.i_credits.count_q ;
  (* hierconn *) logic [BoundWidth-1:0]
      \dut.i_route.gen_input[0].i_input.floor_q , \dut.i_route.gen_input[1].i_input.floor_q ,
      \dut.i_route.gen_output[0].i_output.promised_q , \dut.i_route.gen_output[1].i_output.promised_q ;
  (* hierconn *) logic \dut.i_route.gen_output[0].i_output.owes_q , \dut.i_route.gen_output[1].i_output.owes_q ;
  (* hierconn *) logic [1:0] \dut.i_back_collect.sent_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.i_back_collect.gen_input[0].i_queue.flits_q , \dut.i_back_collect.gen_input[1].i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_back_collect.gen_input[0].i_queue.count_q , \dut.i_back_collect.gen_input[1].i_queue.count_q ,
      \dut.i_back_collect.gen_output[0].i_credits.count_q , \dut.i_back_collect.gen_output[1].i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.i_back_route.sent_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.i_back_route.gen_input[0].i_queue.flits_q , \dut.i_back_route.gen_input[1].i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_back_route.gen_input[0].i_queue.count_q , \dut.i_back_route.gen_input[1].i_queue.count_q ,
      \dut.i_back_route.gen_output[0].i_credits.count_q , \dut.i_back_route.gen_output[1].i_credits.count_q ;
  (* hierconn *) logic [2*DirectionWidth-1:0] \dut.i_collect_directions.entries_q ;
  (* hierconn *) logic [1:0] \dut.i_collect_directions.count_q ;
  (* hierconn *) logic \dut.i_collect_directions.head_q , \dut.i_collect_directions.tail_q ;
  (* hierconn *) logic [2*DirectionWidth-1:0] \dut.i_route_directions.entries_q ;
  (* hierconn *) logic [1:0] \dut.i_route_directions.count_q ;
  (* hierconn *) logic \dut.i_route_directions.head_q , \dut.i_route_directions.tail_q ;
  (* hierconn *) logic [Depth*Width-1:0] \dut.i_back.i_queue.flits_q , \dut.i_past_memory.i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0]
      \dut.i_back.i_queue.count_q , \dut.i_back.i_credits.count_q ,
      \dut.i_past_memory.i_queue.count_q , \dut.i_past_memory.i_credits.count_q ;
  (* hierconn *) logic [9:0] \dut.leaves , \dut.freed ;
  (* hierconn *) logic [10*Width-1:0] \dut.leaving ;

  // A key of all ones, which is that of the end of a step, is so in each width.
  function automatic logic [LabelledWidth-1:0] labelled(input logic [Width-1:0] message);
    labelled = {message[64 +: 32], message[32 +: KeyWidth], message[31:0]};
  endfunction
  function automatic logic [Width-1:0] whole(input logic [LabelledWidth-1:0] message);
    whole = {message[32 + KeyWidth +: 32], {(32 - KeyWidth){&message[32 +: KeyWidth]}}, message[32 +: KeyWidth], message[31:0]};
  endfunction

  logic [NumPorts*FlitWidth-1:0] flit_in, flit_out;
  logic [NumPorts*NumVcs-1:0] credit;
  logic first;                                           // The node is in column 0.
  logic [9:0] there, has_in, has_out;                    // [place]: a stream; one that comes in; one that leaves.
  logic [9:0] comes, stores, credits, left, returned;    // [place]: what the pins show. stores: no ghost comes. left: neither leaves.
  logic [9:0] ghost_left, ends_left, up;
  logic [10*Width-1:0] message, message_left;            // [place]
  logic [10*CountWidth-1:0] count, credit_count;         // [place]: of the queue; of the stream that leaves.
  logic [10*Depth*Width-1:0] slots;                      // [place][slot]
  logic [4*Depth*LabelledWidth-1:0] labelled_slots;      // Of the places 0, 1, 4, 5.
  merge_site_t collect_site, route_site;
  logic [11:0] row_bits;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign flit_in[p*FlitWidth +: FlitWidth] = {FlitWidth{arrives_i[p]}}  // A header_t.
      & {message_i[p*Width + 64 +: 32], 7'd0, 1'b1, 6'd0, vc_i[p*2 +: 2], 16'd1, message_i[p*Width +: 64]};
  end
  combining_router #(
    .StraightLinks(StraightLinks), .Depth(Depth), .Directions(2), .Words(Words), .KeyWidth(KeyWidth), .Rows(Rows)
  ) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .place_i(place), .odd_i(odd), .multiples_i(multiples), .offset_i(offset),
    .prime_i(prime), .shift_i(shift), .inverse_i(inverse), .flit_i(flit_in), .credit_o(credit), .flit_o(flit_out), .credit_i
  );
  assign count = {
      \dut.i_back.i_queue.count_q ,
      \dut.i_past_memory.i_queue.count_q ,
      \dut.i_back_route.gen_input[1].i_queue.count_q ,
      \dut.i_back_route.gen_input[0].i_queue.count_q ,
      \dut.i_route.gen_input[1].i_input.i_queue.count_q ,
      \dut.i_route.gen_input[0].i_input.i_queue.count_q ,
      \dut.i_back_collect.gen_input[1].i_queue.count_q ,
      \dut.i_back_collect.gen_input[0].i_queue.count_q ,
      \dut.i_collect.gen_input[1].i_input.i_queue.count_q ,
      \dut.i_collect.gen_input[0].i_input.i_queue.count_q };
  assign credit_count = {
      \dut.i_past_memory.i_credits.count_q ,
      \dut.i_back.i_credits.count_q ,
      \dut.i_route.gen_output[1].i_output.i_credits.count_q ,
      \dut.i_route.gen_output[0].i_output.i_credits.count_q ,
      \dut.i_back_route.gen_output[1].i_credits.count_q ,
      \dut.i_back_route.gen_output[0].i_credits.count_q ,
      \dut.i_collect.gen_output[1].i_output.i_credits.count_q ,
      \dut.i_collect.gen_output[0].i_output.i_credits.count_q ,
      \dut.i_back_collect.gen_output[1].i_credits.count_q ,
      \dut.i_back_collect.gen_output[0].i_credits.count_q };
  assign labelled_slots = {
      \dut.i_route.gen_input[1].i_input.i_queue.flits_q ,
      \dut.i_route.gen_input[0].i_input.i_queue.flits_q ,
      \dut.i_collect.gen_input[1].i_input.i_queue.flits_q ,
      \dut.i_collect.gen_input[0].i_input.i_queue.flits_q };
  for (genvar k = 0; k < 10; k++) begin : gen_slots
    if (k == 0 || k == 1 || k == 4 || k == 5) begin : gen_whole
      for (genvar s = 0; s < Depth; s++) begin : gen_slot
        assign slots[(k*Depth + s)*Width +: Width] =
          whole(labelled_slots[((k/4*2 + k%2)*Depth + s)*LabelledWidth +: LabelledWidth]);
      end
    end
  end
  assign slots[2*Depth*Width +: 2*Depth*Width] = {\dut.i_back_collect.gen_input[1].i_queue.flits_q , \dut.i_back_collect.gen_input[0].i_queue.flits_q };
  assign slots[6*Depth*Width +: 4*Depth*Width] = {
      \dut.i_back.i_queue.flits_q ,
      \dut.i_past_memory.i_queue.flits_q ,
      \dut.i_back_route.gen_input[1].i_queue.flits_q ,
      \dut.i_back_route.gen_input[0].i_queue.flits_q };

  // What the pins show of a place.
  assign first = site.home[3:0] == '0;
  for (genvar k = 0; k < 10; k++) begin : gen_place
    logic [3:0] port;
    logic [1:0] vc;
    logic [FlitWidth-1:0] in, out;
    logic [NumVcs-1:0] given, taken;
    assign {vc, port}   = place[k*6 +: 6];
    assign there[k]     = port < NumPorts;
    assign has_in[k]    = there[k] && !(k == 9 && first);
    assign has_out[k]   = there[k] && !(k == 8 && first);
    assign in           = flit_in >> port*FlitWidth;
    assign out          = flit_out >> port*FlitWidth;
    assign taken        = credit >> port*NumVcs;
    assign given        = credit_i >> port*NumVcs;
    assign comes[k]     = has_in[k] && in[64 +: 16] != '0 && in[80 +: 8] == {6'd0, vc};
    assign stores[k]    = comes[k] && !((k == 0 || k == 1 || k == 4 || k == 5) && in[1:0] == net_pkg::Ghost);
    assign message[k*Width +: Width] = {in[96 +: 32], in[63:0]} & {Width{comes[k]}};
    assign up[k]        = k == 2 || k == 3 || k == 6 || k == 7 || k == 9 && !first;
    assign returned[k]  = has_in[k] && taken[vc];
    assign credits[k]   = has_out[k] && given[vc];
    assign message_left[k*Width +: Width] = {out[96 +: 32], out[63:0]};
    assign left[k]      = has_out[k] && out[64 +: 16] != '0 && out[80 +: 8] == {6'd0, vc} && !ghost_left[k];
    assign ghost_left[k] = has_out[k] && out[64 +: 16] != '0 && out[80 +: 8] == {6'd0, vc}
                         && (k == 2 || k == 3 || k == 6 || k == 7) && out[1:0] == net_pkg::Ghost;
    assign ends_left[k] = out[1:0] == net_pkg::EndOfStream;

    // Straps: no two places are one, the two of a switch have different links, and no link is both up and down the columns.
    always @(*) begin
      assume (there[k] ? vc < NumVcs : port == NoPort);
      assume (k % 2 == 0 || k == 9 || !there[k] || there[k - k%2] && port != place[(k - k%2)*6 +: 4]);
    end
    for (genvar j = 0; j < k; j++) begin : gen_other
      always @(*) begin
        assume (!there[k] || (place[k*6 +: 6] == place[j*6 +: 6]) == (first && k == 9 && j == 8));
        assume (!there[k] || up[k] == up[j] || port != place[j*6 +: 4]);
      end
    end
  end
  always @(*) begin
    assume (there[0] == there[2] && there[4] == there[6] && there[8] == there[9]);
    assume (site.directions == 17'd1 || site.directions == 17'd2);
  end

  // Messages under way.
  logic [10*CountWidth-1:0] sent_q = '0, beyond_q = '0;  // [place]: towards the node and from it, by its neighbours' pins.
  logic [9:0] leaves_q = '0;                             // [place]: in the cycle before.
  logic [10*Width-1:0] leaving_q = '0;
  for (genvar k = 0; k < 10; k++) begin : gen_stream
    logic [CountWidth-1:0] sent, beyond;
    assign sent   = sent_q[k*CountWidth +: CountWidth];
    assign beyond = beyond_q[k*CountWidth +: CountWidth];
    always_ff @(posedge clk_i) if (rst_n) begin
      sent_q[k*CountWidth +: CountWidth]   <= sent + CountWidth'(stores[k]) - CountWidth'(returned[k]);
      beyond_q[k*CountWidth +: CountWidth] <= beyond + CountWidth'(left[k]) - CountWidth'(credits[k]);
    end
    always @(*) if (rst_n) begin
      assume (!stores[k] || sent != Depth);
      assume (!credits[k] || beyond != '0);
      assert (beyond <= Depth && (beyond != Depth || !left[k]));
      assert ((has_in[k] || sent == '0) && (has_out[k] || beyond == '0));
      assert (sent <= Depth && sent == count[k*CountWidth +: CountWidth] + returned[k]);
      assert (credit_count[k*CountWidth +: CountWidth] + beyond + left[k] == Depth);
      assert ((left[k] || ghost_left[k]) == leaves_q[k]);
      if (leaves_q[k]) assert (message_left[k*Width +: Width] == leaving_q[k*Width +: Width]);
    end
  end
  always_ff @(posedge clk_i) if (rst_n) begin
    leaves_q  <= \dut.leaves ;
    leaving_q <= \dut.leaving ;
  end
  for (genvar p = 0; p < NumPorts; p++) begin : gen_link
    logic [9:0] of_port;                                 // What leaves there.
    for (genvar k = 0; k < 10; k++) begin : gen_of
      assign of_port[k] = (left[k] || ghost_left[k]) && place[k*6 +: 4] == p;
    end
    always @(*) if (rst_n) begin
      assert ((of_port & (of_port - 1'b1)) == '0);
      assert ((flit_out[p*FlitWidth +: FlitWidth] != '0) == (of_port != '0));
    end
  end

  // Requests.
  assign row_bits     = site.home[15:4] >> site.route_bit;
  assign route_site   = {site.combining, site.ghosts && !first, there[5], there[7], row_bits[0], site.route_bit};
  assign collect_site = {site.combining, site.ghosts, there[1], there[3], site.home[4], 4'd0};
  merged_streams #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(32), .Rows(Rows)) i_collect (
    .clk_i, .rst_ni(rst_n), .site_i(collect_site), .odd_i(odd), .side_i(side_of_collect),
    .push_i(comes[1:0]), .message_i({labelled(message[1*Width +: Width]), labelled(message[0*Width +: Width])}),
    .freed_i(\dut.freed [1:0]), .credit_i(credits[3:2]), .link_i(2'b11), .idle_i(2'b11), .room_i(1'b1),
    .send_i(\dut.i_collect.send_o ), .ghost_i(\dut.i_collect.ghost_o ), .sent_i(\dut.i_collect.message_o ), .ends_i(\dut.i_collect.end_o ),
    .ended_i(\dut.i_collect.ended_q ),
    .stored_i({\dut.i_collect.gen_input[1].i_input.i_queue.flits_q , \dut.i_collect.gen_input[0].i_input.i_queue.flits_q }),
    .count_i({\dut.i_collect.gen_input[1].i_input.i_queue.count_q , \dut.i_collect.gen_input[0].i_input.i_queue.count_q }),
    .floor_i({\dut.i_collect.gen_input[1].i_input.floor_q , \dut.i_collect.gen_input[0].i_input.floor_q }),
    .credits_i({\dut.i_collect.gen_output[1].i_output.i_credits.count_q , \dut.i_collect.gen_output[0].i_output.i_credits.count_q }),
    .promised_i({\dut.i_collect.gen_output[1].i_output.promised_q , \dut.i_collect.gen_output[0].i_output.promised_q }),
    .owes_i({\dut.i_collect.gen_output[1].i_output.owes_q , \dut.i_collect.gen_output[0].i_output.owes_q }),
    .ended_steps_o(), .base_o(), .valid_o(), .head_o(), .level_o(), .known_o(), .out_step_o(), .flying_o(), .told_o()
  );
  merged_streams #(.Depth(Depth), .StepWidth(StepWidth), .KeyWidth(KeyWidth), .WordWidth(32)) i_route (
    .clk_i, .rst_ni(rst_n), .site_i(route_site), .odd_i(1'b0), .side_i(side_of_route),
    .push_i(comes[5:4]), .message_i({labelled(message[5*Width +: Width]), labelled(message[4*Width +: Width])}),
    .freed_i(\dut.freed [5:4]), .credit_i(credits[7:6]), .link_i(2'b11), .idle_i(2'b11), .room_i(1'b1),
    .send_i(\dut.i_route.send_o ), .ghost_i(\dut.i_route.ghost_o ), .sent_i(\dut.i_route.message_o ), .ends_i(\dut.i_route.end_o ),
    .ended_i(\dut.i_route.ended_q ),
    .stored_i({\dut.i_route.gen_input[1].i_input.i_queue.flits_q , \dut.i_route.gen_input[0].i_input.i_queue.flits_q }),
    .count_i({\dut.i_route.gen_input[1].i_input.i_queue.count_q , \dut.i_route.gen_input[0].i_input.i_queue.count_q }),
    .floor_i({\dut.i_route.gen_input[1].i_input.floor_q , \dut.i_route.gen_input[0].i_input.floor_q }),
    .credits_i({\dut.i_route.gen_output[1].i_output.i_credits.count_q , \dut.i_route.gen_output[0].i_output.i_credits.count_q }),
    .promised_i({\dut.i_route.gen_output[1].i_output.promised_q , \dut.i_route.gen_output[0].i_output.promised_q }),
    .owes_i({\dut.i_route.gen_output[1].i_output.owes_q , \dut.i_route.gen_output[0].i_output.owes_q }),
    .ended_steps_o(), .base_o(), .valid_o(), .head_o(), .level_o(), .known_o(), .out_step_o(), .flying_o(), .told_o()
  );

  // Each is answered once. The oldest first: whether it is the end of a step.
  logic [4*DirectionWidth-1:0] direction;                // [switch][entry], the oldest first.
  logic [3:0] directions;                                // [switch]: how many.
  logic [3:0] ended, answered;                           // [switch][output, input]: of the end, and the reply, under way.
  assign ended      = {\dut.i_route.ended_q , \dut.i_collect.ended_q };
  assign answered   = {\dut.i_back_route.sent_q , \dut.i_back_collect.sent_q };
  assign directions = {\dut.i_route_directions.count_q , \dut.i_collect_directions.count_q };
  assign direction[0*DirectionWidth +: 2*DirectionWidth] = \dut.i_collect_directions.head_q
    ? {\dut.i_collect_directions.entries_q [0 +: DirectionWidth], \dut.i_collect_directions.entries_q [DirectionWidth +: DirectionWidth]}
    : \dut.i_collect_directions.entries_q ;
  assign direction[2*DirectionWidth +: 2*DirectionWidth] = \dut.i_route_directions.head_q
    ? {\dut.i_route_directions.entries_q [0 +: DirectionWidth], \dut.i_route_directions.entries_q [DirectionWidth +: DirectionWidth]}
    : \dut.i_route_directions.entries_q ;
  for (genvar s = 0; s < 2; s++) begin : gen_switch
    for (genvar e = 0; e < 2; e++) begin : gen_direction
      logic [DirectionWidth-1:0] entry;
      assign entry = direction[(2*s + e)*DirectionWidth +: DirectionWidth];
      always @(*) if (rst_n && directions[s*2 +: 2] > e) begin
        assert (entry[3:2] != '0 && (!entry[3] || there[4*s + 1]));
        assert (!entry[1] || there[4*s + 3] && !entry[0]);
        assert (!entry[0] || entry[3:2] == {there[4*s + 1], 1'b1});
        assert (entry[7:4] == '0 || entry[3:2] == 2'b11 && !entry[0]);
      end
    end
    always @(*) if (rst_n) begin
      assert (directions[s*2 +: 2] <= site.directions);
      if (answered[s*2 +: 2] != '0)
        assert (directions[s*2 +: 2] != '0 && (answered[s*2 +: 2] & ~direction[2*s*DirectionWidth + 2 +: 2]) == '0
                && answered[s*2 +: 2] != direction[2*s*DirectionWidth + 2 +: 2]
                && count[(4*s + 2 + direction[2*s*DirectionWidth + 1])*CountWidth +: CountWidth] != '0
                && (!direction[2*s*DirectionWidth] || !there[4*s + 3] || count[(4*s + 3)*CountWidth +: CountWidth] != '0));
    end

    // What came in by place `k`.
    for (genvar i = 0; i < 2; i++) begin : gen_owed
      localparam int k = 4*s + i;
      logic [OwedLength-1:0] owed_q = '0, owed_d, expected;
      logic [OwedWidth-1:0] many_q = '0, many_d, expected_many;
      always_comb begin
        owed_d = owed_q >> left[k];
        many_d = many_q - OwedWidth'(left[k]);
        if (stores[k]) begin
          owed_d[many_d] = message[k*Width +: 2] == net_pkg::EndOfStream;
          many_d         = many_d + 1'b1;
        end
        expected      = '0;
        expected_many = '0;
        if (left[k]) begin
          expected[0]   = ends_left[k];
          expected_many = 1'b1;
        end
        for (int e = 0; e < 2; e++) begin
          if (e < directions[s*2 +: 2] && direction[(2*s + e)*DirectionWidth + 2 + i] && !(e == 0 && answered[s*2 + i])) begin
            expected[expected_many] = direction[(2*s + e)*DirectionWidth];
            expected_many           = expected_many + 1'b1;
          end
        end
        for (int d = 0; d < Depth; d++) begin
          if (d < count[k*CountWidth +: CountWidth]) begin
            expected[expected_many] = slots[(k*Depth + d)*Width +: 2] == net_pkg::EndOfStream;
            expected_many           = expected_many + 1'b1;
          end
        end
      end
      always_ff @(posedge clk_i) if (rst_n) {owed_q, many_q} <= {owed_d, many_d};
      always @(*) if (rst_n) begin
        assume (whole(labelled(message[k*Width +: Width])) == message[k*Width +: Width]);
        if (left[k]) assert (many_q != '0 && ends_left[k] == owed_q[0] && message_left[k*Width +: 2] != net_pkg::Request
                             && message_left[k*Width +: 2] != net_pkg::Ghost);
        assert (owed_q == expected && many_q == expected_many);
      end
    end

    // What left by place `k`, for the neighbour to answer.
    for (genvar o = 0; o < 2; o++) begin : gen_asked
      localparam int k = 4*s + 2 + o;
      logic [2:0] asked_q = '0, asked_d;
      logic [1:0] many_q = '0, many_d;
      logic [3:0] expected, found;
      logic [2:0] expected_many, found_many;
      always_comb begin
        asked_d = asked_q >> stores[k];
        many_d  = many_q - 2'(stores[k]);
        if (left[k]) begin
          asked_d[many_d] = ends_left[k];
          many_d          = many_d + 1'b1;
        end
        expected      = '0;
        expected_many = '0;
        for (int e = 0; e < 2; e++) begin
          if (e < directions[s*2 +: 2] && (direction[(2*s + e)*DirectionWidth] ? o == 0 || there[4*s + 3]
                                           : direction[(2*s + e)*DirectionWidth + 1] == o)) begin
            expected[expected_many] = direction[(2*s + e)*DirectionWidth];
            expected_many           = expected_many + 1'b1;
          end
        end
        if (ended[s*2 + o]) begin
          expected[expected_many] = 1'b1;
          expected_many           = expected_many + 1'b1;
        end
        found      = '0;
        found_many = '0;
        for (int d = 0; d < Depth; d++) begin
          if (d < count[k*CountWidth +: CountWidth]) begin
            found[found_many] = slots[(k*Depth + d)*Width +: 2] == net_pkg::EndOfStream;
            found_many        = found_many + 1'b1;
          end
        end
        found      = found | 4'(asked_q) << found_many;
        found_many = found_many + many_q;
        if (left[k]) begin
          found[found_many] = ends_left[k];
          found_many        = found_many + 1'b1;
        end
      end
      always_ff @(posedge clk_i) if (rst_n) {asked_q, many_q} <= {asked_d, many_d};
      always @(*) if (rst_n) begin
        if (stores[k]) assume (many_q != '0 && message[k*Width +: 2] == (asked_q[0] ? net_pkg::EndOfStream : net_pkg::Reply));
        if (left[k] || ghost_left[k])
          assert (whole(labelled(message_left[k*Width +: Width])) == message_left[k*Width +: Width]);
        assert (asked_q >> many_q == '0 && expected == found && expected_many == found_many);
        for (int d = 0; d < Depth; d++) begin
          if (d < count[k*CountWidth +: CountWidth])
            assert (slots[(k*Depth + d)*Width +: 2] == net_pkg::EndOfStream || slots[(k*Depth + d)*Width +: 2] == net_pkg::Reply);
        end
      end
    end
  end
  always @(*) if (rst_n) assert (\dut.i_collect_directions.tail_q == (\dut.i_collect_directions.head_q ^ directions[0]));
  always @(*) if (rst_n) assert (\dut.i_route_directions.tail_q == (\dut.i_route_directions.head_q ^ directions[2]));

  // Any one message.
  logic follow, following, following_q = 1'b0, goes, alone, alone_q = 1'b0, served;
  logic [CountWidth-1:0] ahead, ahead_q = '0;            // Messages before it.
  logic [Width-1:0] followed, followed_q = '0, gone_q = '0;
  logic [3:0] to, to_q = '0;                             // The place by which it leaves.
  logic [DirectionWidth-1:0] guide;
  assign follow    = follow_i && who < 10 && stores[who] && !following_q;
  assign following = following_q || follow;
  assign ahead     = follow ? count[who*CountWidth +: CountWidth] : ahead_q;
  assign followed  = follow ? message[who*Width +: Width] : followed_q;
  assign goes      = following && ahead == '0 && \dut.freed [who];
  assign served    = who == 4'd8 && followed[1:0] == net_pkg::Request && followed[31:16] == site.home;
  assign guide     = who[2] ? direction[2*DirectionWidth +: DirectionWidth] : direction[0 +: DirectionWidth];
  always_comb begin
    if (who >= 8) begin
      to    = first ? 4'd9 : who ^ 4'd1;
      alone = 1'b1;
    end else if (who[1]) begin
      to    = {1'b0, who[2], 1'b0, guide[3]};
      alone = guide[3:2] != 2'b11 && !guide[0];
    end else begin
      to    = {1'b0, who[2], 1'b1, who[2] ? there[7] && side_of_route[followed[32 +: KeyWidth]]
                                          : there[3] && side_of_collect[followed[32 +: KeyWidth]]};
      alone = !\dut.freed [who ^ 4'd1] && followed[1:0] != net_pkg::EndOfStream;
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      following_q <= following && !goes;
      ahead_q     <= ahead - CountWidth'(\dut.freed [who] && ahead != '0);
      followed_q  <= followed;
      alone_q     <= goes && alone;
      gone_q      <= served ? {followed[95:32], 16'd0, followed[8 +: 8], 6'd0, net_pkg::Reply} : followed;
      to_q        <= to;
    end
  end
  always @(*) if (rst_n) begin
    if (alone_q) begin
      assert (left[to_q] && message_left[to_q*Width +: 32] == gone_q[31:0]);
      if (gone_q[1:0] != net_pkg::Reply || to_q != 4'd9) assert (message_left[to_q*Width + 32 +: 64] == gone_q[95:32]);
    end
    // Invariants.
    if (following_q) begin
      assert (ahead_q < count[who*CountWidth +: CountWidth]);
      assert (slots[(who*Depth + ahead_q)*Width +: Width] == followed_q);
    end
    cover (alone_q && to_q == 4'd9 && gone_q[1:0] == net_pkg::Reply);
    cover (alone_q && to_q == 4'd3 && left[4] && ghost_left[2]);
    cover (answered[1:0] == 2'b10 && directions[1:0] == 2'd2);
    cover (ended[3:2] == 2'b01 && ends_left[6]);
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : combining_router_formal
