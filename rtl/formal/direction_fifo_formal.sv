/// Proof harness of direction_fifo, of N slots, of which any number may be used. By induction.
///
/// Any one entry is followed: as many come out before it as were there when it went in, and then it comes out as it was.
/// There is room if and only if fewer than the limit remain.
module direction_fifo_formal #(
  parameter int N = 3
) (
  input logic       clk_i,
  input logic       pops_i,
  input logic       pushes_i,
  input logic [1:0] data_i,
  input logic       follow_i                            // What is pushed now is the one to follow.
);
  localparam int CountWidth = $clog2(N + 1);
  localparam int IndexWidth = N == 1 ? 1 : $clog2(N);

  (* anyconst *) logic [CountWidth-1:0] limit;
  (* hierconn *) logic [2*N-1:0] \dut.entries_q ;
  (* hierconn *) logic [IndexWidth-1:0] \dut.head_q ;
  (* hierconn *) logic [IndexWidth-1:0] \dut.tail_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.count_q ;
  logic [1:0] front;
  logic valid, room, pop, push;
  logic [CountWidth-1:0] count_q = '0;                  // By what went in and out.
  logic follows_q = 1'b0;
  logic [CountWidth-1:0] before_q = '0;                 // Entries before the one that is followed.
  logic [1:0] followed_q = '0;
  logic [CountWidth:0] place, end_place;                // Slots, as if the ring went on.
  logic rst_n = 1'b0;

  assign pop  = pops_i && valid;
  assign push = pushes_i && room;
  direction_fifo #(.Depth(N), .Width(2)) dut (
    .clk_i, .rst_ni(rst_n), .limit_i(limit), .pop_i(pop), .front_o(front), .valid_o(valid), .push_i(push), .data_i, .room_o(room)
  );
  assign place     = (CountWidth + 1)'(\dut.head_q ) + (CountWidth + 1)'(before_q);
  assign end_place = (CountWidth + 1)'(\dut.head_q ) + (CountWidth + 1)'(count_q);

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      count_q <= count_q + CountWidth'(push) - CountWidth'(pop);
      if (push && follow_i && !follows_q) begin
        follows_q  <= 1'b1;
        before_q   <= count_q - CountWidth'(pop);
        followed_q <= data_i;
      end else if (follows_q && pop) begin
        follows_q <= before_q != '0;
        before_q  <= before_q - 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    assume (limit != '0 && limit <= N);
    if (rst_n) begin
      assert (valid == (count_q != '0));
      assert (room == (count_q - CountWidth'(pop) < limit));
      assert (!follows_q || before_q != '0 || valid && front == followed_q);
      assert (!follows_q || before_q < count_q);
      // Invariants.
      assert (count_q == \dut.count_q && count_q <= limit && \dut.head_q < N && \dut.tail_q < N);
      assert ((CountWidth + 1)'(\dut.tail_q ) == (end_place >= N ? end_place - N : end_place));
      assert (!follows_q || \dut.entries_q [IndexWidth'(place >= N ? place - N : place)*2 +: 2] == followed_q);
      cover (count_q == limit && limit == N && pop && push && follows_q && before_q == '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : direction_fifo_formal
