/// Tells the packet of a mesh node its rank in its sequence: the packets of one row, or of one processor, that follow each other
/// along the snake of a sorted mesh. Model: hw/router/mesh/painting_unit.h.
///
///     leader --> painter --> ...   along the leader's line, to its end;
///       |          |               across all further lines a searcher from every node,
///       v          v               and where one passes the leader, another painter.
///     painter    searcher
///
/// Timing:   the first cycle tells the next node of the snake which packet is here; the second finds the leaders.
module painting_unit #(
  parameter int Side = 4,                                ///< Nodes of the mesh per dimension, >= 2.
  localparam int CoordWidth = $clog2(Side)
) (
  input  logic                    clk_i,
  input  logic [2*CoordWidth-1:0] here_i,                ///< {row, column}. Static.
  input  logic                    begin_i,               ///< Painting begins:
  input  logic                    rows_i,                ///< sequences are rows, else processors;
  input  logic [31:0]             most_i,                ///< so many packets of each are painted.
  input  logic                    run_i,                 ///< It goes on, or begins.
  input  logic [31:0]             own_i,                 ///< Where the packet of this node goes; all ones: there is none.
  input  logic [3:0]              comes_i,               ///< [port]: a token comes,
  input  logic [4*32-1:0]         to_i,                  ///< [port]: of a sequence with packets for this node,
  input  logic [4*32-1:0]         leader_i,              ///< [port]: whose leader stands there;
  input  logic [1:0]              turns_i,               ///< [east, west]: it starts a painter here.
  output logic [3:0]              send_o,                ///< [port]: a token leaves.
  output logic [4*32-1:0]         to_o,
  output logic [4*32-1:0]         leader_o,
  output logic [3:0]              turns_o,
  output logic                    painted_o,             ///< Of painting that has begun: the packet was painted,
  output logic [31:0]             rank_o                 ///< of this rank. Registers.
);
  localparam int NodeWidth = $clog2(Side * Side);
  localparam logic [CoordWidth-1:0] Last = CoordWidth'(Side - 1);
  localparam logic [1:0] East = 2'd0, West = 2'd1, South = 2'd2, North = 2'd3;

  logic second_q;                                        // This is the second cycle.
  logic rows_q, painted_d, painted_q;
  logic [31:0] most_q, rank_d, rank_q, index;
  logic [CoordWidth-1:0] row, column;
  logic forth;                                           // The line runs forth: it is an even one.
  logic [1:0] onward, after, prior;                      // Ports: along the line; of the snake.
  logic has_onward, has_east, has_after, has_prior, leads;
  logic [4*32-1:0] sequence_of;                          // [port]: of a token.
  logic [31:0] own_sequence;
  logic [4:0] paints, along;                             // [port]; last: the packet here is a leader.
  logic [5*32-1:0] to, leader;
  logic [31:0] rank;

  assign row        = here_i[CoordWidth +: CoordWidth];
  assign column     = here_i[0 +: CoordWidth];
  assign forth      = !column[0];
  assign index      = 32'(column) * Side + (forth ? 32'(row) : 32'(Side - 1) - 32'(row));
  assign onward     = forth ? South : North;
  assign has_onward = row != (forth ? Last : '0);
  assign has_east   = column != Last;
  assign after      = has_onward ? onward : East;
  assign has_after  = has_onward || has_east;
  assign prior      = row != (forth ? '0 : Last) ? (forth ? North : South) : West;
  assign has_prior  = row != (forth ? '0 : Last) || column != '0;

  assign painted_o = painted_q;
  assign rank_o    = rank_q;

  logic [NodeWidth-1:0] own_row;
  assign own_row      = own_i[NodeWidth-1:0] / NodeWidth'(Side);
  assign own_sequence = rows_q ? 32'(own_row) : own_i;
  for (genvar p = 0; p < 4; p++) begin : gen_port
    logic [NodeWidth-1:0] to_row;

    assign to_row = to_i[p*32 +: NodeWidth] / NodeWidth'(Side);
    assign sequence_of[p*32 +: 32] = rows_q && to_i[p*32 +: 32] != '1 ? 32'(to_row) : to_i[p*32 +: 32];
  end

  assign leads  = !has_prior || sequence_of[prior*32 +: 32] != own_sequence;
  assign along  = {3'b111, turns_i};                // A token from the north or the south has come along.
  assign to     = {own_i, to_i};
  assign leader = {index, leader_i};
  always_comb begin
    paints = '0;
    if (run_i && !begin_i && own_i != '1) begin
      if (second_q) begin
        paints[4] = leads;
      end else begin
        for (int p = 0; p < 4; p++) paints[p] = comes_i[p] && sequence_of[p*32 +: 32] == own_sequence;
      end
    end
  end

  always_comb begin
    send_o    = '0;
    to_o      = {4{own_i}};
    leader_o  = '0;
    turns_o   = '0;
    painted_d = painted_q && !begin_i;
    rank_d    = rank_q;
    if (begin_i && has_after) send_o[after] = 1'b1;
    for (int k = 0; k < 5; k++) begin
      rank = index - leader[k*32 +: 32];
      if (paints[k] && rank < most_q) begin
        painted_d = 1'b1;
        rank_d    = rank;
        if (rank + 1'b1 != most_q) begin
          if (along[k] && has_onward) begin
            send_o[onward]            = 1'b1;
            to_o[onward*32 +: 32]     = to[k*32 +: 32];
            leader_o[onward*32 +: 32] = leader[k*32 +: 32];
          end
          if (has_east) begin
            send_o[East]            = 1'b1;
            to_o[East*32 +: 32]     = to[k*32 +: 32];
            leader_o[East*32 +: 32] = leader[k*32 +: 32];
            turns_o[East]           = k == 4;
          end
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin                       // Without a reset: all is set when painting begins.
    if (begin_i) begin
      rows_q <= rows_i;
      most_q <= most_i;
    end
    second_q  <= begin_i;
    painted_q <= painted_d;
    rank_q    <= rank_d;
  end
endmodule : painting_unit
