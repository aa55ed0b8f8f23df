/// Plays vectors against a whole router, in any simulator. A vector is what is on the pins in one cycle, the low
/// bits first: flit_i, credit_i, request_i and what the model drove after it, flit_o, credit_o, request_o, and whether it was
/// busy. Then the router is reset in the middle of its work, and the first eighth of the vectors comes again; and so on with
/// the first 16th, down to a 64th.
///
/// Arguments: +vectors=FILE (hexadecimal, one per line), +cycles=N. The last line that it prints is `N cycles agree`, or
///            the pins that differ in the first cycle in which any do.
module router_vectors #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter bit HasBusy = 1'b1,                          ///< The router says whether it is busy.
  parameter bit HasRequests = 1'b0,                      ///< There are requests for half-duplex links.
  localparam int NumLinks = NumPorts - 1,
  localparam int FlitWidth = net_pkg::FlitWidth
) (
  output logic                          clk_o,
  output logic                          rst_no,
  output logic [NumPorts*FlitWidth-1:0] flit_o,          ///< To the router.
  output logic [NumPorts*NumVcs-1:0]    credit_o,
  output logic [NumLinks-1:0]           request_o,
  input  logic [NumPorts*FlitWidth-1:0] flit_i,          ///< From the router.
  input  logic [NumPorts*NumVcs-1:0]    credit_i,
  input  logic [NumLinks-1:0]           request_i,
  input  logic                          busy_i
);
  localparam int MaxCycles = 65536;
  localparam int FlitBits = NumPorts * FlitWidth;
  localparam int RequestsAt = FlitBits + NumPorts * NumVcs;
  localparam int SideBits = RequestsAt + (HasRequests ? NumLinks : 0);

  logic [2*SideBits:0] vectors [0:MaxCycles-1];
  logic [SideBits-1:0] driven, given, expected;
  logic [8*256-1:0] file;
  int cycles, resets;
  bit differ;
  logic busy, expected_busy;

  assign busy = HasBusy ? busy_i : expected_busy;
  assign {credit_o, flit_o} = given[RequestsAt-1:0];
  if (HasRequests) begin : gen_requests
    assign driven    = {request_i, credit_i, flit_i};
    assign request_o = given[SideBits-1:RequestsAt];
  end else begin : gen_none
    assign driven    = {credit_i, flit_i};
    assign request_o = '0;
  end

  task begin_line(input int cycle);
    $write("cycle %0d", cycle);
    if (resets != 0) $write(" after reset %0d", resets + 1);
  endtask

  task report(input int cycle);
    if (busy !== expected_busy) begin
      begin_line(cycle);
      $display(": busy_o is %b, not %b", busy, expected_busy);
    end
    for (int p = 0; p < NumPorts; p++) begin
      if (flit_i[p*FlitWidth +: FlitWidth] !== expected[p*FlitWidth +: FlitWidth]) begin
        begin_line(cycle);
        $display(": flit_o[%0d] is %h, not %h", p, flit_i[p*FlitWidth +: FlitWidth],
                 expected[p*FlitWidth +: FlitWidth]);
      end
      if (credit_i[p*NumVcs +: NumVcs] !== expected[FlitBits + p*NumVcs +: NumVcs]) begin
        begin_line(cycle);
        $display(": credit_o[%0d] is %b, not %b", p, credit_i[p*NumVcs +: NumVcs],
                 expected[FlitBits + p*NumVcs +: NumVcs]);
      end
    end
    if ((driven ^ expected) >> RequestsAt != '0) begin
      begin_line(cycle);
      $display(": request_o is not %b", expected >> RequestsAt);
    end
  endtask

  task play(input int count);
    for (int cycle = 0; cycle < count && !differ; cycle++) begin
      {expected_busy, expected, given} = vectors[cycle];
      #1 clk_o = 1'b1;
      #1 clk_o = 1'b0;
      differ = {busy, driven} !== {expected_busy, expected};
      if (differ) report(cycle);
    end
  endtask

  initial begin
    if ($value$plusargs("vectors=%s", file) == 0) $fatal(1, "+vectors=FILE is missing");
    if ($value$plusargs("cycles=%d", cycles) == 0) $fatal(1, "+cycles=N is missing");
    $readmemh(file, vectors, 0, cycles - 1);
    given         = '0;
    expected_busy = 1'b0;
    differ        = 1'b0;
    resets        = 0;
    clk_o         = 1'b0;
    rst_no        = 1'b1;
    #1 rst_no = 1'b0;
    #1 rst_no = 1'b1;
    #0 differ = {busy, driven} !== '0;
    if (differ) $display("after reset: the outputs are not idle");
    play(cycles);
    for (int part = 8; part <= 64 && !differ; part = part * 2) begin
      #1 rst_no = 1'b0;
      #1 differ = driven[RequestsAt-1:0] !== '0;
      if (differ) $display("in a reset: the outputs are not idle");
      rst_no = 1'b1;
      resets = resets + 1;
      play(cycles / part);
    end
    if (!differ) $display("%0d cycles agree", cycles);
    $finish;
  end
endmodule : router_vectors
