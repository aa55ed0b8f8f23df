/// The allocator of a router that matches all head flits with output VCs, as co-simulation drives it; for
/// `load_i` see link_arbiters.sv.
module registered_vc_matching
  // verilator tracing_off
#(
  parameter int TotalVcs = 10,
  parameter int Kind = net_pkg::InputFirst,
  parameter int Arbiters = net_pkg::RoundRobin,
  parameter int Iterations = 1,
  localparam int IndexWidth = $clog2(TotalVcs)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  input  logic                           load_i,
  input  logic [TotalVcs*IndexWidth-1:0] input_start_i,
  input  logic [TotalVcs*IndexWidth-1:0] output_start_i,
  input  logic [IndexWidth-1:0]          first_start_i,
  input  logic [TotalVcs*TotalVcs-1:0]   req_i,
  output logic [TotalVcs*TotalVcs-1:0]   gnt_o
);
  logic [TotalVcs*IndexWidth-1:0] input_start, output_start;
  logic [IndexWidth-1:0] first_start;
  logic [TotalVcs*TotalVcs-1:0] req;

  always_ff @(negedge rst_ni) begin
    input_start  <= input_start_i;
    output_start <= output_start_i;
    first_start  <= first_start_i;
  end
  always_ff @(posedge load_i or negedge load_i) req <= req_i;

  // verilator tracing_on
  port_allocator #(.NumPorts(TotalVcs), .Kind(Kind), .Arbiters(Arbiters), .Iterations(Iterations)) vc_matching (
    .clk_i, .rst_ni, .input_start_i(input_start), .output_start_i(output_start), .first_start_i(first_start),
    .req_i(req), .gnt_o
  );
endmodule : registered_vc_matching
