`include "net_assert.svh"
`include "net_types.svh"

/// The input VCs of one port and the arbiter that lets one of them through the crossbar.
/// Model: DuatoRouter::accept_flit(), cross_vc_per_port() and move_flit(), seen from an input port.
module input_port #(
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
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  site_t                        site_i,
  input  logic [Dims*CoordWidth-1:0]   here_i,
  input  logic [PortWidth-1:0]         port_i,           ///< Which port this is.
  input  logic [VcWidth-1:0]           start_i,          ///< VC with the first priority to cross. Static.
  input  logic [FlitWidth-1:0]         flit_i,           ///< From the link.
  output logic [NumVcs-1:0]            credit_o,         ///< To the link, registered.
  input  logic [TotalVcs-1:0]          ready_i,          ///< Output VCs with credit.
  output logic [NumPorts-1:0]          request_o,        ///< Output ports that flits could cross to.
  input  logic [NumPorts-1:0]          gnt_i,            ///< The one that a flit crosses to.
  output logic [FlitWidth-1:0]         flit_o,           ///< The flit that crosses, its VC renamed.
  output logic [TotalVcs-1:0]          cross_o,          ///< The output VC that it goes to; zero if none does.
  input  logic [TotalVcs-1:0]          free_i,
  input  logic [Depth*TotalVcs-1:0]    room_i,
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [output port]: those allocated longer ago.
  output logic [NumVcs*TotalVcs-1:0]   vc_request_o,     ///< [vc]: output VC that a head flit asks for.
  input  logic [NumVcs*TotalVcs-1:0]   allocate_i,       ///< [vc]: output VC that it gets.
  output logic                         busy_o            ///< A flit is stored.
);
  header_t arriving, leaving;
  logic [FlitWidth-1:0] winner;
  logic [NumVcs*TotalVcs-1:0] crossing;                  // [vc]
  logic [NumVcs*FlitWidth-1:0] front;                    // [vc]
  logic [NumVcs-1:0] candidates, moves, cross_vc, credit_q, vc_busy;

  assign arriving = flit_i[net_pkg::HeaderWidth-1:0];

  for (genvar v = 0; v < NumVcs; v++) begin : gen_vc
    input_vc #(
      .NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .FlitWidth(FlitWidth), .Radix(Radix)
    ) i_vc (
      .clk_i, .rst_ni, .site_i, .here_i, .port_i, .vc_i(VcWidth'(v)),
      .push_i(arriving.remaining != '0 && arriving.vc == 8'(v)), .flit_i,
      .ready_i, .front_o(front[v*FlitWidth +: FlitWidth]), .cross_o(crossing[v*TotalVcs +: TotalVcs]),
      .pop_i(moves[v]), .free_i, .room_i, .order_i,
      .request_o(vc_request_o[v*TotalVcs +: TotalVcs]), .allocate_i(allocate_i[v*TotalVcs +: TotalVcs]),
      .busy_o(vc_busy[v])
    );
  end

  // Two processes: what is asked for must not change, not even in passing, when the answer comes.
  always_comb begin
    request_o = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) begin
        if (crossing[v*TotalVcs + p*NumVcs +: NumVcs] != '0) request_o[p] = 1'b1;
      end
    end
  end
  always_comb begin
    candidates = '0;
    for (int v = 0; v < NumVcs; v++) begin
      for (int p = 0; p < NumPorts; p++) begin
        if (gnt_i[p] && crossing[v*TotalVcs + p*NumVcs +: NumVcs] != '0) candidates[v] = 1'b1;
      end
    end
  end

  rr_arbiter #(.NumReq(NumVcs)) i_arbiter (
    .clk_i, .rst_ni, .start_i, .req_i(candidates), .gnt_o(moves), .accept_i(1'b1)
  );
  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(TotalVcs)) i_vc_mux (
    .data_i(crossing), .sel_i(moves), .data_o(cross_o)
  );
  mux_crossbar #(.NumIn(NumVcs), .NumOut(1), .Width(FlitWidth)) i_flit_mux (
    .data_i(front), .sel_i(moves), .data_o(winner)
  );

  always_comb begin  // Its VC from here on is the one that its packet holds beyond the link.
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
  assign busy_o   = vc_busy != '0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) credit_q <= '0;
    else         credit_q <= moves;
  end

  `SY_ASSERT(GrantMovesAFlit, (gnt_i != '0) == (moves != '0))
  `SY_ASSERT(FlitForAVc, arriving.remaining == '0 || arriving.vc < 8'(NumVcs))
endmodule : input_port
