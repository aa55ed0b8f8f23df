`include "net_types.svh"

/// Proof harness of output_queues, of two VCs of N flits with two slots beyond the link. By induction.
///
/// Slots are reserved where there are some, and flits come for reserved slots, any time later; credits come back whenever.
/// A VC is ready if and only if it has a slot that nobody stores in and nobody has reserved. One flit goes onto the link in
/// every cycle in which a VC has a flit and a slot beyond, no other, and it is a VC's oldest; of two VCs that could send, each
/// waits for one flit of the other at most. Any one flit is followed: it leaves unchanged behind those before it.
module output_queues_formal #(
  parameter int N = 4                                   // Flits of an output VC.
) (
  input logic       clk_i,
  input logic [1:0] take_i,                              // [vc]: reserves a slot.
  input logic       comes_i,                             // A flit comes, for this VC, with this payload.
  input logic       vc_i,
  input logic [3:0] payload_i,
  input logic [1:0] credit_i,
  input logic       follow_i                             // The flit that comes now is the one to follow.
);
  localparam int Beyond = 2;
  localparam int CountWidth = $clog2(N + 1);
  localparam int Width = net_pkg::HeaderWidth + 4;

  (* anyconst *) logic start;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_vc[0].i_queue.count_q , \dut.gen_vc[1].i_queue.count_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.gen_vc[0].i_queue.flits_q , \dut.gen_vc[1].i_queue.flits_q ;
  (* hierconn *) logic [N-1:0] \dut.gen_vc[0].i_slots.room_q , \dut.gen_vc[1].i_slots.room_q ;
  (* hierconn *) logic [Beyond-1:0] \dut.gen_vc[0].i_credits.room_q , \dut.gen_vc[1].i_credits.room_q ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.mask ;

  header_t leaving;
  logic [Width-1:0] comes, leaves, followed, followed_q = '0;
  logic [1:0] ready, ready_next, sent, could_send;
  logic [CountWidth-1:0] ahead, ahead_q = '0;
  logic follow, following, following_q = 1'b0, which, which_q = 1'b0, busy;
  logic [1:0] stores;
  logic rst_n = 1'b0;

  assign comes   = comes_i ? {payload_i, 15'd0, vc_i, 14'd0, 2'd1, 64'd0} : '0;
  assign leaving = leaves[net_pkg::HeaderWidth-1:0];
  assign sent    = leaving.remaining == '0 ? 2'b00 : leaving.vc[0] ? 2'b10 : 2'b01;

  output_queues #(.NumVcs(2), .Depth(Beyond), .OutputDepth(N), .FlitWidth(Width)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(start), .credit_i, .take_i, .ready_o(ready), .ready_next_o(ready_next), .flit_i(comes),
    .flit_o(leaves), .busy_o(busy)
  );
  always_ff @(posedge clk_i) rst_n <= 1'b1;
  always @(*) if (rst_n) begin
    assume ((take_i & (take_i - 1'b1)) == '0 && (take_i & ~ready) == '0);
    assert (sent == '0 ? could_send == '0 && leaves == '0 : (sent & ~could_send) == '0);
    assert (busy == (stores != '0));
    cover (sent[0] && could_send[1] && comes_i && credit_i[1]);
  end

  for (genvar v = 0; v < 2; v++) begin : gen_vc
    logic [CountWidth-1:0] stored_q = '0, reserved_q = '0, taken;
    logic [1:0] beyond_q = '0;                           // Slots beyond that are taken.
    logic arrives;
    assign arrives       = comes_i && vc_i == (v == 1);
    assign taken         = stored_q + reserved_q - CountWidth'(sent[v]);
    assign could_send[v] = (arrives || stored_q != '0) && beyond_q - 2'(credit_i[v]) < 2'(Beyond);
    assign stores[v]     = stored_q != '0;
    always_ff @(posedge clk_i) begin
      stored_q   <= rst_n ? stored_q + CountWidth'(arrives) - CountWidth'(sent[v]) : '0;
      reserved_q <= rst_n ? reserved_q + CountWidth'(take_i[v]) - CountWidth'(arrives) : '0;
      beyond_q   <= rst_n ? beyond_q + 2'(sent[v]) - 2'(credit_i[v]) : '0;
    end
    always @(*) if (rst_n) begin
      assume (!arrives || reserved_q != '0);
      assume (!credit_i[v] || beyond_q != '0);
      assert (ready[v] == (taken < CountWidth'(N)) && ready_next[v] == (taken + CountWidth'(take_i[v]) < CountWidth'(N)));
      // Invariants.
      assert (32'(stored_q) + 32'(reserved_q) <= N && beyond_q <= 2'(Beyond));
      assert (stored_q == (v == 0 ? \dut.gen_vc[0].i_queue.count_q : \dut.gen_vc[1].i_queue.count_q ));
      for (int n = 1; n <= N; n++)
        assert ((v == 0 ? \dut.gen_vc[0].i_slots.room_q [n-1] : \dut.gen_vc[1].i_slots.room_q [n-1]) == (32'(stored_q) + 32'(reserved_q) + n <= N));
      for (int n = 1; n <= Beyond; n++)
        assert ((v == 0 ? \dut.gen_vc[0].i_credits.room_q [n-1] : \dut.gen_vc[1].i_credits.room_q [n-1]) == (32'(beyond_q) + n <= Beyond));
      for (int s = 0; s < N; s++) begin                  // What is stored names its VC; where nothing is, there are zeros.
        assert ((v == 0 ? \dut.gen_vc[0].i_queue.flits_q [s*Width+64 +: 24] : \dut.gen_vc[1].i_queue.flits_q [s*Width+64 +: 24])
                == (s < 32'(stored_q) ? 24'(v) << 16 | 24'd1 : 24'd0));
        if (s >= 32'(stored_q)) assert ((v == 0 ? \dut.gen_vc[0].i_queue.flits_q [s*Width +: Width] : \dut.gen_vc[1].i_queue.flits_q [s*Width +: Width]) == '0);
      end
    end

    // It waits for one flit of the other.
    logic waited_q = 1'b0;
    always_ff @(posedge clk_i) waited_q <= rst_n && !sent[v] && (waited_q || could_send[v] && sent[1-v]);
    always @(*) if (rst_n) begin
      assert (!waited_q || !could_send[v] || sent[v]);
      if (waited_q) assert (v == 0 ? \dut.i_arbiter.mask != 2'b10 : \dut.i_arbiter.mask == 2'b10);
      assert (\dut.i_arbiter.mask != 2'b01);             // Invariants: which VC comes first.
    end
  end

  // Any one flit.
  assign follow    = follow_i && comes_i && !following_q;
  assign following = following_q || follow;
  assign which     = follow ? vc_i : which_q;
  assign ahead     = follow ? (vc_i ? gen_vc[1].stored_q : gen_vc[0].stored_q) : ahead_q;
  assign followed  = follow ? comes : followed_q;
  always_ff @(posedge clk_i) begin
    following_q <= rst_n && following && !(sent[which] && ahead == '0);
    ahead_q     <= ahead - CountWidth'(sent[which]);
    which_q     <= which;
    followed_q  <= followed;
  end
  always @(*) if (rst_n) begin
    if (following && ahead == '0 && sent[which]) assert (leaves == followed);
    if (following_q) begin                               // Invariants.
      assert (ahead_q < (which_q ? gen_vc[1].stored_q : gen_vc[0].stored_q));
      assert (followed_q == (which_q ? \dut.gen_vc[1].i_queue.flits_q [ahead_q*Width +: Width] : \dut.gen_vc[0].i_queue.flits_q [ahead_q*Width +: Width]));
    end
  end

  long_run i_long (.clk_i, .rst_ni(rst_n));
endmodule : output_queues_formal
