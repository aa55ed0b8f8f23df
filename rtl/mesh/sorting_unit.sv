/// Compares the packet of a mesh node with a neighbour's, one per cycle, and keeps the one that belongs here. Model:
/// hw/router/mesh/sorting_unit.h.
///
/// What is done when stands in a schedule: its passes are those of the sorting algorithm (hw/router/mesh/snake_sort.h) as this
/// node sees them. A step sends the packet to the partner of the step and compares with what that one sent in the step before.
module sorting_unit #(
  parameter int Side = 4,                                ///< Nodes of the mesh per dimension, >= 2.
  parameter int Passes = 8,                              ///< Of the algorithm, at most.
  localparam int CoordWidth = $clog2(Side),
  localparam int StepWidth = $clog2(Side + 1),
  localparam int EntryWidth = StepWidth + CoordWidth + 10,
  localparam int Width = net_pkg::PacketWidth
) (
  input  logic                           clk_i,
  input  logic [2*Passes*EntryWidth-1:0] schedule_i,     ///< [column-major][pass]: {deal, deals, down: {lower, port, there is one},
                                                         ///< up: the same, odd, steps}; zero: the end. Static.
  input  logic                           begin_i,        ///< The sort begins.
  input  logic                           by_columns_i,   ///< It is in column-major order.
  input  logic                           run_i,          ///< A sort goes on, or begins.
  input  logic [4*Width-1:0]             packet_i,       ///< [port]: what a neighbour has sent.
  input  logic [Width-1:0]               own_i,          ///< The packet of this node,
  output logic [Width-1:0]               own_o,          ///< after this step.
  output logic [3:0]                     send_o          ///< [port]: to this neighbour; zero if there is none.
);
  localparam int PassWidth = $clog2(Passes + 1);
  localparam int NodeWidth = $clog2(Side * Side);

  logic [PassWidth-1:0] pass, pass_q;
  logic [StepWidth-1:0] step, step_q, steps;
  logic columns, columns_q;
  logic [1:0] partner_q;
  logic lower_q, dealt_q;                                // The lower packet stays here; payloads are compared.
  logic [EntryWidth-1:0] entry;
  logic [3:0] way;                                       // {lower, port, there is one}
  logic odd, deals;
  logic [CoordWidth-1:0] deal;
  logic [Width-1:0] other, kept;
  logic [2*CoordWidth-1:0] own_place, other_place;       // {row, column}
  logic [31:0] own_key, other_key;

  assign pass    = begin_i ? '0 : pass_q;
  assign step    = begin_i ? '0 : step_q;
  assign columns = begin_i ? by_columns_i : columns_q;
  always_comb begin
    entry = '0;
    for (int p = 0; p < Passes; p++) begin
      if (pass == PassWidth'(p))
        entry = columns ? schedule_i[(Passes + p)*EntryWidth +: EntryWidth] : schedule_i[p*EntryWidth +: EntryWidth];
    end
  end
  assign steps = entry[StepWidth-1:0];
  assign odd   = entry[StepWidth];
  assign way   = odd == step[0] ? entry[StepWidth + 1 +: 4] : entry[StepWidth + 5 +: 4];
  assign deals = entry[StepWidth + 9];
  assign deal  = entry[StepWidth + 10 +: CoordWidth];

  // What the partner of the last step has sent. Where there is no packet comes last. Without a partner zeros come from port 0,
  // which are not above any packet.
  assign other = packet_i[partner_q*Width +: Width];
  node_coordinates #(.Radix(Side), .Dims(2)) i_own (.node_i(own_i[32 +: NodeWidth]), .coordinates_o(own_place));
  node_coordinates #(.Radix(Side), .Dims(2)) i_other (.node_i(other[32 +: NodeWidth]), .coordinates_o(other_place));
  always_comb begin
    own_key   = own_i[32 +: 32];
    other_key = other[32 +: 32];
    if (dealt_q) begin
      own_key   = own_i[64 +: 32];
      other_key = other[64 +: 32];
    end else if (columns) begin
      if (own_key != '1)   own_key   = 32'({own_place[0 +: CoordWidth], own_place[CoordWidth +: CoordWidth]});
      if (other_key != '1) other_key = 32'({other_place[0 +: CoordWidth], other_place[CoordWidth +: CoordWidth]});
    end
  end
  assign kept = !begin_i && (lower_q ? other_key < own_key : other_key > own_key) ? other : own_i;

  always_comb begin
    own_o = own_i;
    if (run_i) own_o = kept;
    if (run_i && deals && step == '0) own_o[64 +: 32] = 32'(deal);
    send_o = '0;
    if (run_i && way[0]) send_o[way[2:1]] = 1'b1;
  end

  always_ff @(posedge clk_i) begin                       // Without a reset: all is set when a sort begins.
    columns_q <= columns;
    partner_q <= way[2:1];
    lower_q   <= way[3];
    dealt_q   <= deals;
    pass_q    <= pass;
    step_q    <= step;
    if (step + 1'b1 == steps) begin
      pass_q <= pass + 1'b1;
      step_q <= '0;
    end else if (steps != '0) begin
      step_q <= step + 1'b1;
    end
  end
endmodule : sorting_unit
