`include "net_assert.svh"

/// The output frame of a link, and what sends its packet. Model: drive_links() of hw/router/chaos/chaos_router.h.
///
/// A head flit goes only into an empty frame beyond the link, and the frame is free again when it has landed there. The flits
/// behind it follow as they come.
module output_frame #(
  parameter int Flits = 1,                               ///< Of a packet, at most.
  parameter int MaxLatency = 1,
  parameter int BufferWidth = 5,                         ///< Bits of a buffer's number.
  localparam int LatencyWidth = $clog2(MaxLatency + 1)
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,                ///< Asynchronous, active low.
  input  logic [LatencyWidth-1:0] latency_i,             ///< Of the link; 0: there is none. Static.
  output logic                    free_o,                ///< A packet may be put into the frame.
  input  logic                    fill_i,                ///< One is put there,
  input  logic [BufferWidth-1:0]  buffer_i,              ///< from this buffer.
  input  logic                    credit_i,              ///< From the link: a flit has left the frame beyond.
  input  logic                    grant_i,               ///< The link may be used.
  output logic                    want_o,                ///< There will be a flit to send in the next cycle.
  output logic                    send_o,                ///< A flit leaves,
  output logic [BufferWidth-1:0]  buffer_o,              ///< the next one of this buffer.
  input  logic                    has_flit_i,            ///< It has one.
  input  logic                    more_i,                ///< It has one after what leaves.
  input  logic                    tail_i                 ///< Its next flit is the last of the packet.
);
  localparam int CountWidth = $clog2(Flits + 1);

  logic full_q, leaving_q;                               // leaving: the link carries a packet whose tail has not left.
  logic full, starts, leaves, landed;
  logic [BufferWidth-1:0] frame_q, frame, link_q;        // The packet's buffer; of that in the frame, and that on the link.
  logic [CountWidth-1:0] room, room_left;                // Flits of the frame beyond.

  assign full     = full_q || fill_i;
  assign frame    = fill_i ? buffer_i : frame_q;
  assign buffer_o = leaving_q ? link_q : frame;
  assign send_o   = grant_i && (leaving_q ? has_flit_i : full && room == CountWidth'(Flits));
  assign starts   = send_o && !leaving_q;
  assign leaves   = send_o ? !tail_i : leaving_q;
  assign want_o   = leaves ? more_i : full && room_left == CountWidth'(Flits);
  assign free_o   = latency_i != '0 && !full_q && landed;

  credit_counter #(.Depth(Flits)) i_room (
    .clk_i, .rst_ni, .incr_i(credit_i), .decr_i(send_o), .count_o(room), .next_o(room_left)
  );
  phit_timer #(.PhitWidth(LatencyWidth)) i_head_flit (
    .clk_i, .rst_ni, .phits_i(latency_i), .start_i(starts), .idle_o(landed)
  );

  always_ff @(posedge clk_i) begin
    frame_q <= frame;
    link_q  <= buffer_o;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q    <= 1'b0;
      leaving_q <= 1'b0;
    end else begin
      full_q    <= full && !starts;
      leaving_q <= leaves;
    end
  end

  `SY_ASSERT(FillsAFreeFrame, !fill_i || free_o)
  `SY_ASSERT(SendsOverALink, !send_o || latency_i != '0)
endmodule : output_frame
