/// The allocator of a router's crossbar, and behind it an arbiter per input port that picks one of its lanes, as
/// co-simulation drives them. For `load_i` see link_arbiters.sv; `load_lanes_i` is that of the arbiters.
module switch_allocator
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          load_i,
  input  logic                          load_lanes_i,
  input  logic [NumPorts*PortWidth-1:0] input_start_i,
  input  logic [NumPorts*PortWidth-1:0] output_start_i,
  input  logic [NumPorts*VcWidth-1:0]   lane_start_i,
  input  logic [NumPorts*NumPorts-1:0]  req_i,
  output logic [NumPorts*NumPorts-1:0]  gnt_o,
  input  logic [NumPorts*NumVcs-1:0]    lane_req_i,
  output logic [NumPorts*NumVcs-1:0]    lane_gnt_o
);
  logic [NumPorts*PortWidth-1:0] input_start, output_start;
  logic [NumPorts*VcWidth-1:0] lane_start;
  logic [NumPorts*NumPorts-1:0] req;
  logic [NumPorts*NumVcs-1:0] lane_req;

  always_ff @(negedge rst_ni) begin
    input_start  <= input_start_i;
    output_start <= output_start_i;
    lane_start   <= lane_start_i;
  end
  always_ff @(posedge load_i or negedge load_i) req <= req_i;
  always_ff @(posedge load_lanes_i or negedge load_lanes_i) lane_req <= lane_req_i;

  // verilator tracing_on
  sep_if_allocator #(.NumIn(NumPorts), .NumOut(NumPorts)) allocator (
    .clk_i, .rst_ni, .input_start_i(input_start), .output_start_i(output_start), .req_i(req), .gnt_o
  );
  rr_arbiter #(.NumReq(NumVcs)) lane_arbiter [NumPorts-1:0] (
    .clk_i, .rst_ni, .start_i(lane_start), .req_i(lane_req), .gnt_o(lane_gnt_o), .accept_i(1'b1)
  );
endmodule : switch_allocator
