`include "net_assert.svh"

/// A central queue: packets in the order of their arrival, any of which may leave once it is eligible. Model: CentralQueue of
/// hw/router/queues/central_queue.h.
///
/// Slot 0 holds the oldest packet; those that stay close up. A packet is eligible one routing cycle after it came.
module central_queue #(
  parameter int Slots = 4,                               ///< >= 2
  parameter int Width = 96,                              ///< Bits of a packet.
  parameter int PhitWidth = 4,
  localparam int CountWidth = $clog2(Slots + 1)
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,                 ///< Asynchronous, active low.
  input  logic [PhitWidth-1:0]   phits_i,                ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic [Slots-1:0]       leave_i,                ///< [slot]: these packets leave in this cycle.
  input  logic [CountWidth-1:0]  pushes_i,               ///< So many come; no more than there will be room for.
  input  logic [Slots*Width-1:0] packet_i,               ///< [push]: the first that comes is the oldest of them.
  output logic [CountWidth-1:0]  count_o,
  output logic [Slots-1:0]       eligible_o,                 ///< [slot]: holds a packet that may leave.
  output logic [Slots*Width-1:0] packet_o                ///< [slot]
);
  logic [CountWidth-1:0] count_q, left;                  // Packets; and those that stay.
  logic [Slots*PhitWidth-1:0] waits;                     // [slot]: clock cycles until it is eligible, but for one.
  logic [Slots*CountWidth-1:0] rank;                     // [slot]: where what stays will be.

  always_comb begin
    left = '0;
    for (int s = 0; s < Slots; s++) begin
      rank[s*CountWidth +: CountWidth] = left;
      left = left + CountWidth'(CountWidth'(s) < count_q && !leave_i[s]);
    end
  end

  for (genvar i = 0; i < Slots; i++) begin : gen_slot
    logic [Width-1:0] packet_d, packet_q;
    logic [PhitWidth-1:0] wait_d, wait_q;

    always_comb begin                                    // Nobody looks at what is in no packet's slot.
      packet_d = packet_q;
      wait_d   = wait_q - PhitWidth'(wait_q != '0);
      for (int s = i + 1; s < Slots; s++) begin
        if (rank[s*CountWidth +: CountWidth] == CountWidth'(i)) begin
          packet_d = packet_o[s*Width +: Width];
          wait_d   = waits[s*PhitWidth +: PhitWidth] - PhitWidth'(waits[s*PhitWidth +: PhitWidth] != '0);
        end
      end
      for (int k = 0; k <= i; k++) begin
        if (CountWidth'(i - k) == left) begin
          packet_d = packet_i[k*Width +: Width];
          wait_d   = phits_i - 1'b1;
        end
      end
    end

    always_ff @(posedge clk_i) begin
      wait_q   <= wait_d;
      packet_q <= packet_d;
    end

    assign packet_o[i*Width +: Width]       = packet_q;
    assign waits[i*PhitWidth +: PhitWidth] = wait_q;
    assign eligible_o[i] = CountWidth'(i) < count_q && wait_q == '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else         count_q <= left + pushes_i;
  end
  assign count_o = count_q;

  `SY_ASSERT(OnlyEligiblePacketsLeave, (leave_i & ~eligible_o) == '0)
  `SY_ASSERT(NoOverflow, {1'b0, left} + {1'b0, pushes_i} <= (CountWidth+1)'(Slots))
  `SY_ASSERT(EligibleInOrder, (eligible_o & (eligible_o + 1'b1)) == '0)
endmodule : central_queue
