`include "net_assert.svh"
`include "net_types.svh"

/// Virtual-channel wormhole router with a crossbar of ports.
/// Model: DuatoRouter of hw/router/vc/duato_router.h with `crossbar: ports`, and `vc_allocations_per_cycle: 1` or a
/// `vc_allocator`. Wormhole and cut-through switching are one here. One rising edge is one step(); the stages stand below in
/// its order. What is not structure comes in on straps, so that one netlist serves every node and many settings of one
/// shape.
///
/// Routing:  dimension order and Duato's on a torus, mesh or hypercube are computed; any other routing function, on any
///           network, comes as a table.
/// Ports:    in topology order, the terminal port last: torus and mesh two per dimension, hypercube one.
/// Timing:   as the model's; with the default, a head flit that arrives at edge t gets its VC at t, the crossbar at t + 1 and
///           is on the link after t + 2.
/// Depth:    of what follows, RC is in front of VA or in a cycle before it, VA behind SA or beside it, SA in front of ST
///           or in a cycle before it.
module vc_router #(
  parameter int NumPorts = 5,                            ///< 2 * dimensions + 1, hypercube: dimensions + 1; by table any.
  parameter int NumVcs = 4,                              ///< >= 2.
  parameter int Depth = 4,                               ///< Flits per input VC, here and beyond each link.
  parameter int FlitWidth = net_pkg::FlitWidth,          ///< > net_pkg::HeaderWidth.
  parameter int Radix = 4,                               ///< Nodes per dimension; hypercube and by table: 2.
  parameter int Allocator = net_pkg::InputFirst,         ///< Kind of the port_allocator.
  parameter int Arbiters = net_pkg::RoundRobin,          ///< Its own.
  parameter int Iterations = 1,                          ///< Its own.
  parameter int RoutingCycles = 1,                       ///< `t_routing`: 0 or 1.
  parameter int VcAllocationCycles = 0,                  ///< `t_vc_allocation`: 0 or 1.
  parameter int CrossbarCycles = 1,                      ///< `t_switch_allocation` and `t_crossbar`, >= 0.
  parameter int Speculative = 0,                         ///< `speculative`: 1, with a cycle of VC allocation.
  parameter int VcAllocator = net_pkg::OneHeadFlit,      ///< Or the kind of a port_allocator of head flits and output VCs.
  parameter int VcArbiters = net_pkg::RoundRobin,        ///< Its own.
  parameter int VcIterations = 1,                        ///< Its own.
  parameter int TableNodes = 1,                          ///< Destinations in the routing table; 1: there is none.
  parameter int Bypass = 0,                              ///< `bypass`: 1, with no cycle of routing.
  parameter int OutputDepth = 0,                         ///< Flits that an output VC stores, with CrossbarCycles >= 1.
  parameter int MaxLatency = 0,                          ///< Of half-duplex links, in cycles; 0: they are full duplex.
  localparam int TotalVcs = NumPorts * NumVcs,
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TableWidth = TableNodes == 1 ? 1 : TableNodes * 2 * TotalVcs,
  localparam int NumLinks = NumPorts - 1,
  localparam int LatencyWidth = $clog2(MaxLatency + 1),
  localparam int DuplexWidth = NumLinks * (LatencyWidth + 1),
  localparam int LinkStartWidth = OutputDepth == 0 ? 0 : NumPorts * VcWidth,
  localparam int Space = Depth + OutputDepth,
  localparam int MatchWidth = (VcAllocator == net_pkg::OneHeadFlit) ? 0 : $clog2(TotalVcs),
  localparam int StartWidth = 2 * NumPorts * (VcWidth + PortWidth) + 3 * PortWidth + (2 * TotalVcs + 1) * MatchWidth
                              + LinkStartWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,          ///< Asynchronous, active low.
  input  site_t                         site_i,          ///< Static.
  input  logic [TotalVcs*TableWidth-1:0] table_i,        ///< [input VC]: what route_table has for it. Static.
  input  logic [DuplexWidth-1:0]        duplex_i,        ///< [link]: {its latency, this end wins the first tie}. Static.
  input  logic [StartWidth-1:0]         start_i,         ///< Who goes first after reset: the members below. Static.
  input  logic [NumPorts*FlitWidth-1:0] flit_i,          ///< [port]
  input  logic [NumPorts-1:0]           faulty_i,        ///< Ports whose output VCs no head flit gets.
  output logic [NumPorts*NumVcs-1:0]    credit_o,        ///< [port]: these input VCs freed a slot.
  output logic [NumPorts*FlitWidth-1:0] flit_o,          ///< [port]
  input  logic [NumPorts*NumVcs-1:0]    credit_i,        ///< [port]: these VCs beyond freed a slot.
  input  logic [NumLinks-1:0]           request_i,       ///< [link]: the far end asks for a half-duplex link.
  output logic [NumLinks-1:0]           request_o,       ///< [link]: this end does.
  output logic                          busy_o           ///< Something is stored or driven: needs the clock.
);
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2;
  localparam int NodeWidth = $clog2(Radix ** Dims);
  localparam int CoordWidth = $clog2(Radix);
  localparam bit AsksFirst = RoutingCycles == 0 || VcAllocationCycles != 0;

  // Model: SwitchStarts of hw/router/vc/switch_starts.h, the first member lowest. Where there are any, those of the matching
  // stand above them, and above these those of the link arbiters.
  logic [NumPorts*VcWidth-1:0]   input_vc_start;         // [input port]: VC that crosses.
  logic [NumPorts*PortWidth-1:0] allocator_input_start;  // [input port]: output port that it proposes.
  logic [NumPorts*PortWidth-1:0] allocator_output_start; // [output port]: input port that it grants.
  logic [PortWidth-1:0]          va_port_start;          // Input port whose head flit goes first.
  logic [NumPorts*VcWidth-1:0]   va_vc_start;            // [input port]: VC whose head flit goes first.
  logic [PortWidth-1:0]          selection_start;        // Output port that is taken among equals.
  logic [PortWidth-1:0]          allocator_first_start;  // Diagonal that a wavefront serves first.
  localparam int MatchStartWidth = StartWidth - (2 * TotalVcs + 1) * MatchWidth - LinkStartWidth;
  assign {allocator_first_start, selection_start, va_vc_start, va_port_start, allocator_output_start,
          allocator_input_start, input_vc_start} = start_i[MatchStartWidth-1:0];

  logic [Dims*CoordWidth-1:0] here;
  logic [TotalVcs-1:0] ready, ready_next, free, open;    // Output VCs; open: free, and not of a faulty port.
  logic [Space*TotalVcs-1:0] room;                       // [n - 1]: output VCs with at least n free slots, here and beyond.
  logic [TotalVcs-1:0] has_room;                         // With a slot for another packet's flit at once.
  logic [NumPorts*NumPorts-1:0] request, guess;          // [input port]: output ports; guess: on speculation.
  logic [NumPorts*NumPorts-1:0] asked, port_gnt;         // [input port]: output ports.
  logic [NumPorts*NumLinks-1:0] request_next;            // [input port]: links that flits could cross to in the next cycle.
  logic [NumPorts-1:0] granted;                          // Output ports that may send in this cycle,
  logic [NumLinks-1:0] wants_link;                       // and links that will want to.
  logic [NumLinks-1:0] link_busy;
  logic [NumPorts*NumPorts-1:0] leads, leads_straight;   // [input port]: where flits go; past the stages.
  logic [NumPorts*NumPorts-1:0] several;                 // [input port]: output ports that several of its VCs ask for.
  logic [NumPorts*NumPorts-1:0] select, select_straight; // [output port]: whose flit comes.
  logic [NumPorts-1:0] idle, straight, comes_straight;   // Output ports: no flit is on the way; one may go straight; one does.
  logic [NumPorts*TotalVcs-1:0] taken;                   // [input port]: output VCs, if their port is granted.
  logic [TotalVcs*TotalVcs-1:0] want, given;             // [input VC]: output VCs.
  logic [TotalVcs-1:0] take, allocated;                  // Output VCs.
  logic [NumPorts*NumPorts-1:0] tail;                    // [input port]: output ports that a tail goes to if they are granted.
  logic [NumPorts-1:0] takes_tail;                       // [output port]
  logic [NumPorts*FlitWidth-1:0] leaving, leaving_straight;  // Before the crossbar.
  logic [NumPorts*FlitWidth-1:0] out_of_stages, entering;    // Behind it; with those that went past the stages.
  logic [TotalVcs-1:0] vc_ask, vc_gnt;                   // Input VCs.
  logic [NumPorts-1:0] input_busy, output_busy, port_allocated;
  logic [NumPorts*NumPorts-1:0] order;                   // [output port]: those allocated longer ago.

  if (TableNodes == 1) begin : gen_here
    node_coordinates #(.Radix(Radix), .Dims(Dims)) i_here (
      .node_i(site_i.node[NodeWidth-1:0]), .coordinates_o(here)
    );
  end else begin : gen_nowhere
    assign here = '0;
  end

  // Input VCs: accept, and what each VC requests of the crossbar and of the output VCs.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_input
    input_port #(
      .NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .FlitWidth(FlitWidth), .Radix(Radix),
      .RoutingCycles(RoutingCycles), .VcAllocationCycles(VcAllocationCycles), .CrossbarCycles(CrossbarCycles),
      .Speculative(Speculative), .VcAllocator(VcAllocator), .TableNodes(TableNodes),
      .Bypass(Bypass), .OutputDepth(OutputDepth)
    ) i_port (
      .clk_i, .rst_ni, .site_i, .table_i(table_i[p*NumVcs*TableWidth +: NumVcs*TableWidth]),
      .here_i(here), .port_i(PortWidth'(p)),
      .start_i(input_vc_start[p*VcWidth +: VcWidth]),
      .flit_i(flit_i[p*FlitWidth +: FlitWidth]), .credit_o(credit_o[p*NumVcs +: NumVcs]),
      .ready_i(ready), .ready_next_i(ready_next), .request_next_o(request_next[p*NumLinks +: NumLinks]),
      .request_o(request[p*NumPorts +: NumPorts]), .guess_o(guess[p*NumPorts +: NumPorts]),
      .gnt_i(port_gnt[p*NumPorts +: NumPorts]), .take_o(taken[p*TotalVcs +: TotalVcs]), .tail_o(tail[p*NumPorts +: NumPorts]),
      .several_o(several[p*NumPorts +: NumPorts]), .asked_i(asked[p*NumPorts +: NumPorts]), .straight_i(straight),
      .flit_o(leaving[p*FlitWidth +: FlitWidth]), .select_o(leads[p*NumPorts +: NumPorts]),
      .straight_flit_o(leaving_straight[p*FlitWidth +: FlitWidth]), .straight_o(leads_straight[p*NumPorts +: NumPorts]),
      .free_i(open), .room_i(room), .order_i(order), .ask_o(vc_ask[p*NumVcs +: NumVcs]),
      .want_o(want[p*NumVcs*TotalVcs +: NumVcs*TotalVcs]), .vc_gnt_i(vc_gnt[p*NumVcs +: NumVcs]),
      .given_i(given[p*NumVcs*TotalVcs +: NumVcs*TotalVcs]),
      .busy_o(input_busy[p])
    );
  end

  // SA: ports are matched. Who speculates asks where no flit does whose packet holds an output VC.
  always_comb begin
    logic [NumPorts-1:0] wanted;
    wanted = '0;
    for (int p = 0; p < NumPorts; p++) wanted = wanted | request[p*NumPorts +: NumPorts];
    asked = request & {NumPorts{granted}};
    for (int p = 0; p < NumPorts; p++) begin
      if ((Speculative != 0 || Bypass != 0) && request[p*NumPorts +: NumPorts] == '0)
        asked[p*NumPorts +: NumPorts] = guess[p*NumPorts +: NumPorts] & ~wanted & granted;
    end
  end
  port_allocator #(
    .NumPorts(NumPorts), .Kind(Allocator), .Arbiters(Arbiters), .Iterations(Iterations)
  ) i_switch_allocator (
    .clk_i, .rst_ni, .input_start_i(allocator_input_start), .output_start_i(allocator_output_start),
    .first_start_i(allocator_first_start), .req_i(asked), .gnt_o(port_gnt)
  );

  // Bypass: to a port that one VC asks for, and where no flit is on the way.
  always_comb begin
    for (int o = 0; o < NumPorts; o++) begin
      straight[o] = Bypass != 0 && idle[o];
      for (int p = 0; p < NumPorts; p++) begin
        if (CrossbarCycles != 0 && leads[p*NumPorts + o] || asked[p*NumPorts + o] && several[p*NumPorts + o]) straight[o] = 1'b0;
        for (int q = 0; q < p; q++) if (asked[p*NumPorts + o] && asked[q*NumPorts + o]) straight[o] = 1'b0;
      end
    end
  end

  // ST: the flit of each granted port crosses.
  for (genvar o = 0; o < NumPorts; o++) begin : gen_select
    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      assign select[o*NumPorts + i]          = leads[i*NumPorts + o];
      assign select_straight[o*NumPorts + i] = leads_straight[i*NumPorts + o];
    end
    assign comes_straight[o] = select_straight[o*NumPorts +: NumPorts] != '0;
  end
  mux_crossbar #(.NumIn(NumPorts), .NumOut(NumPorts), .Width(FlitWidth)) i_crossbar (
    .data_i(leaving), .sel_i(select), .data_o(out_of_stages)
  );
  if (Bypass == 0) begin : gen_stages_only
    assign entering = out_of_stages;
  end else begin : gen_bypass
    logic [NumPorts*FlitWidth-1:0] past_stages;
    mux_crossbar #(.NumIn(NumPorts), .NumOut(NumPorts), .Width(FlitWidth)) i_bypass (
      .data_i(leaving_straight), .sel_i(select_straight), .data_o(past_stages)
    );
    assign entering = out_of_stages | past_stages;       // One of them has a flit for a port.
  end

  // Output VCs: credits, who holds them, and the way to the link.
  always_comb begin
    take       = '0;
    takes_tail = '0;
    for (int p = 0; p < NumPorts; p++) begin
      takes_tail = takes_tail | port_gnt[p*NumPorts +: NumPorts] & tail[p*NumPorts +: NumPorts];
      for (int o = 0; o < NumPorts; o++) begin
        if (port_gnt[p*NumPorts + o])
          take[o*NumVcs +: NumVcs] = take[o*NumVcs +: NumVcs] | taken[p*TotalVcs + o*NumVcs +: NumVcs];
      end
    end
  end
  for (genvar p = 0; p < NumPorts; p++) begin : gen_output
    logic [Space*NumVcs-1:0] port_room;
    logic [VcWidth-1:0] link_start;
    if (OutputDepth == 0) begin : gen_no_start
      assign link_start = '0;
    end else begin : gen_start
      assign link_start = start_i[StartWidth - LinkStartWidth + p*VcWidth +: VcWidth];
    end
    output_port #(
      .NumVcs(NumVcs), .Depth(Depth), .FlitWidth(FlitWidth), .Registers(CrossbarCycles == 0 ? 1 : CrossbarCycles),
      .AsksFirst(AsksFirst), .OutputDepth(OutputDepth)
    ) i_port (
      .clk_i, .rst_ni, .start_i(link_start), .credit_i(credit_i[p*NumVcs +: NumVcs]), .ready_o(ready[p*NumVcs +: NumVcs]),
      .ready_next_o(ready_next[p*NumVcs +: NumVcs]),
      .take_i(take[p*NumVcs +: NumVcs]), .tail_i(takes_tail[p]),
      .free_o(free[p*NumVcs +: NumVcs]), .room_o(port_room), .allocate_i(allocated[p*NumVcs +: NumVcs]),
      .straight_i(comes_straight[p]), .idle_o(idle[p]),
      .flit_i(entering[p*FlitWidth +: FlitWidth]), .flit_o(flit_o[p*FlitWidth +: FlitWidth]), .busy_o(output_busy[p])
    );
    assign open[p*NumVcs +: NumVcs] = faulty_i[p] ? '0 : free[p*NumVcs +: NumVcs] & has_room[p*NumVcs +: NumVcs];
    for (genvar n = 0; n < Space; n++) begin : gen_room
      assign room[n*TotalVcs + p*NumVcs +: NumVcs] = port_room[n*NumVcs +: NumVcs];
    end
  end

  // What a packet must find is room here and beyond together; only with `Immediate` it is a slot here.
  assign has_room = (OutputDepth == 0 || site_i.vc_reallocation != net_pkg::Immediate) ? '1 : AsksFirst ? ready : ready_next;

  // RC, VA: one head flit per cycle gets the output VC that it asks for, or they are matched with those that they ask for.
  if (VcAllocator == net_pkg::OneHeadFlit) begin : gen_one_head_flit
    vc_arbiter #(.NumPorts(NumPorts), .NumVcs(NumVcs)) i_vc_arbiter (
      .clk_i, .rst_ni, .port_start_i(va_port_start), .vc_start_i(va_vc_start), .req_i(vc_ask), .gnt_o(vc_gnt)
    );
    for (genvar v = 0; v < TotalVcs; v++) begin : gen_given
      assign given[v*TotalVcs +: TotalVcs] = want[v*TotalVcs +: TotalVcs] & {TotalVcs{vc_gnt[v]}};
    end
  end else begin : gen_matching
    logic [TotalVcs*MatchWidth-1:0] input_start, output_start;  // Model: SwitchStarts::vc_matching().
    logic [MatchWidth-1:0] first_start;
    assign {first_start, output_start, input_start} = start_i[MatchStartWidth +: (2*TotalVcs+1)*MatchWidth];
    port_allocator #(
      .NumPorts(TotalVcs), .Kind(VcAllocator), .Arbiters(VcArbiters), .Iterations(VcIterations)
    ) i_vc_allocator (
      .clk_i, .rst_ni, .input_start_i(input_start), .output_start_i(output_start), .first_start_i(first_start),
      .req_i(want), .gnt_o(given)
    );
    for (genvar v = 0; v < TotalVcs; v++) begin : gen_given
      assign vc_gnt[v] = given[v*TotalVcs +: TotalVcs] != '0;
    end
  end
  always_comb begin
    allocated = '0;
    for (int v = 0; v < TotalVcs; v++) allocated = allocated | given[v*TotalVcs +: TotalVcs];
  end
  for (genvar p = 0; p < NumPorts; p++) begin : gen_bound
    assign port_allocated[p] = allocated[p*NumVcs +: NumVcs] != '0;
  end
  recency_order #(.NumReq(NumPorts)) i_order (
    .clk_i, .rst_ni, .start_i(selection_start), .last_i(port_allocated), .order_o(order)
  );

  // Half-duplex links: asked for where a flit could cross in the next cycle.
  always_comb begin
    wants_link = '0;
    for (int p = 0; p < NumPorts; p++) wants_link = wants_link | request_next[p*NumLinks +: NumLinks];
  end
  assign granted[NumPorts-1] = 1'b1;
  for (genvar l = 0; l < NumLinks; l++) begin : gen_link
    if (MaxLatency == 0) begin : gen_full_duplex
      assign {request_o[l], granted[l], link_busy[l]} = 3'b010;
    end else begin : gen_half_duplex
      half_duplex_arbiter #(.MaxLatency(MaxLatency)) i_arbiter (
        .clk_i, .rst_ni, .first_i(duplex_i[l*(LatencyWidth+1)]), .latency_i(duplex_i[l*(LatencyWidth+1) + 1 +: LatencyWidth]),
        .want_i(wants_link[l]), .request_o(request_o[l]), .far_request_i(request_i[l]), .grant_o(granted[l]),
        .busy_o(link_busy[l])
      );
    end
  end

  assign busy_o = input_busy != '0 || output_busy != '0 || link_busy != '0;  // A credit goes with a flit.
endmodule : vc_router
