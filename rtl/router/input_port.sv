`include "net_assert.svh"
`include "net_types.svh"

/// The input VCs of one port and the arbiter that lets one of them through the crossbar.
/// Model: DuatoRouter::accept_flit(), cross_vc_per_port() and move_flit(), seen from an input port.
///
/// The arbiter picks a VC for each output port while the ports are matched, and what is granted selects the one that moves.
/// With bypass, a flit that has just come to its empty VC goes past the stages of the crossbar, if nothing is in its way.
module input_port #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int FlitWidth = net_pkg::FlitWidth,
  parameter int Radix = 4,
  parameter int RoutingCycles = 1,
  parameter int VcAllocationCycles = 0,
  parameter int CrossbarCycles = 1,
  parameter int Speculative = 0,
  parameter int VcAllocator = net_pkg::OneHeadFlit,
  parameter int TableNodes = 1,
  parameter int Bypass = 0,
  parameter int OutputDepth = 0,
  localparam int Space = Depth + OutputDepth,
  localparam int TotalVcs = NumPorts * NumVcs,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TableWidth = TableNodes == 1 ? 1 : TableNodes * 2 * TotalVcs
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  site_t                        site_i,
  input  logic [NumVcs*TableWidth-1:0] table_i,          ///< [vc]
  input  logic [Dims*CoordWidth-1:0]   here_i,
  input  logic [PortWidth-1:0]         port_i,           ///< Which port this is.
  input  logic [VcWidth-1:0]           start_i,          ///< VC with the first priority to cross. Static.
  input  logic [FlitWidth-1:0]         flit_i,           ///< From the link.
  output logic [NumVcs-1:0]            credit_o,         ///< To the link, registered.
  input  logic [TotalVcs-1:0]          ready_i,          ///< Output VCs with credit,
  input  logic [TotalVcs-1:0]          ready_next_i,     ///< and those that will have some in the next cycle.
  output logic [NumPorts-1:0]          request_o,        ///< Output ports that flits could cross to.
  output logic [NumPorts-2:0]          request_next_o,   ///< The same of links, in the next cycle, if nothing arrives.
  output logic [NumPorts-1:0]          guess_o,          ///< Those that head flits ask for on speculation.
  output logic [NumPorts-1:0]          several_o,        ///< Those that more than one VC asks for, either way.
  input  logic [NumPorts-1:0]          asked_i,          ///< Those of them that may be granted.
  input  logic [NumPorts-1:0]          straight_i,       ///< Those to which the only flit that asks for both ports goes straight.
  input  logic [NumPorts-1:0]          gnt_i,            ///< The one that a flit crosses to, or would.
  output logic [TotalVcs-1:0]          take_o,           ///< [output port]: the VC that a flit goes to if that port is granted.
  output logic [NumPorts-1:0]          tail_o,           ///< [output port]: that flit is a tail.
  output logic [FlitWidth-1:0]         flit_o,           ///< At the crossbar, its VC renamed.
  output logic [NumPorts-1:0]          select_o,         ///< The output port that it goes to; zero if there is none.
  output logic [FlitWidth-1:0]         straight_flit_o,  ///< The same, of a flit that goes past the stages.
  output logic [NumPorts-1:0]          straight_o,
  input  logic [TotalVcs-1:0]          free_i,
  input  logic [Space*TotalVcs-1:0]    room_i,
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [output port]: those allocated longer ago.
  output logic [NumVcs-1:0]            ask_o,            ///< [vc]: a head flit asks for an output VC.
  output logic [NumVcs*TotalVcs-1:0]   want_o,           ///< [vc]: one of these.
  input  logic [NumVcs-1:0]            vc_gnt_i,         ///< [vc]: it gets one.
  input  logic [NumVcs*TotalVcs-1:0]   given_i,          ///< [vc]: that one.
  output logic                         busy_o            ///< A flit is stored.
);
  localparam bit Guesses = Speculative != 0 || Bypass != 0 && VcAllocationCycles != 0;

  header_t arriving;
  logic [FlitWidth-1:0] moving, crossing;                // Before and behind the stage of switch allocation.
  logic [NumVcs*TotalVcs-1:0] held, held_next, choice;   // [vc]
  logic [NumVcs*TotalVcs-1:0] target, goal;              // [vc]: what it asks for the crossbar with, and what it would take.
  logic [NumVcs*FlitWidth-1:0] front;                    // [vc]
  logic [NumVcs-1:0] there;                              // A flit is in front.
  logic [NumVcs*NumPorts-1:0] wants;                     // [vc]: the output port that it asks for.
  logic [NumPorts*NumVcs-1:0] picked, picked_after;      // [output port]: the VC that would go there; those above it.
  logic [NumVcs-1:0] may_go;                             // Those that hold an output VC, or get one in this cycle.
  logic [NumVcs-1:0] fresh, may_guess;                   // A flit has just come; it may ask on speculation.
  logic [NumVcs-1:0] asks;                               // Those whose port may be granted.
  logic [NumVcs-1:0] straight;                           // Those whose flit goes past the stages if it goes.
  logic goes_straight;
  logic [NumVcs-1:0] first, after, moves, tails, goes_to, goes_on, credit_q, vc_busy;
  logic [NumPorts-1:0] goes;                             // The output port that a flit crosses to.
  logic guesses;                                         // Only head flits on speculation ask.

  assign arriving = flit_i[net_pkg::HeaderWidth-1:0];

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    input_vc #(
      .NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .FlitWidth(FlitWidth), .Radix(Radix),
      .RoutingCycles(RoutingCycles), .VcAllocationCycles(VcAllocationCycles), .Speculative(Speculative),
      .VcAllocator(VcAllocator), .TableNodes(TableNodes), .Bypass(Bypass), .OutputDepth(OutputDepth)
    ) i_vc (
      .clk_i, .rst_ni, .site_i, .table_i(table_i[v*TableWidth +: TableWidth]), .here_i, .port_i, .vc_i(VcWidth'(v)),
      .push_i(arriving.remaining != '0 && arriving.vc == 8'(v)), .flit_i,
      .ready_i, .ready_next_i, .front_o(front[v*FlitWidth +: FlitWidth]), .tail_o(tails[v]), .front_valid_o(there[v]),
      .cross_o(held[v*TotalVcs +: TotalVcs]), .cross_next_o(held_next[v*TotalVcs +: TotalVcs]),
      .pop_i(moves[v]), .free_i, .room_i, .order_i,
      .ask_o(ask_o[v]), .choice_o(choice[v*TotalVcs +: TotalVcs]), .want_o(want_o[v*TotalVcs +: TotalVcs]),
      .gnt_i(vc_gnt_i[v]), .given_i(given_i[v*TotalVcs +: TotalVcs]),
      .fresh_o(fresh[v]), .busy_o(vc_busy[v])
    );
    assign may_guess[v] = Guesses && (Speculative != 0 || fresh[v]);
  end

  // Several processes: what is asked for must not change, not even in passing, when the answer comes.
  always_comb begin
    request_o = '0;
    guess_o   = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) begin
        if (there[v] && held[v*TotalVcs + p*NumVcs +: NumVcs] != '0) request_o[p] = 1'b1;
        if (may_guess[v] && (choice[v*TotalVcs + p*NumVcs +: NumVcs] & ready_i[p*NumVcs +: NumVcs]) != '0) guess_o[p] = 1'b1;
      end
    end
  end
  always_comb begin
    request_next_o = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts - 1; p++) if (held_next[v*TotalVcs + p*NumVcs +: NumVcs] != '0) request_next_o[p] = 1'b1;
    end
  end
  assign guesses = Guesses && request_o == '0;
  always_comb begin
    for (int v = 0; v < NumVcs; v++) begin
      target[v*TotalVcs +: TotalVcs] = guesses ? choice[v*TotalVcs +: TotalVcs] & ready_i & {TotalVcs{may_guess[v]}}
                                               : held[v*TotalVcs +: TotalVcs] & {TotalVcs{there[v]}};
    end
  end
  always_comb begin
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) wants[v*NumPorts + p] = target[v*TotalVcs + p*NumVcs +: NumVcs] != '0;
    end
  end

  // Round robin, as an rr_arbiter of the VCs that ask for the granted port would.
  rr_pointer #(.NumReq(NumVcs)) i_pointer (
    .clk_i, .rst_ni, .start_i, .move_i(gnt_i != '0), .after_i(after), .first_o(first)
  );
  for (genvar p = 0; p < NumPorts; p++) begin : gen_pick
    logic [NumVcs-1:0] asking;
    for (genvar v = 0; v < NumVcs; v++) begin : gen_asking
      assign asking[v] = wants[v*NumPorts + p];
    end
    rr_pick #(.NumReq(NumVcs)) i_pick (
      .first_i(first), .req_i(asking), .gnt_o(picked[p*NumVcs +: NumVcs]), .after_o(picked_after[p*NumVcs +: NumVcs])
    );
  end

  // Past the stages: the only one that asks for its input port, with nothing in the way at its output port.
  always_comb begin
    several_o = '0;
    for (int p = 0; p < NumPorts; p++) begin
      for (int v = 1; v < NumVcs; v++) begin
        for (int w = 0; w < v; w++) if (wants[v*NumPorts + p] && wants[w*NumPorts + p]) several_o[p] = 1'b1;
      end
    end
  end
  for (genvar v = 0; v < NumVcs; v++) begin : gen_straight
    assign asks[v]     = (wants[v*NumPorts +: NumPorts] & asked_i) != '0;
    assign straight[v] = Bypass != 0 && fresh[v] && asks == NumVcs'(1) << v && (wants[v*NumPorts +: NumPorts] & straight_i) != '0;
  end
  assign goal = guesses ? given_i & {NumVcs{OutputDepth != 0 ? ready_i : {TotalVcs{1'b1}}}} : target;
  for (genvar v = 0; v < NumVcs; v++) begin : gen_may_go
    logic gets_room;                                     // The VC that it gets has room: always so if it stores nothing here.
    assign gets_room = OutputDepth == 0 || goal[v*TotalVcs +: TotalVcs] != '0;
    assign may_go[v] = guesses ? vc_gnt_i[v] && gets_room && (Speculative != 0 || straight[v]) : 1'b1;
  end
  always_comb begin
    take_o = '0;
    tail_o = '0;
    for (int p = 0; p < NumPorts; p++) begin
      for (int v = 0; v < NumVcs; v++) begin
        if (picked[p*NumVcs + v] && may_go[v]) begin
          take_o[p*NumVcs +: NumVcs] = take_o[p*NumVcs +: NumVcs] | goal[v*TotalVcs + p*NumVcs +: NumVcs];
          tail_o[p]                  = tail_o[p] | tails[v];
        end
      end
    end
  end
  always_comb begin
    moves   = '0;
    after   = '0;
    goes_to = '0;
    for (int p = 0; p < NumPorts; p++) begin
      moves   = moves | picked[p*NumVcs +: NumVcs] & may_go & {NumVcs{gnt_i[p]}};
      after   = after | picked_after[p*NumVcs +: NumVcs] & {NumVcs{gnt_i[p]}};
      goes_to = goes_to | take_o[p*NumVcs +: NumVcs] & {NumVcs{gnt_i[p]}};
      goes[p] = gnt_i[p] && (picked[p*NumVcs +: NumVcs] & may_go) != '0;
    end
  end

  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(FlitWidth)) i_flit_mux (
    .data_i(front), .sel_i(moves), .data_o(moving)
  );

  assign goes_straight = CrossbarCycles != 0 && (moves & straight) != '0;
  if (CrossbarCycles == 0) begin : gen_at_once
    assign {crossing, goes_on, select_o} = {moving, goes_to, goes};
  end else begin : gen_later
    logic [FlitWidth-1:0] crossing_q;
    logic [NumVcs-1:0] goes_on_q;
    logic [NumPorts-1:0] select_q;

    assign {crossing, goes_on, select_o} = {crossing_q, goes_on_q, select_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {crossing_q, goes_on_q, select_q} <= '0;
      else         {crossing_q, goes_on_q, select_q} <= goes_straight ? '0 : {moving, goes_to, goes};
    end
  end

  // Its VC from here on is the one that its packet holds beyond the link.
  vc_rename #(.NumVcs(NumVcs), .FlitWidth(FlitWidth)) i_rename (.flit_i(crossing), .vc_i(goes_on), .flit_o);
  if (Bypass != 0 && CrossbarCycles != 0) begin : gen_straight_flit
    vc_rename #(.NumVcs(NumVcs), .FlitWidth(FlitWidth)) i_rename (
      .flit_i(moving & {FlitWidth{goes_straight}}), .vc_i(goes_to & {NumVcs{goes_straight}}), .flit_o(straight_flit_o)
    );
    assign straight_o = goes & {NumPorts{goes_straight}};
  end else begin : gen_no_straight_flit
    assign {straight_flit_o, straight_o} = '0;
  end

  assign credit_o = credit_q;
  assign busy_o   = vc_busy != '0 || (CrossbarCycles != 0 && select_o != '0);
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) credit_q <= '0;
    else         credit_q <= moves;
  end

  `SY_ASSERT(GrantMovesAFlit, guesses || (gnt_i != '0) == (moves != '0))
  `SY_ASSERT(MovesOneFlit, (moves & (moves - 1'b1)) == '0)
  `SY_ASSERT(FlitForAVc, arriving.remaining == '0 || arriving.vc < 8'(NumVcs))
endmodule : input_port
