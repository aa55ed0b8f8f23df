`include "net_assert.svh"
`include "net_types.svh"

/// The link of one port of a node with central queues: credits of the buffers beyond it, one of each class, and its
/// register. Model: accept_credits() and send() of hw/router/queues/konstantinidou_router.h.
module queue_output #(
  parameter int NumQueues = 3,                           ///< Classes.
  parameter int Depth = 2,                               ///< Packets of a buffer beyond, at most.
  parameter int PhitWidth = 4,
  localparam int Width = net_pkg::PacketWidth
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,          ///< Asynchronous, active low.
  input  logic [7:0]                    depth_i,         ///< Packets of a buffer beyond, 1 .. Depth. Static.
  input  logic [PhitWidth-1:0]          phits_i,         ///< Clock cycles of a routing cycle, >= 1. Static.
  input  logic [NumQueues-1:0]          credit_i,        ///< From the link.
  output logic [NumQueues-1:0]          free_o,          ///< [class]: a packet may be sent.
  input  logic [NumQueues-1:0]          send_i,          ///< [class]: one is sent; of one class at most.
  input  logic [Width-1:0]              packet_i,        ///< That packet.
  output logic [net_pkg::FlitWidth-1:0] flit_o           ///< To the link, a register.
);
  localparam int CountWidth = $clog2(Depth + 1);

  header_t header;
  logic idle, sends;
  logic [net_pkg::FlitWidth-1:0] flit_q;

  assign sends = send_i != '0;
  phit_timer #(.PhitWidth(PhitWidth)) i_transfer (.clk_i, .rst_ni, .phits_i, .start_i(sends), .idle_o(idle));
  for (genvar c = 0; c < NumQueues; c++) begin : gen_class
    logic [CountWidth-1:0] count;
    credit_counter #(.Depth(Depth)) i_credits (
      .clk_i, .rst_ni, .incr_i(credit_i[c]), .decr_i(send_i[c]), .count_o(count), .next_o()
    );
    assign free_o[c] = idle && 8'(count) + depth_i > 8'(Depth);
  end

  always_comb begin
    header = '0;
    if (sends) begin
      header.head        = 1'b1;
      header.remaining   = 16'd1;
      header.destination = packet_i[63:32];
      header.packet      = packet_i[31:0];
    end
    for (int c = 1; c < NumQueues; c++) begin
      if (send_i[c]) header.vc = 8'(c);
    end
  end

  assign flit_o = flit_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) flit_q <= '0;
    else         flit_q <= {sends ? packet_i[Width-1:64] : 32'd0, header};
  end

  `SY_ASSERT(SendsOnAFreeVc, (send_i & ~free_o) == '0)
  `SY_ASSERT(SendsOnePacket, (send_i & (send_i - 1'b1)) == '0)
endmodule : queue_output
