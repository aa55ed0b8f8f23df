`include "net_assert.svh"
`include "net_types.svh"

/// The input buffers of one port of a node with central queues: one of each class.
/// Model: accept_flit() and leave_buffer() of hw/router/queues/konstantinidou_router.h.
///
/// Timing:   a packet may leave in the cycle in which it comes; the next one of its buffer a routing cycle later. The
///           credit is on the link after the edge.
module queue_input #(
  parameter int NumQueues = 3,                           ///< Classes, >= 1.
  parameter int Depth = 2,                               ///< Packets of a buffer.
  parameter int PhitWidth = 4,
  localparam int Width = net_pkg::PacketWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,          ///< Asynchronous, active low.
  input  logic [31:0]                   node_i,          ///< The node that this is. Static.
  input  logic [PhitWidth-1:0]          phits_i,         ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic [net_pkg::FlitWidth-1:0] flit_i,          ///< From the link.
  output logic [NumQueues-1:0]          credit_o,        ///< To the link, a register.
  output logic [NumQueues-1:0]          enter_o,         ///< [class]: the front wants to enter the queue of its class.
  output logic [NumQueues-1:0]          arrived_o,       ///< [class]: the front is for this node.
  output logic [NumQueues*Width-1:0]    front_o,         ///< [class]
  input  logic [NumQueues-1:0]          read_i           ///< [class]: the front leaves.
);
  header_t header;
  logic [Width-1:0] packet;
  logic [NumQueues-1:0] credit_q;

  assign header = flit_i[net_pkg::HeaderWidth-1:0];
  assign packet = {flit_i[net_pkg::FlitWidth-1:net_pkg::HeaderWidth], header.destination, header.packet};

  for (genvar c = 0; c < NumQueues; c++) begin : gen_class
    logic comes, valid, idle, here;
    logic [Width-1:0] front;

    assign comes = header.remaining != '0 && header.vc == 8'(c);
    flit_fifo #(.Width(Width), .Depth(Depth)) i_buffer (
      .clk_i, .rst_ni, .push_i(comes), .data_i(packet), .pop_i(read_i[c]),
      .front_o(front), .front_valid_o(valid), .next_o(), .next_valid_o(), .count_o()
    );
    phit_timer #(.PhitWidth(PhitWidth)) i_transfer (.clk_i, .rst_ni, .phits_i, .start_i(read_i[c]), .idle_o(idle));
    assign here         = front[32 +: 32] == node_i;
    assign enter_o[c]   = valid && idle && !here;
    assign arrived_o[c] = valid && idle && here;
    assign front_o[c*Width +: Width] = front;
  end

  assign credit_o = credit_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) credit_q <= '0;
    else         credit_q <= read_i;
  end

  `SY_ASSERT(PacketOfOneFlit, header.remaining == '0 || header.remaining == 16'd1 && header.head)
  `SY_ASSERT(FlitForAClass, header.remaining == '0 || header.vc < 8'(NumQueues))
  `SY_ASSERT(ReadsWhatAsks, (read_i & ~(enter_o | arrived_o)) == '0)
endmodule : queue_input
