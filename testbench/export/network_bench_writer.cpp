#include "testbench/export/network_bench_writer.h"

#include <fmt/format.h>

#include "testbench/export/network_rtl_writer.h"

namespace switchyard {

std::string network_bench(const Design& design, const PinRecord& record) {
  const bool has_arrivals = router_of(design).arrival_vcs != 0;
  const auto if_arrivals = [&](const char* text) { return std::string(has_arrivals ? text : ""); };
  return fmt::format(
             R"(/// Plays the traffic of a run, traffic.hex, against the network and compares its outputs in every cycle. The last line that
/// it prints begins with PASS, or with FAIL and the first pin that differs, and the exit status says so, too.
module network_tb;
  localparam int Terminals = {};
  localparam int NumVcs = {};
  localparam int NumPorts = {};
  localparam int Cycles = {};
  localparam int Events = {};
)",
             design.topology->terminal_count(), router_of(design).virtual_channels,
             design.topology->port_count(), record.cycles(), record.lines()) +
         R"(  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int CycleAt = 0, WhatAt = 32, TerminalAt = 36, ValueAt = 52;
  localparam int EventWidth = ValueAt + FlitWidth;

  logic clk, rst_n;
  logic [Terminals*FlitWidth-1:0] flit_in, flit_out, expected_flit;
  logic [Terminals*NumVcs-1:0] credit_in, credit_out, expected_credit;
  logic [EventWidth-1:0] events [0:Events];              // One more, so that there is one.
  logic [EventWidth-1:0] now;
  int next, terminal;
  bit failed;
)" + if_arrivals(R"(  logic [Terminals*NumPorts*FlitWidth-1:0] arrival, expected_arrival;
)") +
         R"(
  network i_network (
    .clk_i(clk), .rst_ni(rst_n), .flit_i(flit_in), .credit_o(credit_out), .flit_o(flit_out), .credit_i(credit_in))" +
         if_arrivals(", .arrival_o(arrival)") + R"(
  );

  initial begin
    $readmemh("traffic.hex", events, 0, Events - 1);
    clk       = 1'b0;
    flit_in   = '0;
    credit_in = '0;
    next      = 0;
    failed    = 1'b0;
    rst_n     = 1'b1;
    #1 rst_n = 1'b0;
    #1 rst_n = 1'b1;
    for (int cycle = 0; cycle < Cycles && !failed; cycle++) begin
      flit_in         = '0;
      credit_in       = '0;
      expected_flit   = '0;
      expected_credit = '0;
)" + if_arrivals(R"(      expected_arrival = '0;
)") +
         R"(      now = events[next];
      while (next < Events && now[CycleAt +: 32] == cycle) begin
        terminal = int'(now[TerminalAt +: 16]);
        case (now[WhatAt +: 4])
          4'd0:    flit_in[terminal*FlitWidth +: FlitWidth]       = now[ValueAt +: FlitWidth];
          4'd1:    credit_in[terminal*NumVcs +: NumVcs]           = now[ValueAt +: NumVcs];
          4'd2:    expected_flit[terminal*FlitWidth +: FlitWidth] = now[ValueAt +: FlitWidth];
          4'd3:    expected_credit[terminal*NumVcs +: NumVcs]     = now[ValueAt +: NumVcs];
)" +
         if_arrivals(
             R"(          4'd4:    expected_arrival[terminal*FlitWidth +: FlitWidth] = now[ValueAt +: FlitWidth];
)") +
         R"(          default: ;
        endcase
        next = next + 1;
        now  = events[next];
      end
      #1;
      for (int t = 0; t < Terminals && !failed; t++) begin
        if (flit_out[t*FlitWidth +: FlitWidth] !== expected_flit[t*FlitWidth +: FlitWidth]) begin
          failed = 1'b1;
          $display("FAIL: cycle %0d: flit_o of terminal %0d is %h, not %h", cycle, t, flit_out[t*FlitWidth +: FlitWidth],
                   expected_flit[t*FlitWidth +: FlitWidth]);
        end else if (credit_out[t*NumVcs +: NumVcs] !== expected_credit[t*NumVcs +: NumVcs]) begin
          failed = 1'b1;
          $display("FAIL: cycle %0d: credit_o of terminal %0d is %b, not %b", cycle, t, credit_out[t*NumVcs +: NumVcs],
                   expected_credit[t*NumVcs +: NumVcs]);
        end
      end
)" + if_arrivals(R"(      for (int l = 0; l < Terminals*NumPorts && !failed; l++) begin
        if (arrival[l*FlitWidth +: FlitWidth] !== expected_arrival[l*FlitWidth +: FlitWidth]) begin
          failed = 1'b1;
          $display("FAIL: cycle %0d: arrival_o of node %0d, port %0d is %h, not %h", cycle, l / NumPorts, l % NumPorts,
                   arrival[l*FlitWidth +: FlitWidth], expected_arrival[l*FlitWidth +: FlitWidth]);
        end
      end
)") +
         R"(      clk = 1'b1;
      #1 clk = 1'b0;
    end
    if (failed) $fatal(1, "the network differs from the run");
    $display("PASS: %0d cycles, %0d events", Cycles, Events);
    $finish;
  end
endmodule : network_tb
)";
}

}  // namespace switchyard
