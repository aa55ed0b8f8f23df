/// Proof harness of queue_departure: two queues of N packets, two links, of which with odd N one takes a packet in a cycle.
/// By induction.
///
/// The order is that of the queues in turn, and of age in a queue. For any one packet: it leaves if and only if those before
/// it have left it a way, and are fewer than may leave; by one of its preferred VCs, or by an escape if they left none; by the
/// first of the links or, if the choice is random, by that which the shift register says; and of the link's VCs it takes the
/// lowest class. So who stays has no free way, or as many have left as may: the matching is maximal. A link takes one packet.
/// The turn goes on if and only if something leaves: each queue is first every second time.
module queue_departure_formal #(
  parameter int N = 2,
  localparam int Departures = 2 - N % 2,
  localparam int Slots = 2 * N,
  localparam int Vcs = 6
) (
  input logic                 clk_i,
  input logic [Slots-1:0]     eligible_i,
  input logic [Slots*Vcs-1:0] preferred_i,
  input logic [Slots*Vcs-1:0] escape_i,
  input logic [Vcs-1:0]       free_i
);
  localparam int SlotWidth = $clog2(Slots);

  (* anyconst *) logic head_only, random, start;
  (* anyconst *) logic [23:0] seed;
  (* anyconst *) logic [SlotWidth-1:0] who;             // Any one packet.
  (* hierconn *) logic [23:0] \dut.i_random.state_q ;
  (* hierconn *) logic [0:0] \dut.turn_q ;
  logic [Vcs-1:0] send, left, open;
  logic [3*Slots-1:0] from;
  logic [Slots-1:0] leave, served, earlier;             // earlier: they go before it.
  logic [2*Slots-1:0] asks;
  logic [2:0] ports, port, taken_by_others;
  logic [23:0] now, later_q;                            // Of the random choice: now, and as a draw has left it.
  logic first_q, alone, alone_q = 1'b0;
  logic rst_n = 1'b0;

  // A draw is 16 shifts of the register of x^24 + x^23 + x^22 + x^17 + 1, the first bit out the highest.
  function automatic logic [23:0] drawn_from(input logic [23:0] state);
    drawn_from = state;
    for (int i = 0; i < 16; i++) drawn_from = {1'b0, drawn_from[23:1]} ^ (24'he10000 & {24{drawn_from[0]}});
  endfunction

  queue_departure #(.NumPorts(3), .NumQueues(2), .Slots(N), .Departures(Departures)) dut (
    .clk_i, .rst_ni(rst_n), .head_only_i(head_only), .random_i(random), .seed_i(seed), .start_i(start), .eligible_i,
    .preferred_i, .escape_i, .free_i, .send_o(send), .from_o(from), .leave_o(leave), .asks_o(asks)
  );

  always_comb begin
    served = eligible_i;
    for (int i = 0; i < Slots; i++) if (head_only && i % N != 0) served[i] = 1'b0;
    for (int i = 0; i < Slots; i++)
      earlier[i] = (i < N) == (who < N) ? i < who : (i < N) == !first_q;
    taken_by_others = '0;
    for (int p = 0; p < 3; p++) taken_by_others[p] = (from[p*Slots +: Slots] & earlier) != '0;
    left  = $countones(leave & earlier) < Departures ? free_i & ~{2{taken_by_others}} : '0;
    open  = preferred_i[who*Vcs +: Vcs] & left;
    if (open == '0) open = escape_i[who*Vcs +: Vcs] & left;
    ports = open[2:0] | open[5:3];
    for (int p = 0; p < 3; p++) port[p] = from[p*Slots + who];
  end
  assign now   = \dut.i_random.state_q ^ seed;
  assign alone = leave == Slots'(leave[who]) << who;     // Nothing else leaves.

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (!rst_n)          first_q <= start;
    else if (leave != '0) first_q <= !first_q;
    alone_q <= rst_n && alone;
    later_q <= leave[who] && random && ports == 3'b011 ? drawn_from(now) : now;
  end

  always @(posedge clk_i) begin
    assume (seed != '0);
    assume (who < Slots);
    if (rst_n) begin
      assume (!free_i[2] && !free_i[5]);
      assert (leave[who] == (served[who] && ports != '0));
      assert (port == '0 || (port & (port - 1'b1)) == '0);
      assert ((port != '0) == leave[who] && (port & ~ports) == '0);
      assert (from[2*Slots +: Slots] == '0);
      if (leave[who] && !random) assert (port == (ports & (~ports + 1'b1)));
      if (leave[who] && random && ports == 3'b011 && alone) assert (port == (now[0] ? 3'b010 : 3'b001));
      if (alone_q) assert (now == later_q);
      for (int p = 0; p < 2; p++) begin
        if (port[p]) assert (from[p*Slots +: Slots] == Slots'(1) << who);
        if (port[p]) assert (send[p] == open[p] && send[3 + p] == (!open[p] && open[3 + p]));
        assert ((send[p] || send[3 + p]) == (from[p*Slots +: Slots] != '0));
      end
      for (int to = 0; to < 2; to++)
        assert (asks[to*Slots + who] == (served[who] && !leave[who]
                                         && (preferred_i[who*Vcs + to*3 + 2] || escape_i[who*Vcs + to*3 + 2])));
      // Invariants.
      assert (now != '0);
      assert ((\dut.turn_q ^ start) == first_q);
      cover (leave[who] && random && ports == 3'b011 && port == 3'b001);
      cover (leave[who] && random && ports == 3'b011 && port == 3'b010);
      cover (leave[who] && earlier != '0 && (leave & earlier) == '0 && (served & earlier) != '0);  // Past others that wait.
      cover (leave[who] && (Departures == 1 || (preferred_i[who*Vcs +: Vcs] & free_i) != '0
                                                && (preferred_i[who*Vcs +: Vcs] & left) == '0));
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_departure_formal
