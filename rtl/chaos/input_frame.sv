`include "net_assert.svh"
`include "net_types.svh"

/// The input frame of a link: room for one packet. Model: accept_head(), read() and read_on() of
/// hw/router/chaos/chaos_router.h.
///
/// A visit reads the packet: its head flit, and then the flits behind it leave the frame as they come, one per cycle. What is
/// in the frame is in the packet store; here is what the queue has to know of it.
module input_frame #(
  parameter int Flits = 1,                               ///< Of a packet, at most.
  parameter int Width = 74                               ///< Bits of an entry of the queue.
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,          ///< Asynchronous, active low.
  input  logic [net_pkg::FlitWidth-1:0] flit_i,          ///< From the link.
  output logic                          open_o,          ///< It is a head flit,
  output logic                          follow_o,        ///< or one behind a head flit.
  input  logic [Width-1:0]              entry_i,         ///< Of a packet whose head flit comes.
  output logic                          full_o,          ///< There is a packet that was not read.
  output logic [Width-1:0]              entry_o,         ///< That packet.
  input  logic                          read_i,          ///< It is read.
  output logic                          credit_o         ///< To the link, a register: a flit has left.
);
  localparam int CountWidth = $clog2(Flits + 1);

  logic full_q, receiving_q, reading_q, credit_q;        // receiving: its tail has not come; reading: has not left.
  logic comes, receiving, leaves;
  header_t header;
  logic [CountWidth-1:0] unread_q, unread, left;         // Flits in the frame.
  logic [Width-1:0] entry_q;

  assign header    = flit_i[net_pkg::HeaderWidth-1:0];
  assign comes     = header.remaining != '0;
  assign open_o    = header.head;
  assign follow_o  = comes && !header.head;
  assign full_o    = full_q || open_o;
  assign entry_o   = open_o ? entry_i : entry_q;
  assign receiving = comes ? header.remaining != 16'd1 : receiving_q;
  assign unread    = unread_q + CountWidth'(comes);
  assign leaves    = read_i || reading_q && unread != '0;
  assign left      = unread - CountWidth'(leaves);
  assign credit_o  = credit_q;

  always_ff @(posedge clk_i) entry_q <= entry_o;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      full_q      <= 1'b0;
      receiving_q <= 1'b0;
      reading_q   <= 1'b0;
      credit_q    <= 1'b0;
      unread_q    <= '0;
    end else begin
      full_q      <= full_o && !read_i;
      receiving_q <= receiving;
      reading_q   <= (read_i || reading_q) && (receiving || left != '0);
      credit_q    <= leaves;
      unread_q    <= left;
    end
  end

  `SY_ASSERT(HeadOnlyIntoAnEmptyFrame, !open_o || !full_q && !reading_q)
  `SY_ASSERT(FlitOnlyBehindItsHead, !follow_o || receiving_q)
  `SY_ASSERT(NoOverflow, !comes || unread_q != CountWidth'(Flits))
  `SY_ASSERT(ReadsAPacket, !read_i || full_o)
endmodule : input_frame
