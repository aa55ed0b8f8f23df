/// The VC allocator of a router as co-simulation drives it; for `load_i` see link_arbiters.sv.
module registered_vc_allocator
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  localparam int PortWidth = $clog2(NumPorts),
  localparam int VcWidth = $clog2(NumVcs),
  localparam int TotalVcs = NumPorts * NumVcs
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic                         load_i,
  input  logic [PortWidth-1:0]         port_start_i,
  input  logic [NumPorts*VcWidth-1:0]  vc_start_i,
  input  logic [TotalVcs*TotalVcs-1:0] req_i,
  output logic [TotalVcs*TotalVcs-1:0] gnt_o
);
  logic [PortWidth-1:0] port_start;
  logic [NumPorts*VcWidth-1:0] vc_start;
  logic [TotalVcs*TotalVcs-1:0] req;

  always_ff @(negedge rst_ni) begin
    port_start <= port_start_i;
    vc_start <= vc_start_i;
  end
  always_ff @(posedge load_i or negedge load_i) req <= req_i;

  // verilator tracing_on
  vc_allocator #(.NumPorts(NumPorts), .NumVcs(NumVcs)) vc_allocator (
    .clk_i, .rst_ni, .port_start_i(port_start), .vc_start_i(vc_start), .req_i(req), .gnt_o
  );
endmodule : registered_vc_allocator
