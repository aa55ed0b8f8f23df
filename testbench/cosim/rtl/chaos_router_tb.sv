`include "net_types.svh"

/// chaos_router with the vectors of its model: see router_vectors. Arguments besides: +site=HEX, +latency=HEX, +first=HEX,
/// +table=HEX, +start=HEX.
module chaos_router_tb #(
  parameter int NumPorts = 5,
  parameter int Slots = 5,
  parameter int Flits = 1,
  parameter int InjectionFlits = 2,
  parameter int EjectionSlots = 2,
  parameter int Visits = 1,
  parameter int MaxLatency = 1,
  parameter int Radix = 2,
  parameter int TableNodes = 1,
  parameter bit HalfDuplex = 1'b0
);
  localparam int FlitBits = NumPorts * net_pkg::FlitWidth;
  localparam int NumLinks = NumPorts - 1;

  logic clk, rst_n;
  chaos_site_t site;
  logic [127:0] site_value;
  logic [NumLinks*$clog2(MaxLatency+1)-1:0] latency;
  logic [NumLinks-1:0] first, request_in, request_out;
  logic [TableNodes*NumLinks-1:0] ways;
  logic [$clog2(NumLinks)-1:0] start;
  logic [FlitBits-1:0] flit_in, flit_out;
  logic [NumPorts-1:0] credit_in, credit_out;

  chaos_router #(
    .NumPorts(NumPorts), .Slots(Slots), .Flits(Flits), .InjectionFlits(InjectionFlits), .EjectionSlots(EjectionSlots),
    .Visits(Visits), .MaxLatency(MaxLatency), .Radix(Radix), .TableNodes(TableNodes)
  ) i_router (
    .clk_i(clk), .rst_ni(rst_n), .site_i(site), .latency_i(latency), .first_i(first), .table_i(ways), .start_i(start),
    .flit_i(flit_in), .credit_o(credit_out), .flit_o(flit_out), .credit_i(credit_in), .request_i(request_in),
    .request_o(request_out)
  );
  router_vectors #(.NumPorts(NumPorts), .NumVcs(1), .HasBusy(1'b0), .HasRequests(HalfDuplex)) i_vectors (
    .clk_o(clk), .rst_no(rst_n), .flit_o(flit_in), .credit_o(credit_in), .request_o(request_in), .flit_i(flit_out),
    .credit_i(credit_out), .request_i(request_out), .busy_i(1'b0)
  );

  initial begin
    if ($value$plusargs("site=%h", site_value) == 0) $fatal(1, "+site=HEX is missing");
    if ($value$plusargs("latency=%h", latency) == 0) $fatal(1, "+latency=HEX is missing");
    if ($value$plusargs("first=%h", first) == 0) $fatal(1, "+first=HEX is missing");
    if ($value$plusargs("table=%h", ways) == 0) $fatal(1, "+table=HEX is missing");
    if ($value$plusargs("start=%h", start) == 0) $fatal(1, "+start=HEX is missing");
    site = site_value[$bits(chaos_site_t)-1:0];
  end
endmodule : chaos_router_tb
