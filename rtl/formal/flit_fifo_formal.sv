/// Proof harness of flit_fifo: it keeps order and loses nothing. By induction.
///
/// Any one flit is followed from its push to the front: the flits before it leave one by one, then it appears,
/// unchanged. The count is that of pushes less pops.
module flit_fifo_formal #(
  parameter int N = 4                                   // Depth.
) (
  input logic       clk_i,
  input logic       push_i,
  input logic [3:0] data_i,
  input logic       pop_i,
  input logic       follow_i                            // The flit that is pushed now is the one to follow.
);
  localparam int CountWidth = $clog2(N + 1);

  (* hierconn *) logic [N*4-1:0] \dut.flits_q ;
  logic [3:0] front, next;
  logic front_valid, next_valid;
  logic [CountWidth-1:0] count, stored_q = '0;
  logic following, following_q = 1'b0;                  // It is in the queue, this cycle's push included.
  logic [CountWidth-1:0] ahead, ahead_q = '0;           // Flits before it.
  logic [3:0] flit, flit_q = '0;
  logic follow;
  logic rst_n = 1'b0;

  flit_fifo #(.Width(4), .Depth(N)) dut (
    .clk_i, .rst_ni(rst_n), .push_i, .data_i, .pop_i,
    .front_o(front), .front_valid_o(front_valid), .next_o(next), .next_valid_o(next_valid), .count_o(count)
  );

  assign follow    = follow_i && push_i && !following_q;
  assign following = following_q || follow;
  assign ahead     = follow ? stored_q : ahead_q;
  assign flit      = follow ? data_i : flit_q;

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      stored_q    <= stored_q + CountWidth'(push_i) - CountWidth'(pop_i);
      following_q <= following && !(pop_i && ahead == '0);
      ahead_q     <= ahead - CountWidth'(pop_i);
      flit_q      <= flit;
    end
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      assume (!push_i || stored_q != CountWidth'(N));
      assume (!pop_i || push_i || stored_q != '0);
      assert (count == stored_q);
      assert (front_valid == (push_i || stored_q != '0));
      assert (next_valid == (stored_q + CountWidth'(push_i) != CountWidth'(pop_i)));
      if (!front_valid) assert (front == '0);
      if (!next_valid) assert (next == '0);
      if (following && ahead == '0) assert (front == flit);
      if (following && ahead == CountWidth'(pop_i)) assert (next == flit);
      // Invariants.
      assert (stored_q <= N);
      if (following_q) assert (ahead_q < stored_q);
      if (following_q) assert (\dut.flits_q [ahead_q*4 +: 4] == flit_q);
      assert ((\dut.flits_q >> (stored_q * 6'd4)) == '0);
      cover (following_q && ahead_q == N - 1);          // The last of a full queue.
      cover (pop_i && push_i && following_q && ahead_q == '0);
      cover (pop_i && follow && ahead == '0);           // Gone in the cycle in which it came.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : flit_fifo_formal
