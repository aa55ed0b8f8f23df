`include "net_assert.svh"

/// Sixteen-buffer node of a square mesh: it sorts, colours and routes packets, as its processor tells it and all others in the
/// same cycle. Model: hw/router/mesh/mesh16_router.h. One rising edge is one step().
///
///     commands    +---------------+
///     ----------->| phase, packet |<---------------------------+
///     last port   +---------------+                            | packet
///        |            |  |  own packet  +---------------+      |
///        |            |  +------------->| sorting_unit  |------+
///        |            |                 +---------------+
///     flit_i          |                 +---------------+
///     ----------------+---------------->| painting_unit |-----> flit_o
///     neighbours      |                 +---------------+
///                     |                 +---------------+
///                     +---------------->| node_buffers  |-----> flit_o, credit_o
///                                       +---------------+
///
/// Ports:    east, west, south, north, and the processor's. Its flits are commands: the VC says which, the payload its value. VCs
///           of a link: {colour, type} of node_buffers, then packets that are compared, then tokens. A credit withholds the
///           invitation to send to its VC in the next cycle.
/// Timing:   what arrives at edge t leaves at t + 1, in every phase. In the cycle of a command nothing else is heard.
module mesh_router #(
  parameter int Side = 4,                                ///< Nodes of the mesh per dimension, >= 2.
  parameter int Capacity = 2,                            ///< Packets per side and buffer type, >= 2.
  parameter int Banks = 1,                               ///< Of buffers: one for both colours in turn, or two.
  parameter int Passes = 8,                              ///< Of the sorting algorithm, at most.
  localparam int NumPorts = 5,
  localparam int NumVcs = 10,
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int NodeWidth = $clog2(Side * Side),
  localparam int CoordWidth = $clog2(Side),
  localparam int EntryWidth = $clog2(Side + 1) + CoordWidth + 10,
  localparam int Starts = Banks == 1 ? 4 : 12
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [NodeWidth-1:0]           node_i,         ///< The number of this node. Static.
  input  logic [2*Passes*EntryWidth-1:0] schedule_i,     ///< See sorting_unit. Static.
  input  logic [Starts-1:0]              start_i,        ///< See node_buffers. Static.
  input  logic [NumPorts*FlitWidth-1:0]  flit_i,         ///< [port]
  output logic [NumPorts*NumVcs-1:0]     credit_o,       ///< [port][VC]: not to be sent to in the next cycle.
  output logic [NumPorts*FlitWidth-1:0]  flit_o,         ///< [port]
  input  logic [NumPorts*NumVcs-1:0]     credit_i        ///< [port][VC]
);
  localparam int Width = net_pkg::PacketWidth;
  localparam int PlaceWidth = 2 * CoordWidth;
  localparam int BufferedWidth = PlaceWidth + Width;
  localparam int Terminal = 4;
  localparam logic [7:0] ExchangeVc = 8'd8;
  localparam logic [7:0] TokenVc = 8'd9;

  logic [2:0] command, command_q;
  logic commanded;                                       // A command comes.
  logic [31:0] value;                                    // Its.
  logic [3:0] mode, mode_q;                              // {routing, maximum, painting, sorting}; zero: none.
  logic [PlaceWidth-1:0] here;
  logic [3:0] links;                                     // [port]: it has a neighbour.
  logic [3:0] comes;                                     // [port]: a flit, but in the cycle of a command.
  logic [4*Width-1:0] packet;                            // [port]
  logic [4*32-1:0] to, payload;
  logic [1:0] turns;                                     // [east, west]
  logic [Width-1:0] own_q, own, sorted;                  // {payload, destination, packet}: of this node; with what the last phase found.
  logic white_q, white;                                  // Its colour.
  logic [31:0] count_q, count, told_q, told, rank, most;
  logic painted;

  node_coordinates #(.Radix(Side), .Dims(2)) i_here (.node_i, .coordinates_o(here));
  assign links = {here[CoordWidth +: CoordWidth] != '0, here[CoordWidth +: CoordWidth] != CoordWidth'(Side - 1),
                  here[0 +: CoordWidth] != '0, here[0 +: CoordWidth] != CoordWidth'(Side - 1)};

  assign commanded = flit_i[Terminal*FlitWidth + 64 +: 16] != '0;
  assign command   = commanded ? flit_i[Terminal*FlitWidth + 80 +: 3] : command_q;
  assign value     = flit_i[Terminal*FlitWidth + 96 +: 32];
  for (genvar p = 0; p < 4; p++) begin : gen_in
    assign comes[p]                = flit_i[p*FlitWidth + 64 +: 16] != '0 && !commanded;
    assign packet[p*Width +: Width] = {payload[p*32 +: 32], flit_i[p*FlitWidth +: 64]};
    assign to[p*32 +: 32]          = flit_i[p*FlitWidth + 32 +: 32];
    assign payload[p*32 +: 32]     = flit_i[p*FlitWidth + 96 +: 32];
  end

  assign turns = {flit_i[1*FlitWidth + 88], flit_i[0*FlitWidth + 88]};

  // A command ends the phase before and begins another.
  always_comb begin
    mode  = mode_q;
    own   = own_q;
    white = white_q;
    if (commanded) begin
      case (command_q)
        net_pkg::Colour:  if (painted) white = 1'b0;
        net_pkg::Combine: begin
          if (!painted) own[32 +: 32] = '1;
          white = 1'b0;
        end
        default: ;
      endcase
      case (command)
        net_pkg::Load: begin
          mode  = 4'b0000;
          own   = {value, flit_i[Terminal*FlitWidth +: 64]};
          white = value[0];
        end
        net_pkg::SortRowMajor, net_pkg::SortColumnMajor: begin
          mode  = 4'b0001;
          white = 1'b1;
        end
        net_pkg::Maximum: mode = 4'b0100;
        net_pkg::Route:   mode = 4'b1000;
        default:          mode = 4'b0010;
      endcase
    end
  end

  // Sorting, painting.
  logic [3:0] exchanges, tokens, token_turns;            // [port]
  logic [4*32-1:0] token_to, token_leader;
  assign most = command == net_pkg::Colour ? value : command == net_pkg::Count ? 32'hffff_ffff : 32'd1;
  sorting_unit #(.Side(Side), .Passes(Passes)) i_sorting (
    .clk_i, .schedule_i, .begin_i(commanded), .by_columns_i(command == net_pkg::SortColumnMajor), .run_i(mode[0]),
    .packet_i(packet), .own_i(own), .own_o(sorted), .send_o(exchanges)
  );
  painting_unit #(.Side(Side)) i_painting (
    .clk_i, .here_i(here), .begin_i(commanded && mode[1]), .rows_i(command == net_pkg::Colour),
    .most_i(most), .run_i(mode[1]), .own_i(own[32 +: 32]),
    .comes_i(comes), .to_i(to), .leader_i(payload), .turns_i(turns), .send_o(tokens), .to_o(token_to), .leader_o(token_leader),
    .turns_o(token_turns), .painted_o(painted), .rank_o(rank)
  );

  // The maximum of what neighbours know, which is told again whenever it grows.
  logic tells;
  always_comb begin
    count = count_q;
    told  = told_q;
    if (command_q == net_pkg::Count) count = painted ? rank + 1'b1 : '0;
    if (commanded) told = '0;
    for (int p = 0; p < 4; p++) if (mode[2] && comes[p] && payload[p*32 +: 32] > count) count = payload[p*32 +: 32];
    tells = mode[2] && count != told;
  end

  // Routing. The node's own packet arrives in the cycle of the command, as if it had come straight.
  logic routes, starts, places, homes;
  logic [1:0] out;                                       // Where it leaves.
  logic [PlaceWidth-1:0] own_place;
  logic [3:0] push, sends;
  logic [4*3-1:0] vc, vc_out;
  logic [4*BufferedWidth-1:0] pushed, leaves;
  logic [Banks*4*3-1:0] withheld_in, withheld;
  logic bank_white, bank_white_q;                        // The colour of the packets in a single bank.

  assign routes = commanded && command == net_pkg::Route;
  assign starts = routes && own[32 +: 32] != '1 && (white ? value[1] : value[0]);
  assign homes  = starts && own[32 +: NodeWidth] == node_i;
  assign places = starts && !homes;
  assign bank_white = routes ? value[1] : bank_white_q;
  node_coordinates #(.Radix(Side), .Dims(2)) i_own (.node_i(own[32 +: NodeWidth]), .coordinates_o(own_place));
  next_buffer #(.CoordWidth(CoordWidth)) i_first (
    .colour_i(white), .here_i(here), .to_i(own_place), .exit_o(out), .type_o()
  );
  for (genvar p = 0; p < 4; p++) begin : gen_push
    logic [PlaceWidth-1:0] place;
    logic own_way;

    node_coordinates #(.Radix(Side), .Dims(2)) i_to (.node_i(to[p*32 +: NodeWidth]), .coordinates_o(place));
    assign own_way = places && out == 2'(p ^ 1);
    assign push[p] = own_way || mode[3] && comes[p] && flit_i[p*FlitWidth + 80 +: 2] != net_pkg::Home;
    assign vc[p*3 +: 3] = own_way ? {white, net_pkg::Straight} : flit_i[p*FlitWidth + 80 +: 3];
    assign pushed[p*BufferedWidth +: BufferedWidth] = own_way ? {own, own_place} : {packet[p*Width +: Width], place};
    for (genvar t = 0; t < 3; t++) begin : gen_type
      for (genvar b = 0; b < Banks; b++) begin : gen_bank
        assign withheld_in[b*12 + p*3 + t] = !commanded
          && (Banks == 1 && bank_white || b == 1 ? credit_i[p*NumVcs + 4 + t] : credit_i[p*NumVcs + t]);
      end
    end
  end
  node_buffers #(.Banks(Banks), .Capacity(Capacity), .CoordWidth(CoordWidth), .DataWidth(Width)) i_buffers (
    .clk_i, .rst_ni, .start_i, .here_i(here), .colour_i(bank_white), .push_i(push), .vc_i(vc), .packet_i(pushed),
    .withheld_i(withheld_in), .send_o(sends), .vc_o(vc_out), .packet_o(leaves), .withheld_o(withheld)
  );

  // What leaves.
  logic [NumPorts*FlitWidth-1:0] flit_d, flit_q;
  logic [NumPorts*NumVcs-1:0] credit_d, credit_q;
  function automatic logic [FlitWidth-1:0] flit_of(input logic [Width-1:0] sent, input logic [7:0] of_vc, input logic head);
    flit_of = {sent[64 +: 32], 7'd0, head, of_vc, 16'd1, sent[63:0]};  // A header_t.
  endfunction
  always_comb begin
    flit_d = '0;
    for (int p = 0; p < 4; p++) begin
      if (exchanges[p]) flit_d[p*FlitWidth +: FlitWidth] = flit_of(sorted, ExchangeVc, 1'b1);
      if (tokens[p])
        flit_d[p*FlitWidth +: FlitWidth] =
          flit_of({token_leader[p*32 +: 32], token_to[p*32 +: 32], 32'd0}, TokenVc, token_turns[p]);
      if (tells && links[p]) flit_d[p*FlitWidth +: FlitWidth] = flit_of({count, 32'hffff_ffff, 32'd0}, TokenVc, 1'b1);
      if (sends[p])
        flit_d[p*FlitWidth +: FlitWidth] =
          flit_of(leaves[p*BufferedWidth + PlaceWidth +: Width], {5'd0, vc_out[p*3 +: 3]}, 1'b1);
    end
    if (tells) flit_d[Terminal*FlitWidth +: FlitWidth] = flit_of({count, 32'hffff_ffff, 32'd0}, TokenVc, 1'b1);
    if (homes) flit_d[Terminal*FlitWidth +: FlitWidth] = flit_of(own, {5'd0, white, net_pkg::Home}, 1'b1);
    credit_d = '0;
    for (int b = 0; b < Banks; b++) begin
      for (int p = 0; p < 4; p++) begin
        for (int t = 0; t < 3; t++) begin
          if (withheld[b*12 + p*3 + t]) begin
            if (Banks == 1 && bank_white || b == 1) credit_d[p*NumVcs + 4 + t] = 1'b1;
            else                                    credit_d[p*NumVcs + t] = 1'b1;
          end
        end
      end
    end
  end
  assign flit_o   = flit_q;
  assign credit_o = credit_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      command_q    <= net_pkg::Load;
      mode_q       <= '0;
      own_q        <= {32'd0, 32'hffff_ffff, 32'd0};
      count_q      <= '0;
      flit_q       <= '0;
      credit_q     <= '0;
    end else begin
      command_q    <= command;
      mode_q       <= mode;
      own_q        <= starts ? {own[64 +: 32], 32'hffff_ffff, own[31:0]} : sorted;
      white_q      <= white;
      bank_white_q <= bank_white;
      count_q      <= count;
      told_q       <= tells ? count : told;
      flit_q       <= flit_d;
      credit_q     <= credit_d;
    end
  end

  `SY_ASSERT(OneThingAtATime, (mode_q & (mode_q - 1'b1)) == '0)
endmodule : mesh_router
