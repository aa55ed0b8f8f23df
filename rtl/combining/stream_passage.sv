/// A stream through a node in the phases 3 and 4: a queue, and the credits of the queue at the far end.
/// Model: RanadeRouter::pass() of hw/router/combining/ranade_router.h. A message that arrives in a cycle may leave in that cycle.
module stream_passage #(
  parameter int Depth = 2,                               ///< Messages of the queues, here and at the far end, >= 1.
  localparam int Width = net_pkg::PacketWidth,
  localparam int CreditWidth = $clog2(Depth + 1)
) (
  input  logic             clk_i,
  input  logic             rst_ni,                       ///< Asynchronous, active low.
  input  logic             push_i,                       ///< A message arrives.
  input  logic [Width-1:0] message_i,
  input  logic             credit_i,                     ///< The far end freed a slot.
  input  logic             link_i,                       ///< No switch nearer to the end of the way takes the link.
  output logic             send_o,                       ///< The oldest message leaves, which frees its slot.
  output logic [Width-1:0] message_o                     ///< The oldest, whether it leaves or not; zero: there is none.
);
  logic [CreditWidth-1:0] credits;
  logic valid;

  flit_fifo #(.Width(Width), .Depth(Depth)) i_queue (
    .clk_i, .rst_ni, .push_i, .data_i(message_i), .pop_i(send_o), .front_o(message_o), .front_valid_o(valid), .next_o(),
    .next_valid_o(), .count_o()
  );
  credit_counter #(.Depth(Depth)) i_credits (
    .clk_i, .rst_ni, .incr_i(credit_i), .decr_i(send_o), .count_o(credits), .next_o()
  );
  assign send_o = valid && credits != '0 && link_i;
endmodule : stream_passage
