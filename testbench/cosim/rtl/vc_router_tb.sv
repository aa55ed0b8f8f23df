`include "net_types.svh"

/// vc_router with the vectors of its model: see router_vectors. Arguments besides: +site=HEX, +start=HEX.
module vc_router_tb #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int Radix = 4
);
  localparam int FlitBits = NumPorts * net_pkg::FlitWidth;
  localparam int StartWidth = 2 * NumPorts * ($clog2(NumVcs) + $clog2(NumPorts)) + 2 * $clog2(NumPorts);

  logic clk, rst_n, busy;
  site_t site;
  logic [63:0] site_value;
  logic [StartWidth-1:0] start;
  logic [FlitBits-1:0] flit_in, flit_out;
  logic [NumPorts*NumVcs-1:0] credit_in, credit_out;

  vc_router #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .Radix(Radix)) i_router (
    .clk_i(clk), .rst_ni(rst_n), .site_i(site), .start_i(start), .flit_i(flit_in), .credit_o(credit_out),
    .flit_o(flit_out), .credit_i(credit_in), .busy_o(busy)
  );
  router_vectors #(.NumPorts(NumPorts), .NumVcs(NumVcs)) i_vectors (
    .clk_o(clk), .rst_no(rst_n), .flit_o(flit_in), .credit_o(credit_in), .flit_i(flit_out), .credit_i(credit_out),
    .request_o(), .request_i({NumPorts-1{1'b0}}), .busy_i(busy)
  );

  initial begin
    if ($value$plusargs("site=%h", site_value) == 0) $fatal(1, "+site=HEX is missing");
    if ($value$plusargs("start=%h", start) == 0) $fatal(1, "+start=HEX is missing");
    site = site_value[$bits(site_t)-1:0];
  end
endmodule : vc_router_tb
