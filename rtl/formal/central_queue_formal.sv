/// Proof harness of central_queue, of N packets, for any routing cycle of up to 3 clock cycles. By induction.
///
/// Any one packet is followed from its push: it keeps its order and its content, may leave a routing cycle later and not
/// before, and leaves once. The count is that of pushes less those that left.
module central_queue_formal #(
  parameter int N = 4,
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic                  clk_i,
  input logic [N-1:0]          leave_i,
  input logic [CountWidth-1:0] pushes_i,
  input logic [N*2-1:0]        packet_i,
  input logic                  follow_i,                // One of those that come now is the one to follow,
  input logic [CountWidth-1:0] which_i                  // this.
);
  (* anyconst *) logic [1:0] phits;
  (* hierconn *) logic [N*2-1:0] \dut.waits ;
  logic [CountWidth-1:0] count, count_q = '0, left, place, place_q = '0;
  logic [N-1:0] eligible;
  logic [N*2-1:0] packet;
  logic [1:0] data_q = '0, age_q = '0;                  // Its content; cycles since its push, up to 3.
  logic following_q = 1'b0, follow, leaves;
  logic rst_n = 1'b0;

  central_queue #(.Slots(N), .Width(2), .PhitWidth(2)) dut (
    .clk_i, .rst_ni(rst_n), .phits_i(phits), .leave_i, .pushes_i, .packet_i, .count_o(count), .eligible_o(eligible),
    .packet_o(packet)
  );

  always_comb begin
    left  = count_q;
    place = place_q;
    for (int s = 0; s < N; s++) begin
      left = left - CountWidth'(leave_i[s]);
      if (CountWidth'(s) < place_q) place = place - CountWidth'(leave_i[s]);
    end
  end
  assign follow = follow_i && !following_q && which_i < pushes_i;
  assign leaves = leave_i[place_q];

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      count_q     <= left + pushes_i;
      following_q <= follow || following_q && !leaves;
      place_q     <= follow ? left + which_i : place;
      if (follow) data_q <= packet_i[which_i*2 +: 2];
      age_q       <= follow ? 2'd1 : age_q + 2'(age_q != 2'd3);
    end
  end

  always @(posedge clk_i) begin
    assume (phits != '0);
    if (rst_n) begin
      assume ((leave_i & ~eligible) == '0);
      assume ({1'b0, left} + {1'b0, pushes_i} <= N);
      assert (count == count_q);
      for (int s = 0; s < N; s++) assert (!eligible[s] || s < count_q);
      if (following_q) begin
        assert (packet[place_q*2 +: 2] == data_q);
        assert (eligible[place_q] == (age_q >= phits));
      end
      // Invariants.
      assert (count_q <= N);
      if (following_q) assert (place_q < count_q && age_q != '0);
      if (following_q) assert (\dut.waits [place_q*2 +: 2] == (age_q >= phits ? 2'd0 : phits - age_q));
      for (int s = 0; s < N; s++) begin
        if (s < count_q) assert (\dut.waits [s*2 +: 2] < phits);
        for (int r = 0; r < s; r++)
          if (s < count_q) assert (\dut.waits [r*2 +: 2] <= \dut.waits [s*2 +: 2]);
      end
      cover (following_q && place_q == N - 1 && leaves && phits == 2'd3);   // The last of a full queue goes first,
      cover (following_q && place_q == '0 && count_q == N && left == '0);   // and all at once.
      cover (pushes_i == N);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : central_queue_formal
