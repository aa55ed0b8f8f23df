`include "net_types.svh"

/// queue_router with the vectors of its model: see router_vectors. Arguments besides: +site=HEX, +capacity=HEX, +start=HEX,
/// +table=HEX.
module queue_router_tb #(
  parameter int NumPorts = 5,
  parameter int NumQueues = 3,
  parameter int Slots = 4,
  parameter int Depth = 2,
  parameter int EjectionSlots = 2,
  parameter int Radix = 2,
  parameter int TableNodes = 1
);
  localparam int FlitBits = NumPorts * net_pkg::FlitWidth;
  localparam int NumVcs = NumQueues * NumPorts;
  localparam int StartWidth = $clog2(NumQueues) + NumQueues * $clog2(NumPorts + NumQueues) + $clog2(NumVcs);

  logic clk, rst_n;
  queue_site_t site;
  logic [127:0] site_value;
  logic [NumQueues*$clog2(Slots+1)-1:0] capacity;
  logic [NumQueues*TableNodes*NumVcs-1:0] ways;
  logic [StartWidth-1:0] start;
  logic [FlitBits-1:0] flit_in, flit_out;
  logic [NumVcs-1:0] credit_in, credit_out;

  queue_router #(
    .NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Depth(Depth), .EjectionSlots(EjectionSlots), .Radix(Radix),
    .TableNodes(TableNodes)
  ) i_router (
    .clk_i(clk), .rst_ni(rst_n), .site_i(site), .capacity_i(capacity), .table_i(ways), .start_i(start), .flit_i(flit_in),
    .credit_o(credit_out), .flit_o(flit_out), .credit_i(credit_in)
  );
  router_vectors #(.NumPorts(NumPorts), .NumVcs(NumQueues), .HasBusy(1'b0)) i_vectors (
    .clk_o(clk), .rst_no(rst_n), .flit_o(flit_in), .credit_o(credit_in), .flit_i(flit_out), .credit_i(credit_out),
    .request_o(), .request_i({NumPorts-1{1'b0}}), .busy_i(1'b0)
  );

  initial begin
    if ($value$plusargs("site=%h", site_value) == 0) $fatal(1, "+site=HEX is missing");
    if ($value$plusargs("capacity=%h", capacity) == 0) $fatal(1, "+capacity=HEX is missing");
    if ($value$plusargs("table=%h", ways) == 0) $fatal(1, "+table=HEX is missing");
    if ($value$plusargs("start=%h", start) == 0) $fatal(1, "+start=HEX is missing");
    site = site_value[$bits(queue_site_t)-1:0];
  end
endmodule : queue_router_tb
