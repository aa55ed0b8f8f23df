/// Proof harness of queue_admission: two input buffers, and two queues of N packets that may send some here; with odd N one
/// enters in a cycle. By induction.
///
/// As many enter as want to, as may, or as there is room for. The one that enters is the first in the ring of those that still
/// want to, from behind the one before; a buffer gives one packet, and a queue its oldest first. What enters is what the source
/// has. So who goes on waiting sees at most three others enter, a bound that is met.
module queue_admission_formal #(
  parameter int N = 2,
  localparam int Admissions = (N % 2 == 0) ? N : 1,
  localparam int Slots = 2 * N,
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic                  clk_i,
  input logic [CountWidth-1:0] room_i,
  input logic [1:0]            buffer_i,
  input logic [3:0]            front_i,
  input logic [Slots-1:0]      asks_i,
  input logic [Slots*2-1:0]    packet_i
);
  (* anyconst *) logic [1:0] start;
  (* anyconst *) logic [1:0] who;                       // Any one source.
  (* hierconn *) logic [3:0] \dut.mask_now ;
  logic [1:0] read;
  logic [Slots-1:0] moved;
  logic [CountWidth-1:0] pushes;
  logic [N*2-1:0] source, packet;
  logic [1:0] next_q, next, from;                       // The first in the ring of sources.
  logic [1:0] buffers;                                  // What still wants to enter.
  logic [Slots-1:0] asks;
  logic [3:0] wants;                                    // [source]
  logic [1:0] expected;
  logic [2:0] waited, waited_q = '0;                    // Others that have entered while `who` waits.
  logic early, wrong, starved, reached;
  int total, most;
  logic rst_n = 1'b0;

  queue_admission #(.NumPorts(2), .NumQueues(2), .Slots(N), .Admissions(Admissions), .Width(2)) dut (
    .clk_i, .rst_ni(rst_n), .start_i(start), .room_i, .buffer_i, .front_i, .asks_i, .packet_i, .read_o(read),
    .moved_o(moved), .pushes_o(pushes), .source_o(source), .packet_o(packet)
  );

  always_comb begin
    next     = next_q;
    buffers  = buffer_i;
    asks     = asks_i;
    waited   = waited_q;
    early    = 1'b0;                                    // One has entered before its turn,
    wrong    = 1'b0;                                    // or as another packet than it is;
    starved  = 1'b0;                                    // `who` has seen too many.
    reached  = 1'b0;
    expected = '0;
    from     = '0;
    wants    = '0;
    total    = 0;
    most     = 32'(room_i) < Admissions ? 32'(room_i) : Admissions;
    for (int i = 0; i < 2; i++) total = total + 32'(buffer_i[i]);
    for (int i = 0; i < Slots; i++) total = total + 32'(asks_i[i]);
    for (int k = 0; k < N; k++) begin
      if (CountWidth'(k) < pushes) begin
        from  = source[k*2 +: 2];
        wants = {asks[N +: N] != '0, asks[0 +: N] != '0, buffers};
        for (int i = 0; i < 4; i++)                     // By their ways around the ring.
          if (wants[i] && 2'(i - next) < 2'(from - next)) early = 1'b1;
        if (!wants[from]) early = 1'b1;
        waited  = from == who || !wants[who] ? '0 : waited + 1'b1;
        starved = starved || waited > 3'd3;
        reached = reached || waited == 3'd3;
        expected = front_i[(from % 2)*2 +: 2];
        for (int s = Slots - 1; s >= 0; s--)
          if (from[1] && s / N == 32'(from[0]) && asks[s]) expected = packet_i[s*2 +: 2];
        for (int q = 0; q < 2; q++)
          if (from == 2'(2 + q)) asks[q*N +: N] = asks[q*N +: N] & (asks[q*N +: N] - 1'b1);
        if (!from[1]) buffers[from[0]] = 1'b0;
        next = from + 1'b1;
      end else begin
        expected = '0;
        if (source[k*2 +: 2] != '0) wrong = 1'b1;
      end
      if (packet[k*2 +: 2] != expected) wrong = 1'b1;
    end
    wants = {asks[N +: N] != '0, asks[0 +: N] != '0, buffers};
    if (!wants[who]) waited = '0;
  end

  always_ff @(posedge clk_i) begin
    rst_n    <= 1'b1;
    next_q   <= rst_n ? next : start;
    waited_q <= rst_n ? waited : '0;
  end

  always @(posedge clk_i) begin
    if (rst_n) begin
      assume (room_i <= N);
      assume (waited_q == '0 || (who == 2'd0 && buffer_i[0] || who == 2'd1 && buffer_i[1]
                                 || who == 2'd2 && asks_i[0 +: N] != '0 || who == 2'd3 && asks_i[N +: N] != '0));
      assert (32'(pushes) == (total < most ? total : most));
      assert (!early);
      assert (!wrong);
      assert (!starved);
      assert (read == (buffer_i & ~buffers) && moved == (asks_i & ~asks));
      // Invariants.
      assert ({1'b0, waited_q} + 4'(2'(who - next_q)) <= 4'd3);
      assert (\dut.mask_now == ~((4'd1 << next_q) - 4'd1) || \dut.mask_now == '0 && next_q == '0);
      cover (reached);
      cover (32'(pushes) == Admissions && (moved[1:0] == 2'b11 || Admissions == 1) && buffer_i == 2'b00);  // Two of a queue.
      cover (room_i == '0 && waited_q != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_admission_formal
