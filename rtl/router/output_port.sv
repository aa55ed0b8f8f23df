`include "net_assert.svh"
`include "net_types.svh"

/// The output VCs of one port: who holds them, the credits of the VCs beyond the link, and the registers
/// that a flit passes between crossbar and link. Model: the output half of DuatoRouter::VcState with Port.
module output_port #(
  parameter int NumVcs = 4,
  parameter int Depth = 4,                               ///< Flits of a VC beyond the link.
  parameter int FlitWidth = net_pkg::FlitWidth,
  parameter int Registers = 1,                           ///< From crossbar to link, >= 1.
  parameter bit AsksFirst = 1'b0,                        ///< Head flits ask for VCs before flits take them and leave them.
  parameter int OutputDepth = 0,                         ///< Flits that an output VC stores.
  localparam int Space = Depth + OutputDepth,
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,                ///< Asynchronous, active low.
  input  logic [VcWidth-1:0]      start_i,               ///< VC with the first priority on the link. Static.
  input  logic [NumVcs-1:0]       credit_i,              ///< From the link: these VCs freed a slot.
  output logic [NumVcs-1:0]       ready_o,               ///< VCs with credit, or if they store flits with a free slot,
  output logic [NumVcs-1:0]       ready_next_o,          ///< and with what this cycle's flit leaves of it.
  input  logic [NumVcs-1:0]       take_i,                ///< VC that a flit is granted to; zero if there is none.
  input  logic                    tail_i,                ///< That flit is a tail.
  output logic [NumVcs-1:0]       free_o,                ///< VCs that no packet holds when head flits ask.
  output logic [Space*NumVcs-1:0] room_o,                ///< [n - 1]: VCs with at least n slots then, here and beyond.
  input  logic [NumVcs-1:0]       allocate_i,            ///< A packet takes hold of this VC.
  input  logic [FlitWidth-1:0]    flit_i,                ///< From the crossbar.
  input  logic                    straight_i,            ///< It goes to the last register, as the others are empty.
  output logic                    idle_o,                ///< Nothing is in the registers before the last.
  output logic [FlitWidth-1:0]    flit_o,                ///< To the link, registered.
  output logic                    busy_o                 ///< A flit is in the registers.
);
  localparam int StageWidth = Registers * FlitWidth;

  header_t passing;
  logic [FlitWidth-1:0] coming, onto_link;               // Behind the registers but the last; into that.
  logic queues_busy;
  logic [StageWidth-1:0] stage_d, stage_q;               // The first behind the crossbar lowest.
  logic [NumVcs-1:0] held_d, held_q, leaves;

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    logic [Space-1:0] room, next;
    credit_room #(.Depth(Space)) i_credits (
      .clk_i, .rst_ni, .incr_i(credit_i[v]), .decr_i(take_i[v]), .room_o(room), .next_o(next)
    );
    if (OutputDepth == 0) begin : gen_ready
      assign ready_o[v]      = room[0];
      assign ready_next_o[v] = next[0];
    end
    for (genvar n = 0; n < Space; n++) begin : gen_room
      assign room_o[n*NumVcs + v] = AsksFirst ? room[n] : next[n];
    end
  end

  assign leaves = take_i & {NumVcs{tail_i}};
  assign free_o = AsksFirst ? ~held_q : ~held_q | leaves;
  assign held_d = AsksFirst ? (held_q | allocate_i) & ~leaves : held_q & ~leaves | allocate_i;

  if (Registers == 1) begin : gen_one_register
    assign coming = flit_i;
  end else begin : gen_registers
    assign coming = stage_q[(Registers-2)*FlitWidth +: FlitWidth];
  end
  if (OutputDepth == 0) begin : gen_no_queues
    assign onto_link   = straight_i ? flit_i : coming;
    assign queues_busy = 1'b0;
  end else begin : gen_queues
    output_queues #(.NumVcs(NumVcs), .Depth(Depth), .OutputDepth(OutputDepth), .FlitWidth(FlitWidth)) i_queues (
      .clk_i, .rst_ni, .start_i, .credit_i, .take_i, .ready_o, .ready_next_o, .flit_i(coming), .flit_o(onto_link),
      .busy_o(queues_busy)
    );
  end
  always_comb begin
    stage_d = StageWidth'({stage_q, straight_i ? '0 : flit_i});
    stage_d[(Registers-1)*FlitWidth +: FlitWidth] = onto_link;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) stage_q <= '0;
    else         stage_q <= stage_d;
  end
  assign flit_o = stage_q[(Registers-1)*FlitWidth +: FlitWidth];
  always_comb begin
    busy_o = queues_busy;
    idle_o = 1'b1;
    for (int s = 0; s < Registers; s++) begin
      passing = stage_q[s*FlitWidth +: net_pkg::HeaderWidth];
      busy_o  = busy_o || passing.remaining != '0;
      if (s < Registers - 1) idle_o = !busy_o;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) held_q <= '0;
    else         held_q <= held_d;
  end

  `SY_ASSERT(GoesStraightPastNothing, !straight_i || idle_o)
  `SY_ASSERT(TakesOneFlit, (take_i & (take_i - 1'b1)) == '0)
  `SY_ASSERT(FlitsOfAHolder, (take_i & ~(held_q | (AsksFirst ? allocate_i : '0))) == '0)
  `SY_ASSERT(AllocatesAFreeVc, (allocate_i & ~free_o) == '0)
endmodule : output_port
