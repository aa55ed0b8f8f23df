`include "net_assert.svh"
`include "net_types.svh"

/// The input lanes of one port and the arbiter that lets one of them through the crossbar.
/// Model: DuatoRouter::accept_flit(), cross_lane_per_port() and move_flit(), seen from an input port.
module input_port #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int FlitWidth = net_pkg::FlitWidth,
  parameter int Radix = 4,
  localparam int NumLanes = NumPorts * NumVcs,
  localparam int Dims = (Radix == 2) ? NumPorts - 1 : NumPorts / 2,
  localparam int CoordWidth = $clog2(Radix),
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  site_t                        site_i,
  input  logic [Dims*CoordWidth-1:0]   here_i,
  input  logic [PortWidth-1:0]         port_i,           ///< Which port this is.
  input  logic [VcWidth-1:0]           start_i,          ///< Lane with the first priority to cross. Static.
  input  logic [FlitWidth-1:0]         flit_i,           ///< From the link.
  output logic [NumVcs-1:0]            credit_o,         ///< To the link, registered.
  input  logic [NumLanes-1:0]          ready_i,          ///< Output lanes with credit.
  output logic [NumPorts-1:0]          request_o,        ///< Output ports that flits could cross to.
  input  logic [NumPorts-1:0]          gnt_i,            ///< The one that a flit crosses to.
  output logic [FlitWidth-1:0]         flit_o,           ///< The flit that crosses, its lane renamed.
  output logic [NumLanes-1:0]          cross_o,          ///< The output lane that it goes to; zero if none does.
  input  logic [NumLanes-1:0]          free_i,
  input  logic [Depth*NumLanes-1:0]    room_i,
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [output port]: those bound longer ago.
  output logic [NumVcs*NumLanes-1:0]   lane_request_o,   ///< [vc]: output lane that a header asks for.
  input  logic [NumVcs*NumLanes-1:0]   bind_i,           ///< [vc]: output lane that it gets.
  output logic                         busy_o            ///< A flit is stored.
);
  header_t arriving, leaving;
  logic [FlitWidth-1:0] winner;
  logic [NumVcs*NumLanes-1:0] crossing;                  // [vc]
  logic [NumVcs*FlitWidth-1:0] front;                    // [vc]
  logic [NumVcs-1:0] candidates, moves, cross_vc, credit_q, lane_busy;

  assign arriving = flit_i[net_pkg::HeaderWidth-1:0];

  for (genvar v = 0; v < NumVcs; v++) begin : gen_lane
    input_lane #(
      .NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .FlitWidth(FlitWidth), .Radix(Radix)
    ) i_lane (
      .clk_i, .rst_ni, .site_i, .here_i, .port_i, .vc_i(VcWidth'(v)),
      .push_i(arriving.remaining != '0 && arriving.vc == 8'(v)), .flit_i,
      .ready_i, .front_o(front[v*FlitWidth +: FlitWidth]), .cross_o(crossing[v*NumLanes +: NumLanes]),
      .pop_i(moves[v]), .free_i, .room_i, .order_i,
      .request_o(lane_request_o[v*NumLanes +: NumLanes]), .bind_i(bind_i[v*NumLanes +: NumLanes]),
      .busy_o(lane_busy[v])
    );
  end

  // Two processes: what is asked for must not change, not even in passing, when the answer comes.
  always_comb begin
    request_o = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) begin
        if (crossing[v*NumLanes + p*NumVcs +: NumVcs] != '0) request_o[p] = 1'b1;
      end
    end
  end
  always_comb begin
    candidates = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) begin
        if (gnt_i[p] && crossing[v*NumLanes + p*NumVcs +: NumVcs] != '0) candidates[v] = 1'b1;
      end
    end
  end

  rr_arbiter #(.NumReq(NumVcs)) i_arbiter (
    .clk_i, .rst_ni, .start_i, .req_i(candidates), .gnt_o(moves), .accept_i(1'b1)
  );
  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(NumLanes)) i_lane_mux (
    .data_i(crossing), .sel_i(moves), .data_o(cross_o)
  );
  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(FlitWidth)) i_flit_mux (
    .data_i(front), .sel_i(moves), .data_o(winner)
  );

  always_comb begin  // Its lane from here on is the one that its packet holds beyond the link.
    cross_vc = '0;
    for (int p = 0; p < NumPorts; p++) cross_vc = cross_vc | cross_o[p*NumVcs +: NumVcs];
    leaving    = winner[net_pkg::HeaderWidth-1:0];
    leaving.vc = '0;
    for (int v = 0; v < NumVcs; v++) begin
      if (cross_vc[v]) leaving.vc = 8'(v);
    end
    flit_o = winner;
    flit_o[net_pkg::HeaderWidth-1:0] = leaving;
  end

  assign credit_o = credit_q;
  assign busy_o   = lane_busy != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) credit_q <= '0;
    else         credit_q <= moves;
  end

  `SY_ASSERT(GrantMovesAFlit, (gnt_i != '0) == (moves != '0))
  `SY_ASSERT(FlitForALane, arriving.remaining == '0 || arriving.vc < 8'(NumVcs))
endmodule : input_port
