`include "net_types.svh"

/// Plays vectors against vc_router, in any simulator. A vector is what is on the pins in one cycle, the low
/// bits first: flit_i, credit_i and what the model drove after it, flit_o, credit_o, busy_o.
///
/// Arguments: +vectors=FILE (hexadecimal, one per line), +cycles=N, +site=HEX, +start=HEX. The last line that it prints is
///            `N cycles agree`, or the pins that differ in the first cycle in which any do.
module vc_router_tb #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,
  parameter int Radix = 4
);
  localparam int MaxCycles = 65536;
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int FlitBits = NumPorts * FlitWidth;
  localparam int CreditBits = NumPorts * NumVcs;
  localparam int SideBits = FlitBits + CreditBits;
  localparam int StartWidth = 2 * NumPorts * ($clog2(NumVcs) + $clog2(NumPorts)) + 2 * $clog2(NumPorts);

  logic clk, rst_n;
  site_t site;
  logic [StartWidth-1:0] start;
  logic [FlitBits-1:0] flit_in, flit_out;
  logic [CreditBits-1:0] credit_in, credit_out;
  logic [2*SideBits:0] vectors [0:MaxCycles-1];
  logic [SideBits-1:0] expected;
  logic [63:0] site_value;
  logic [8*256-1:0] file;
  int cycles;
  bit differ;
  logic busy, expected_busy;

  vc_router #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .Radix(Radix)) i_router (
    .clk_i(clk), .rst_ni(rst_n), .site_i(site), .start_i(start), .flit_i(flit_in), .credit_o(credit_out),
    .flit_o(flit_out), .credit_i(credit_in), .busy_o(busy)
  );

  task report(input int cycle);
    if (busy !== expected_busy) $display("cycle %0d: busy_o is %b, not %b", cycle, busy, expected_busy);
    for (int p = 0; p < NumPorts; p++) begin
      if (flit_out[p*FlitWidth +: FlitWidth] !== expected[p*FlitWidth +: FlitWidth]) begin
        $display("cycle %0d: flit_o[%0d] is %h, not %h", cycle, p, flit_out[p*FlitWidth +: FlitWidth],
                 expected[p*FlitWidth +: FlitWidth]);
      end
      if (credit_out[p*NumVcs +: NumVcs] !== expected[FlitBits + p*NumVcs +: NumVcs]) begin
        $display("cycle %0d: credit_o[%0d] is %b, not %b", cycle, p, credit_out[p*NumVcs +: NumVcs],
                 expected[FlitBits + p*NumVcs +: NumVcs]);
      end
    end
  endtask

  initial begin
    if ($value$plusargs("vectors=%s", file) == 0) $fatal(1, "+vectors=FILE is missing");
    if ($value$plusargs("cycles=%d", cycles) == 0) $fatal(1, "+cycles=N is missing");
    if ($value$plusargs("site=%h", site_value) == 0) $fatal(1, "+site=HEX is missing");
    if ($value$plusargs("start=%h", start) == 0) $fatal(1, "+start=HEX is missing");
    $readmemh(file, vectors, 0, cycles - 1);
    site      = site_value[$bits(site_t)-1:0];
    flit_in   = '0;
    credit_in = '0;
    differ    = 1'b0;
    clk       = 1'b0;
    rst_n     = 1'b1;
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    differ = {busy, credit_out, flit_out} !== '0;
    if (differ) $display("after reset: the outputs are not idle");
    for (int cycle = 0; cycle < cycles && !differ; cycle++) begin
      {expected_busy, expected, credit_in, flit_in} = vectors[cycle];
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      differ = {busy, credit_out, flit_out} !== {expected_busy, expected};
      if (differ) report(cycle);
    end
    if (!differ) $display("%0d cycles agree", cycles);
    $finish;
  end
endmodule : vc_router_tb
