/// Proof harness of the assembly of queue_switch: two queues of up to N packets, two links, for any capacities, whatever
/// the packets may take. By induction.
///
/// Any one packet is followed from an input buffer through the queues: it is in one of them, once and unchanged, until it
/// leaves once. No queue holds more than its capacity. Packets are conserved. Nobody is left waiting
/// for a queue but a full one; and a packet that has its way to itself leaves at once.
module queue_switch_formal #(
  parameter int N = 2,
  localparam int Slots = 2 * N,
  localparam int Vcs = 6,
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic                 clk_i,
  input logic [Vcs-1:0]       free_i,
  input logic [Vcs-1:0]       enter_i,
  input logic [Vcs*2-1:0]     front_i,                  // {it is the one to follow, content}
  input logic [Slots*Vcs-1:0] preferred_i,
  input logic [Slots*Vcs-1:0] escape_i
);
  (* anyconst *) logic head_only, random;
  (* anyconst *) logic [23:0] seed;
  (* anyconst *) logic [6:0] start;                     // {the queue, [queue] the source of the first turn}
  (* anyconst *) logic [2*CountWidth-1:0] capacity;
  (* hierconn *) logic [N-1:0] \dut.gen_queue[0].i_queue.waits , \dut.gen_queue[1].i_queue.waits ;
  logic [Vcs-1:0] send, read;
  logic [5:0] sent;
  logic [2*CountWidth-1:0] pushes, count;
  logic [Slots*3-1:0] source;
  logic [Slots*2-1:0] packet;
  logic [Slots-1:0] held, tagged;                       // [queue][slot]: a packet; the one to follow.
  logic [Vcs-1:0] comes;
  logic [2:0] goes;
  logic [3:0] total_q = '0, came, gone;
  logic [1:0] waits_q = '0;                             // [queue]: some wanted to enter, and did not.
  logic falls, falls_q = 1'b0;                          // A packet has moved from the last queue to the first.
  logic following_q = 1'b0, content_q = 1'b0;
  logic rst_n = 1'b0;

  queue_switch #(.NumPorts(3), .NumQueues(2), .Slots(N), .Width(2), .PhitWidth(1)) dut (
    .clk_i, .rst_ni(rst_n), .capacity_i(capacity), .phits_i(1'b1), .head_only_i(head_only), .random_i(random), .seed_i(seed),
    .start_i(start), .free_i, .enter_i, .front_i, .preferred_i, .escape_i, .send_o(send), .sent_o(sent), .read_o(read),
    .pushes_o(pushes), .source_o(source), .count_o(count), .packet_o(packet)
  );

  always_comb begin
    came = '0;
    gone = '0;
    for (int i = 0; i < Vcs; i++) begin
      comes[i] = read[i] && front_i[i*2 + 1];
      came     = came + 4'(read[i]);
    end
    falls = 1'b0;
    for (int k = 0; k < N; k++) falls = falls || CountWidth'(k) < pushes[0 +: CountWidth] && source[k*3 +: 3] == 3'd4;
    for (int p = 0; p < 3; p++) begin
      goes[p] = sent[p*2 + 1];
      gone    = gone + 4'(send[p] || send[3 + p]);
    end
    for (int i = 0; i < Slots; i++) begin
      held[i]   = CountWidth'(i % N) < count[(i / N)*CountWidth +: CountWidth];
      tagged[i] = held[i] && packet[i*2 + 1];
    end
  end

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q     <= total_q + came - gone;
      following_q <= comes != '0 || following_q && goes == '0;
      falls_q <= falls;
      for (int q = 0; q < 2; q++) waits_q[q] <= (enter_i[q*3 +: 3] & ~read[q*3 +: 3]) != '0;
      for (int i = 0; i < Vcs; i++) if (comes[i]) content_q <= front_i[i*2];
    end
  end

  always @(posedge clk_i) begin
    assume (seed != '0 && start[2:0] < 5 && start[5:3] < 5);
    for (int q = 0; q < 2; q++)
      assume (capacity[q*CountWidth +: CountWidth] != '0 && capacity[q*CountWidth +: CountWidth] <= N);
    if (rst_n) begin
      assume (!free_i[2] && !free_i[5]);
      for (int i = 0; i < Vcs; i++)                     // One is followed at a time.
        for (int j = 0; j < i; j++) assume (!front_i[i*2 + 1] || !front_i[j*2 + 1]);
      for (int i = 0; i < Vcs; i++) assume (!following_q || !front_i[i*2 + 1]);
      for (int i = 0; i < Slots; i++)                   // It does not move to where it is.
        assume (!preferred_i[i*Vcs + (i / N)*3 + 2] && !escape_i[i*Vcs + (i / N)*3 + 2]);

      if (goes != '0) assert (following_q && (goes & (goes - 1'b1)) == '0);
      assert (!send[2] && !send[5] && sent[5:4] == '0);
      for (int p = 0; p < 2; p++) begin
        if (goes[p]) assert (sent[p*2] == content_q);
        if (!send[p] && !send[3 + p]) assert (sent[p*2 +: 2] == '0);
      end
      assert ((read & ~enter_i) == '0);
      if (waits_q[0]) assert (count[0 +: CountWidth] == capacity[0 +: CountWidth]);
      if (waits_q[1] && !falls_q) assert (count[CountWidth +: CountWidth] == capacity[CountWidth +: CountWidth]);
      if (held[0] && preferred_i[0] && free_i[0] && enter_i == '0 && total_q == 4'd1) assert (gone == 4'd1);
      // Invariants.
      for (int q = 0; q < 2; q++)
        assert (count[q*CountWidth +: CountWidth] <= capacity[q*CountWidth +: CountWidth]);
      assert (total_q == 4'(count[0 +: CountWidth]) + 4'(count[CountWidth +: CountWidth]));
      assert ((tagged != '0) == following_q && (tagged & (tagged - 1'b1)) == '0);
      for (int i = 0; i < Slots; i++) if (tagged[i]) assert (packet[i*2] == content_q);
      assert ({\dut.gen_queue[1].i_queue.waits , \dut.gen_queue[0].i_queue.waits } == '0);
      cover (following_q && tagged[N] && total_q == Slots);                  // In the last queue of full ones.
      cover (following_q && goes != '0 && came == 4'd3);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_switch_formal
