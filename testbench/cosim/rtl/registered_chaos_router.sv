`include "net_types.svh"

/// chaos_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router.
module registered_chaos_router
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int Slots = 5,
  parameter int Flits = 1,
  parameter int InjectionFlits = 2,
  parameter int EjectionSlots = 2,
  parameter int Visits = 1,
  parameter int MaxLatency = 1,
  parameter int Radix = 2,
  parameter int TableNodes = 1,
  localparam int NumLinks = NumPorts - 1,
  localparam int LatencyBits = NumLinks * $clog2(MaxLatency + 1),
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  chaos_site_t                            site_i,
  input  logic [LatencyBits-1:0]                 latency_i,
  input  logic [NumLinks-1:0]                    first_i,
  input  logic [TableNodes*NumLinks-1:0]         table_i,
  input  logic [StartWidth-1:0]                  start_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  output logic [NumPorts-1:0]                    credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumPorts-1:0]                    credit_i,
  input  logic [NumLinks-1:0]                    request_i,
  output logic [NumLinks-1:0]                    request_o
);
  chaos_site_t site;
  logic [LatencyBits-1:0] latency;
  logic [NumLinks-1:0] first, request;
  logic [TableNodes*NumLinks-1:0] ways;
  logic [StartWidth-1:0] start;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumPorts-1:0] credit;

  always_ff @(negedge rst_ni) begin
    site    <= site_i;
    latency <= latency_i;
    first   <= first_i;
    ways    <= table_i;
    start   <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit    <= '0;
      credit  <= '0;
      request <= '0;
    end else begin
      flit    <= flit_i;
      credit  <= credit_i;
      request <= request_i;
    end
  end

  // verilator tracing_on
  chaos_router #(
    .NumPorts(NumPorts), .Slots(Slots), .Flits(Flits), .InjectionFlits(InjectionFlits), .EjectionSlots(EjectionSlots),
    .Visits(Visits), .MaxLatency(MaxLatency), .Radix(Radix), .TableNodes(TableNodes)
  ) chaos_router (
    .clk_i, .rst_ni, .site_i(site), .latency_i(latency), .first_i(first), .table_i(ways), .start_i(start), .flit_i(flit),
    .credit_o, .flit_o, .credit_i(credit), .request_i(request), .request_o
  );
endmodule : registered_chaos_router
