`include "net_assert.svh"
`include "net_types.svh"

/// One input VC: its queue, the output VC that the packet in front holds, and what its head flit asks for.
/// Model: the input half of DuatoRouter::VC with InputMasks.
///
/// In a cycle: the flit that arrives goes in, the front flit may cross, and then the head flit that is in front
/// by now, if its packet holds no output VC yet, asks for one.
module input_vc #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int FlitWidth = net_pkg::FlitWidth,
  parameter int Radix = 4,
  localparam int TotalVcs = NumPorts * NumVcs,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,             ///< Asynchronous, active low.
  input  site_t                      site_i,
  input  logic [Dims*CoordWidth-1:0] here_i,
  input  logic [PortWidth-1:0]       port_i,             ///< Which VC this is.
  input  logic [VcWidth-1:0]         vc_i,
  input  logic                       push_i,
  input  logic [FlitWidth-1:0]       flit_i,
  input  logic [TotalVcs-1:0]        ready_i,            ///< Output VCs with credit.
  output logic [FlitWidth-1:0]       front_o,
  output logic [TotalVcs-1:0]        cross_o,            ///< Where the front flit could cross to: one or none.
  input  logic                       pop_i,              ///< The front flit crosses.
  input  logic [TotalVcs-1:0]        free_i,             ///< Output VCs that no packet holds any more.
  input  logic [Depth*TotalVcs-1:0]  room_i,             ///< [n - 1]: output VCs with at least n credits.
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [output port]: those allocated longer ago.
  output logic [TotalVcs-1:0]        request_o,          ///< Output VC that the head flit asks for: one or none.
  input  logic [TotalVcs-1:0]        allocate_i,         ///< It gets it.
  output logic                       busy_o              ///< It stores a flit.
);
  localparam int CountWidth = $clog2(Depth + 1);

  header_t front, next;
  logic [FlitWidth-1:0] next_flit;
  logic front_valid, next_valid, asks;
  logic [CountWidth-1:0] count;
  logic [31:0] destination;
  logic [TotalVcs-1:0] output_d, output_q, kept, adaptive, escape, choice;

  flit_fifo #(.Width(FlitWidth), .Depth(Depth)) i_queue (
    .clk_i, .rst_ni, .push_i, .data_i(flit_i), .pop_i,
    .front_o, .front_valid_o(front_valid), .next_o(next_flit), .next_valid_o(next_valid),
    .count_o(count)
  );
  assign front = front_o[net_pkg::HeaderWidth-1:0];
  assign next  = next_flit[net_pkg::HeaderWidth-1:0];

  assign cross_o = front_valid ? output_q & ready_i : '0;
  assign kept    = (pop_i && front.remaining == 16'd1) ? '0 : output_q;
  assign asks    = next_valid && kept == '0;

  // A VC that does not ask is routed to where it is, which switches less and simulates faster.
  assign destination = asks ? next.destination : site_i.node;

  route_compute #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Radix(Radix)) i_route (
    .site_i, .here_i, .destination_i(destination), .port_i, .vc_i,
    .adaptive_o(adaptive), .escape_o(escape)
  );
  output_vc_select #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth)) i_select (
    .site_i, .adaptive_i(asks ? adaptive : '0), .escape_i(escape), .length_i(next.remaining), .free_i, .room_i,
    .order_i, .choice_o(choice)
  );

  assign request_o = asks ? choice : '0;
  assign output_d  = kept | allocate_i;
  assign busy_o    = count != '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) output_q <= '0;
    else         output_q <= output_d;
  end

  `SY_ASSERT(HoldsOneOutputVc, (output_q & (output_q - 1'b1)) == '0)
  `SY_ASSERT(CrossesOnlyWhenReady, !pop_i || cross_o != '0)
  `SY_ASSERT(AsksForOneOutputVc, (request_o & (request_o - 1'b1)) == '0)
  `SY_ASSERT(AllocatedAsRequested, allocate_i == '0 || allocate_i == request_o)
  `SY_ASSERT(PacketStartsWithItsHeadFlit, !asks || next.head)
  `SY_ASSERT(HeadFlitHasARoute, !asks || adaptive != '0)
endmodule : input_vc
