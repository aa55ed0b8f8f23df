`include "net_assert.svh"
`include "net_types.svh"

/// One input VC: its queue, the output VC that the packet in front holds, and what its head flit asks for.
/// Model: the input half of DuatoRouter::VcState with VcMasks.
///
/// In a cycle: the flit that arrives goes in, the front flit may cross, and then the head flit that is in front
/// by now, if its packet holds no output VC yet, asks for one. If VC allocation has a stage of its own, or routing has none,
/// the head flit asks that is in front before anything crosses.
module input_vc #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int FlitWidth = net_pkg::FlitWidth,
  parameter int Radix = 4,
  parameter int RoutingCycles = 1,
  parameter int VcAllocationCycles = 0,
  parameter int Speculative = 0,
  parameter int VcAllocator = net_pkg::OneHeadFlit,
  parameter int TableNodes = 1,
  parameter int Bypass = 0,
  parameter int OutputDepth = 0,
  localparam int Space = Depth + OutputDepth,            // Slots of an output VC, here and beyond the link.
  localparam int TotalVcs = NumPorts * NumVcs,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TableWidth = TableNodes == 1 ? 1 : TableNodes * 2 * TotalVcs
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             ///< Asynchronous, active low.
  input  site_t                      site_i,
  input  logic [TableWidth-1:0]      table_i,
  input  logic [Dims*CoordWidth-1:0] here_i,
  input  logic [PortWidth-1:0]       port_i,             ///< Which VC this is.
  input  logic [VcWidth-1:0]         vc_i,
  input  logic                       push_i,
  input  logic [FlitWidth-1:0]       flit_i,
  input  logic [TotalVcs-1:0]        ready_i,            ///< Output VCs with credit,
  input  logic [TotalVcs-1:0]        ready_next_i,       ///< and those that will have some in the next cycle.
  output logic [FlitWidth-1:0]       front_o,
  output logic                       tail_o,             ///< The front flit is a tail.
  output logic                       front_valid_o,      ///< There is one.
  output logic [TotalVcs-1:0]        cross_o,            ///< Where it could cross to: one or none.
  output logic [TotalVcs-1:0]        cross_next_o,       ///< The same in the next cycle, if nothing arrives.
  input  logic                       pop_i,              ///< The front flit crosses.
  input  logic [TotalVcs-1:0]        free_i,             ///< Output VCs that no packet holds any more.
  input  logic [Space*TotalVcs-1:0]  room_i,             ///< [n - 1]: output VCs with at least n free slots.
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [output port]: those allocated longer ago.
  output logic                       ask_o,              ///< The head flit asks for an output VC:
  output logic [TotalVcs-1:0]        choice_o,           ///< this one if it were alone; zero if it does not ask.
  output logic [TotalVcs-1:0]        want_o,             ///< Those that it asks for, the choice among them.
  input  logic                       gnt_i,              ///< It gets one of them:
  input  logic [TotalVcs-1:0]        given_i,            ///< this one.
  output logic                       fresh_o,            ///< A flit comes to the empty VC.
  output logic                       busy_o              ///< It stores a flit.
);
  localparam int CountWidth = $clog2(Depth + 1);
  localparam bit AsksFirst = RoutingCycles == 0 || VcAllocationCycles != 0;

  header_t front, head;
  logic [FlitWidth-1:0] next_flit;
  logic front_valid, next_valid, tail_goes;
  logic waits, asks;                                     // waits: a head flit is in front and holds no output VC.
  logic [CountWidth-1:0] count;
  logic [31:0] destination;
  logic [TotalVcs-1:0] output_d, output_q, holds, adaptive, escape, adaptive_now, escape_now;
  logic [TotalVcs-1:0] all_open;                         // Output VCs that a matching may give.
  logic [Space-1:0] need, need_now;

  flit_fifo #(.Width(FlitWidth), .Depth(Depth)) i_queue (
    .clk_i, .rst_ni, .push_i, .data_i(flit_i), .pop_i,
    .front_o, .front_valid_o(front_valid), .next_o(next_flit), .next_valid_o(next_valid),
    .count_o(count)
  );
  assign front     = front_o[net_pkg::HeaderWidth-1:0];
  assign tail_o    = front.remaining == 16'd1;
  assign tail_goes = pop_i && tail_o;

  if (AsksFirst) begin : gen_before
    assign head     = front;
    assign waits    = front_valid && output_q == '0;
    assign holds    = (VcAllocationCycles == 0) ? output_q | given_i : output_q;
    assign output_d = tail_goes ? '0 : output_q | given_i;
  end else begin : gen_after
    logic [TotalVcs-1:0] kept;
    assign kept     = tail_goes ? '0 : output_q;
    assign head     = next_flit[net_pkg::HeaderWidth-1:0];
    assign waits    = next_valid && kept == '0;
    assign holds    = output_q;
    assign output_d = kept | given_i;
  end
  assign cross_o       = holds & ready_i;
  assign cross_next_o  = output_d & ready_next_i & {TotalVcs{next_valid}};
  assign front_valid_o = front_valid;

  // A VC that does not ask is routed to where it is, which switches less and simulates faster.
  assign destination = waits ? head.destination : site_i.node;

  if (TableNodes == 1) begin : gen_compute
    route_compute #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Radix(Radix)) i_route (
      .site_i, .here_i, .destination_i(destination), .port_i, .vc_i,
      .adaptive_o(adaptive_now), .escape_o(escape_now)
    );
  end else begin : gen_table
    route_table #(.TotalVcs(TotalVcs), .TableNodes(TableNodes)) i_route (
      .table_i, .destination_i(destination), .adaptive_o(adaptive_now), .escape_o(escape_now)
    );
  end
  room_needed #(.Depth(Space)) i_need (.site_i, .length_i(head.remaining), .need_o(need_now));

  if (RoutingCycles != 0 && VcAllocationCycles != 0) begin : gen_routed
    logic routed_q;
    logic [TotalVcs-1:0] adaptive_q, escape_q;
    logic [Space-1:0] need_q;

    assign {asks, adaptive, escape, need} = {routed_q, adaptive_q, escape_q, need_q};
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) {routed_q, adaptive_q, escape_q, need_q} <= '0;
      else         {routed_q, adaptive_q, escape_q, need_q} <= {waits && !gnt_i, adaptive_now, escape_now, need_now};
    end
  end else begin : gen_at_once
    assign {asks, adaptive, escape, need} = {waits, adaptive_now, escape_now, need_now};
  end

  output_vc_select #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Space)) i_select (
    .site_i, .adaptive_i(adaptive & {TotalVcs{asks}}), .escape_i(escape & {TotalVcs{asks}}), .need_i(need), .free_i, .room_i,
    .order_i, .any_o(ask_o), .all_o(all_open), .choice_o
  );

  // One head flit per cycle, and arbiters that propose first, get what was chosen. Else any open VC will do, but for who asks
  // for the crossbar to a port at the same time, which with bypass alone only a flit does that has just come.
  if (VcAllocator == net_pkg::OneHeadFlit || VcAllocator == net_pkg::InputFirst) begin : gen_want_one
    assign want_o = choice_o;
  end else if (Speculative == 0 && Bypass == 0) begin : gen_want_all
    assign want_o = all_open;
  end else begin : gen_want_of_port
    logic [TotalVcs-1:0] guess;                          // What it asks for the crossbar with.
    assign guess = choice_o & {TotalVcs{Speculative != 0 || fresh_o}} & (OutputDepth != 0 ? ready_i : '1);
    for (genvar p = 0; p < NumPorts; p++) begin : gen_port
      assign want_o[p*NumVcs +: NumVcs] = all_open[p*NumVcs +: NumVcs]
                                        & {NumVcs{guess[p*NumVcs +: NumVcs] != '0 || guess == '0}};
    end
  end

  assign fresh_o = push_i && count == '0;
  assign busy_o  = count != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) output_q <= '0;
    else         output_q <= output_d;
  end

  `SY_ASSERT(HoldsOneOutputVc, (output_q & (output_q - 1'b1)) == '0)
  `SY_ASSERT(AsksForOneOutputVc, (choice_o & (choice_o - 1'b1)) == '0)
  `SY_ASSERT(AllocatedAsRequested, (given_i & ~want_o) == '0 && gnt_i == (given_i != '0))
  `SY_ASSERT(PacketStartsWithItsHeadFlit, !waits || head.head)
  `SY_ASSERT(HeadFlitHasARoute, !waits || {escape_now, adaptive_now} != '0)
endmodule : input_vc
