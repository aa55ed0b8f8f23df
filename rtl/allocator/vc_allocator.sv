`include "net_assert.svh"

/// Binds one waiting header per cycle to the output lane it asks for. Model: hw/alloc/vc_allocator.h.
/// The first port with a request is served, from the port after the last one served on; of its lanes, the
/// first from the lane after its own last one on. Every grant is taken.
module vc_allocator #(
  parameter int NumPorts = 5,                            ///< >= 2.
  parameter int NumVcs = 4,                              ///< >= 2.
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int NumLanes = NumPorts * NumVcs            // Lane = port * NumVcs + vc.
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  logic [PortWidth-1:0]         port_start_i,     ///< The first port that is served. Static.
  input  logic [NumPorts*VcWidth-1:0]  lane_start_i,     ///< [port]: the first of its lanes. Static.
  input  logic [NumLanes*NumLanes-1:0] req_i,            ///< [input lane]: output lane, one-hot or zero.
  output logic [NumLanes*NumLanes-1:0] gnt_o             ///< The same; at most one row is not zero.
);
  logic [NumLanes-1:0] asks, first;                      // Input lanes; the first of each port.
  logic [NumPorts-1:0] port_asks, port_gnt;

  for (genvar i = 0; i < NumLanes; i++) begin : gen_row
    assign asks[i] = req_i[i*NumLanes +: NumLanes] != '0;
    assign gnt_o[i*NumLanes +: NumLanes] =
        req_i[i*NumLanes +: NumLanes] & {NumLanes{first[i] && port_gnt[i/NumVcs]}};
  end

  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    assign port_asks[p] = asks[p*NumVcs +: NumVcs] != '0;
    rr_arbiter #(.NumReq(NumVcs)) i_lanes (
      .clk_i, .rst_ni, .start_i(lane_start_i[p*VcWidth +: VcWidth]), .req_i(asks[p*NumVcs +: NumVcs]),
      .gnt_o(first[p*NumVcs +: NumVcs]), .accept_i(port_gnt[p])
    );
  end

  rr_arbiter #(.NumReq(NumPorts)) i_ports (
    .clk_i, .rst_ni, .start_i(port_start_i), .req_i(port_asks), .gnt_o(port_gnt), .accept_i(1'b1)
  );

  `SY_ASSERT(GrantImpliesRequest, !(|(gnt_o & ~req_i)))
  `SY_ASSERT(OneHeaderIsServed, (|req_i) == (|gnt_o))
  `SY_ASSERT(OneOutputLane, !(|(gnt_o & (gnt_o - 1'b1))))
endmodule : vc_allocator
