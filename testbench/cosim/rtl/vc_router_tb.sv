`include "net_types.svh"

/// Plays vectors against vc_router, in any simulator. A vector is what is on the pins in one cycle, the low
/// bits first: flit_i, credit_i and what the model drove after it, flit_o, credit_o, busy_o; then a lane_t.
///
/// Arguments: +vectors=FILE (hexadecimal, one per line), +cycles=N, +site=HEX, +start=HEX; +inspect: busy_o and one input lane
///            per cycle, through the probe pins, are compared too. The last line that it prints is
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
  localparam int NumLanes = NumPorts * NumVcs;
  localparam int LaneWidth = $clog2(NumLanes);
  localparam int CountWidth = $clog2(Depth + 1);
  localparam int StartWidth = 2 * NumPorts * ($clog2(NumVcs) + $clog2(NumPorts)) + 2 * $clog2(NumPorts);

  /// An input lane as it looks from outside. Model: LaneView and wants() of hw/router/router_core.h.
  typedef struct packed {
    logic [NumLanes-1:0]  here;                          // Input lanes that it waits for,
    logic [NumLanes-1:0]  far;                           // output lanes that lack credit,
    logic                 feeder;                        // or flits to come.
    logic                 bound;
    logic [7:0]           count;
    logic [FlitWidth-1:0] front;
    logic                 in_use;                        // Else nothing is compared.
  } lane_t;

  logic clk, rst_n;
  site_t site;
  logic [StartWidth-1:0] start;
  logic [FlitBits-1:0] flit_in, flit_out;
  logic [CreditBits-1:0] credit_in, credit_out;
  logic [2*SideBits+$bits(lane_t):0] vectors [0:MaxCycles-1];
  logic [SideBits-1:0] expected;
  logic [63:0] site_value;
  logic [8*256-1:0] file;
  int cycles;
  bit differ, inspect;
  int could_ask;                                         // Cycles in which the lane looked at could ask,
  bit asked;                                             // and whether one ever did.
  logic busy, expected_busy;
  lane_t lane, expected_lane;
  logic [LaneWidth-1:0] probed;
  logic [FlitWidth-1:0] front;
  logic [CountWidth-1:0] count;
  logic [NumLanes-1:0] held, legal, request, ready;

  vc_router #(.NumPorts(NumPorts), .NumVcs(NumVcs), .Depth(Depth), .Radix(Radix)) i_router (
    .clk_i(clk), .rst_ni(rst_n), .site_i(site), .start_i(start), .flit_i(flit_in), .credit_o(credit_out),
    .flit_o(flit_out), .credit_i(credit_in), .busy_o(busy), .probe_lane_i(probed), .probe_front_o(front),
    .probe_count_o(count), .probe_output_o(held), .probe_legal_o(legal), .probe_request_o(request), .probe_ready_o(ready)
  );

  /// Reads `lane` of input lane `number` through the probe pins. What a header waits for is compared where the model's
  /// waits: RTL asks with the flits that leave in the next cycle, so that it may wait no longer.
  task look_at(input int number);
    lane   = '0;
    probed = number[LaneWidth-1:0];
    #1;
    lane.in_use = count !== '0 || held !== '0;
    lane.front  = front;
    lane.count  = {{(8-CountWidth){1'b0}}, count};
    lane.bound  = held !== '0;
    if (lane.in_use && (request & ~legal) !== '0) lane.front = 'x;
    if (lane.bound) begin
      lane.feeder = count === '0;
      if (!lane.feeder && (held & ready) === '0) lane.far = held;
    end else if (lane.in_use && (expected_lane.far | expected_lane.here) !== '0) begin
      lane.far = legal;
      for (int other = 0; other < NumLanes; other++) begin
        probed = other[LaneWidth-1:0];
        #1;
        if ((held & lane.far) !== '0) lane.here = lane.here | NumLanes'(1) << other;
        lane.far = lane.far & ~held;
      end
    end
  endtask

  /// RTL that waits in one cycle for a flit that leaves may not ask; RTL that never asks is wrong.
  task note_request;
    if (expected_lane.in_use && !expected_lane.bound && (expected_lane.far | expected_lane.here) === '0) begin
      could_ask = could_ask + 1;
      asked     = asked || request !== '0;
    end
  endtask

  task report_lane(input int cycle);
    if (busy !== expected_busy) $display("cycle %0d: busy_o is %b, not %b", cycle, busy, expected_busy);
    if (lane !== expected_lane) $display("cycle %0d: probe_o[%0d] is %h, not %h", cycle, cycle % NumLanes, lane, expected_lane);
  endtask

  task report(input int cycle);
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
    inspect   = $test$plusargs("inspect");
    probed    = '0;
    could_ask = 0;
    asked     = 1'b0;
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
      {expected_lane, expected_busy, expected, credit_in, flit_in} = vectors[cycle];
      #1 clk = 1'b1;
      #1 clk = 1'b0;
      differ = {credit_out, flit_out} !== expected;
      if (differ) report(cycle);
      if (inspect && !differ) begin
        credit_in = '0;
        flit_in   = '0;
        look_at(cycle % NumLanes);
        note_request;
        differ = busy !== expected_busy || lane !== expected_lane;
        if (differ) report_lane(cycle);
      end
    end
    if (could_ask > 20 && !asked) begin
      differ = 1'b1;
      $display("no header has asked for an output lane");
    end
    if (!differ) $display("%0d cycles agree", cycles);
    $finish;
  end
endmodule : vc_router_tb
