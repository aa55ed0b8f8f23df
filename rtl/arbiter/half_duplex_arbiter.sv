`include "net_assert.svh"

/// One end's copy of the arbiter that shares a link between its two ends. Model: hw/alloc/half_duplex_arbiter.h.
///
/// Both ends follow one rule on the same two requests: one that asks alone has the link, two take turns. A request decides who
/// may send one link latency later, when it has come to the far end.
module half_duplex_arbiter #(
  parameter int MaxLatency = 4,                          ///< >= 1
  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,                ///< Asynchronous, active low.
  input  logic                    first_i,               ///< This end wins the first tie. Static.
  input  logic [LatencyWidth-1:0] latency_i,             ///< Of the link, 1 .. MaxLatency. Static.
  input  logic                    want_i,                ///< To send, one latency from now.
  output logic                    request_o,             ///< To the far end, a register.
  input  logic                    far_request_i,         ///< From the far end.
  output logic                    grant_o,               ///< This end may send now.
  output logic                    busy_o                 ///< It has asked, and nothing is decided yet.
);
  logic [MaxLatency-1:0] asked_q;                        // Bit b: it has asked b + 1 cycles ago.
  logic turn_q, asks;                                    // turn_q: who wins the next tie is not who won the first.

  always_comb begin
    asks   = 1'b0;
    busy_o = 1'b0;
    for (int b = 0; b < MaxLatency; b++) begin
      if (latency_i == LatencyWidth'(b + 1)) asks = asked_q[b];
      if (latency_i > LatencyWidth'(b) && asked_q[b]) busy_o = 1'b1;
    end
  end
  assign request_o = asked_q[0];
  assign grant_o   = asks && (!far_request_i || (turn_q ^ first_i));

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q <= '0;
      turn_q  <= 1'b0;
    end else begin
      asked_q <= MaxLatency'({asked_q, want_i});
      turn_q  <= turn_q ^ (asks && far_request_i);
    end
  end
endmodule : half_duplex_arbiter
