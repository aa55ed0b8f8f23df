/// The allocator of a router's crossbar, and behind it an arbiter per input port that picks one of its VCs, as
/// co-simulation drives them. For `load_i` see link_arbiters.sv; `load_vcs_i` is that of the arbiters.
module switch_allocator
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Kind = net_pkg::InputFirst,
  parameter int Arbiters = net_pkg::RoundRobin,
  parameter int Iterations = 1,
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  input  logic                          load_i,
  input  logic                          load_vcs_i,
  input  logic [NumPorts*PortWidth-1:0] input_start_i,
  input  logic [NumPorts*PortWidth-1:0] output_start_i,
  input  logic [PortWidth-1:0]          first_start_i,
  input  logic [NumPorts*VcWidth-1:0]   vc_start_i,
  input  logic [NumPorts*NumPorts-1:0]  req_i,
  output logic [NumPorts*NumPorts-1:0]  gnt_o,
  input  logic [NumPorts*NumVcs-1:0]    vc_req_i,
  output logic [NumPorts*NumVcs-1:0]    vc_gnt_o
);
  logic [NumPorts*PortWidth-1:0] input_start, output_start;
  logic [PortWidth-1:0] first_start;
  logic [NumPorts*VcWidth-1:0] vc_start;
  logic [NumPorts*NumPorts-1:0] req;
  logic [NumPorts*NumVcs-1:0] vc_req;

  always_ff @(negedge rst_ni) begin
    input_start  <= input_start_i;
    output_start <= output_start_i;
    first_start  <= first_start_i;
    vc_start     <= vc_start_i;
  end
  always_ff @(posedge load_i or negedge load_i) req <= req_i;
  always_ff @(posedge load_vcs_i or negedge load_vcs_i) vc_req <= vc_req_i;

  // verilator tracing_on
  port_allocator #(.NumPorts(NumPorts), .Kind(Kind), .Arbiters(Arbiters), .Iterations(Iterations)) allocator (
    .clk_i, .rst_ni, .input_start_i(input_start), .output_start_i(output_start), .first_start_i(first_start),
    .req_i(req), .gnt_o
  );
  rr_arbiter #(.NumReq(NumVcs)) input_arbiter [NumPorts-1:0] (
    .clk_i, .rst_ni, .start_i(vc_start), .req_i(vc_req), .gnt_o(vc_gnt_o), .accept_i(1'b1)
  );
endmodule : switch_allocator
