`include "net_types.svh"

/// vc_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads.
///
/// Verilator evaluates the logic behind an input whenever it evaluates anything, and once more behind the registers that an
/// edge has changed; behind registers alone it does so once. So a cycle costs one evaluation: the edge that ends it in
/// the router also puts the pins of the next one there, and what the router drives is seen one edge later than what it
/// was given.
module registered_router
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int Radix = 4,
  parameter int Allocator = net_pkg::InputFirst,
  parameter int Arbiters = net_pkg::RoundRobin,
  parameter int Iterations = 1,
  parameter int RoutingCycles = 1,
  parameter int VcAllocationCycles = 0,
  parameter int CrossbarCycles = 1,
  parameter int Speculative = 0,
  parameter int VcAllocator = net_pkg::OneHeadFlit,
  parameter int VcArbiters = net_pkg::RoundRobin,
  parameter int VcIterations = 1,
  parameter int TableNodes = 1,
  parameter int MaxLatency = 0,
  parameter int Bypass = 0,
  parameter int OutputDepth = 0,
  localparam int NumLinks = NumPorts - 1,
  localparam int DuplexWidth = NumLinks * ($clog2(MaxLatency + 1) + 1),
  localparam int TableWidth = TableNodes == 1 ? 1 : TableNodes * 2 * NumPorts * NumVcs,
  localparam int MatchWidth = (VcAllocator == net_pkg::OneHeadFlit) ? 0 : $clog2(NumPorts * NumVcs),
  localparam int StartWidth = 2 * NumPorts * ($clog2(NumVcs) + $clog2(NumPorts)) + 3 * $clog2(NumPorts)
                              + (2 * NumPorts * NumVcs + 1) * MatchWidth + (OutputDepth == 0 ? 0 : NumPorts * $clog2(NumVcs))
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  site_t                                  site_i,
  input  logic [NumPorts*NumVcs*TableWidth-1:0]  table_i,
  input  logic [DuplexWidth-1:0]                 duplex_i,
  input  logic [StartWidth-1:0]                  start_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  input  logic [NumPorts-1:0]                    faulty_i,
  output logic [NumPorts*NumVcs-1:0]             credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumPorts*NumVcs-1:0]             credit_i,
  input  logic [NumLinks-1:0]                    request_i,
  output logic [NumLinks-1:0]                    request_o,
  output logic                                   busy_o
);
  site_t site;
  logic [NumPorts*NumVcs*TableWidth-1:0] routes;
  logic [DuplexWidth-1:0] duplex;
  logic [NumLinks-1:0] request;
  logic [StartWidth-1:0] start;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumPorts*NumVcs-1:0] credit;
  logic [NumPorts-1:0] faulty;

  always_ff @(negedge rst_ni) begin
    site   <= site_i;
    routes <= table_i;
    duplex <= duplex_i;
    start  <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit    <= '0;
      credit  <= '0;
      request <= '0;
      faulty  <= '0;
    end else begin
      flit    <= flit_i;
      credit  <= credit_i;
      request <= request_i;
      faulty  <= faulty_i;
    end
  end

  // verilator tracing_on
  vc_router #(
    .NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .Radix(Radix), .Allocator(Allocator), .Arbiters(Arbiters),
    .Iterations(Iterations), .RoutingCycles(RoutingCycles), .VcAllocationCycles(VcAllocationCycles),
    .CrossbarCycles(CrossbarCycles), .Speculative(Speculative), .VcAllocator(VcAllocator), .VcArbiters(VcArbiters),
    .VcIterations(VcIterations), .TableNodes(TableNodes), .MaxLatency(MaxLatency), .Bypass(Bypass),
    .OutputDepth(OutputDepth)
  ) vc_router (
    .clk_i, .rst_ni, .site_i(site), .table_i(routes), .duplex_i(duplex), .start_i(start), .flit_i(flit), .faulty_i(faulty), .credit_o, .flit_o,
    .credit_i(credit), .request_i(request), .request_o, .busy_o
  );
endmodule : registered_router
