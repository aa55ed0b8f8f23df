`include "net_types.svh"

/// Proof harness of output_port, of two VCs to N slots each, with packets of up to three flits. By induction. If N is odd, head
/// flits ask first, and there are two registers.
///
/// Whoever holds a VC, and whenever credits come back: a VC is ready if and only if a slot beyond the link is free, and
/// `room` counts them, with those that this cycle's flits take unless head flits ask first; so no VC beyond overflows. A VC is
/// free until it is allocated, and again from its tail on, or from the cycle after it. Each flit is on the link as many cycles
/// later as there are registers, one that goes straight in the next cycle, and nothing else is.
module output_port_formal #(
  parameter int N = 4                                   // Slots of a VC beyond.
) (
  input logic         clk_i,
  input logic [1:0]   credit_i,
  input logic [97:0]  flit_i,
  input logic         sends_i,
  input logic         straight_i,
  input logic [1:0]   allocate_i
);
  localparam int CountWidth = $clog2(N + 1);
  localparam bit AsksFirst = N % 2 == 1;
  localparam int Registers = AsksFirst ? 2 : 1;

  (* hierconn *) logic [1:0] \dut.held_q ;
  (* hierconn *) logic [N-1:0] \dut.gen_vc[0].i_credits.room_q , \dut.gen_vc[1].i_credits.room_q ;
  header_t entering;
  logic [97:0] flit, leaving, before_q = '0, two_before_q = '0;
  logic [1:0] take, ready, ready_next, free;
  logic [2*N-1:0] room;
  logic busy, legal, idle, straight;
  logic [3:0] left;
  logic rst_n = 1'b0;

  assign straight = sends_i && straight_i && (!AsksFirst || before_q == '0);
  assign flit     = sends_i ? flit_i : '0;
  assign entering = flit[net_pkg::HeaderWidth-1:0];
  assign take     = 2'(sends_i) << entering.vc[0];

  output_port #(.NumVcs(2), .Depth(N), .FlitWidth(98), .Registers(Registers), .AsksFirst(AsksFirst)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(1'b0), .credit_i, .ready_o(ready), .ready_next_o(ready_next), .flit_i(flit), .straight_i(straight), .idle_o(idle), .take_i(take), .tail_i(entering.remaining == 16'd1),
    .free_o(free), .room_o(room), .allocate_i, .flit_o(leaving), .busy_o(busy)
  );
  packet_rules #(.NumVcs(2), .LengthWidth(2)) i_rules (
    .clk_i, .rst_ni(rst_n), .flit_i(entering), .legal_o(legal), .left_o(left)
  );

  always_ff @(posedge clk_i) begin
    rst_n        <= 1'b1;
    before_q     <= rst_n && !(AsksFirst && straight) ? flit : '0;
    two_before_q <= rst_n ? (AsksFirst && straight ? flit : before_q) : '0;
  end
  always @(*) if (rst_n) begin
    assume (legal && (sends_i ? entering.remaining != '0 : 1'b1));
    assert (leaving == (AsksFirst ? two_before_q : before_q));
    assert (idle == (!AsksFirst || before_q == '0));
    assert (busy == (before_q != '0 || AsksFirst && two_before_q != '0));
    // Invariants.
    assert (before_q == '0 || before_q[79:64] != '0);
    assert (two_before_q == '0 || two_before_q[79:64] != '0);
    cover (leaving != '0 && before_q != '0 && sends_i);
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [CountWidth-1:0] there, there_q = '0, after, seen;  // Slots beyond that are taken, as far as it is known here.
    logic [N-1:0] room_q;
    logic holds_q = 1'b0, passes;                              // A packet holds the VC; its tail goes through.

    assign room_q = v == 0 ? \dut.gen_vc[0].i_credits.room_q : \dut.gen_vc[1].i_credits.room_q ;
    assign seen   = AsksFirst ? there : after;           // By head flits.
    assign there  = there_q - CountWidth'(credit_i[v]);
    assign after  = there + CountWidth'(take[v]);
    assign passes = take[v] && entering.remaining == 16'd1;
    always_ff @(posedge clk_i) begin
      there_q <= rst_n ? after : '0;
      holds_q <= rst_n && (AsksFirst ? (holds_q || allocate_i[v]) && !passes : holds_q && !passes || allocate_i[v]);
    end
    always @(*) if (rst_n) begin
      assume (!credit_i[v] || there_q != '0);
      assume (!take[v] || (holds_q || AsksFirst && allocate_i[v]) && there < CountWidth'(N));
      assume (!allocate_i[v] || !holds_q || !AsksFirst && passes);
      assert (ready[v] == (there < CountWidth'(N)) && ready_next[v] == (after < CountWidth'(N)));
      assert (after <= CountWidth'(N));
      for (int n = 1; n <= N; n++) assert (room[(n-1)*2 + v] == (seen + n <= N));
      assert (free[v] == (!holds_q || !AsksFirst && passes));
      // Invariants.
      assert (there_q <= CountWidth'(N));
      for (int n = 1; n <= N; n++) assert (room_q[n-1] == (there_q + n <= N));
      assert (\dut.held_q [v] == holds_q);
      assert (holds_q || left[v*2 +: 2] == '0);
      cover (!ready[v] && holds_q);
      cover (passes && (allocate_i[v] || AsksFirst) && credit_i[v]);
    end
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
endmodule : output_port_formal
