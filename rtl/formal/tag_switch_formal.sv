/// Proof harness of tag_switch, for any digit, policy and starts, reset at any time, by induction. It keeps books of the inputs,
/// as those before the switch do: whether a packet's header has left and through which output, and whether it is answered. From
/// these follows what must leave, and who is told what; the arbiter of an output takes turns. N inputs and outputs.
///
/// Fairness: a header that goes on waiting for an output sees at most N - 1 others win it, a bound that is met.
module tag_switch_formal #(
  parameter int N = 4
) (
  input logic             clk_i,
  input logic             reset_i,
  input logic [N-1:0]     offered_i,
  input logic [N-1:0]     header_i,
  input logic [N-1:0]     tail_i,
  input logic [N*2*$clog2(N)-1:0] tag_i,
  input logic [N*4-1:0]   data_i,
  input logic [N-1:0]     room_i,
  input logic [N-1:0]     faulty_i,
  input logic [N-1:0]     answered_i,
  input logic [N-1:0]     refused_i
);
  localparam int D = $clog2(N);

  (* anyconst *) logic digit;
  (* anyconst *) logic drops, answers;
  (* anyconst *) logic [N*D-1:0] start;
  (* anyconst *) logic [D-1:0] one;                     // Any one input.
  (* hierconn *) logic [N-1:0] \dut.held_q ;
  (* hierconn *) logic [N-1:0] \dut.open_q ;
  (* hierconn *) logic [N-1:0] \dut.ended_q ;
  (* hierconn *) logic [N*N-1:0] \dut.holder_q ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[0].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[1].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[2].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[3].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[4].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[5].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[6].i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[7].i_arbiter.mask ;
  logic [N*N-1:0] mask;                                 // [output]
  logic [N-1:0] sent, taken, answered, refused;
  logic [N*4-1:0] data;
  logic [N-1:0] left_q = '0, open_q = '0, ended_q = '0; // [input]: its header has left; is answered; was the tail.
  logic [N*D-1:0] output_q;                             // [input]: through which output.
  logic [N*D-1:0] next_q;                               // [output]: the input that comes first.
  logic [N*N-1:0] requests, wins;                       // [output]: headers for it; those that leave.
  logic [N-1:0] held, told_answer, told_refusal;        // [output]; [input]
  logic [D:0] waited_q = '0;                            // Headers that have won what `one` waits for.
  logic [D-1:0] wanted_q;
  logic [N-1:0] rivals;                                 // That come before `one` at what it waited for,
  logic [D:0] ahead;                                    // and how many.
  logic waits, waits_q = 1'b0;
  logic rst_n, running_q = 1'b0;

  tag_switch #(.NumPorts(N), .Width(4), .NumDigits(2)) dut (
    .clk_i, .rst_ni(rst_n), .digit_i(digit), .drops_i(drops), .answers_i(answers), .start_i(start), .offered_i, .header_i, .tail_i,
    .tag_i, .data_i, .room_i, .faulty_i, .answered_i, .refused_i, .sent_o(sent), .data_o(data), .taken_o(taken),
    .answered_o(answered), .refused_o(refused)
  );

  assign mask[0*N +: N] = \dut.gen_output[0].i_arbiter.mask ;
  assign mask[1*N +: N] = \dut.gen_output[1].i_arbiter.mask ;
  if (N > 2) assign mask[2*N +: N] = \dut.gen_output[2].i_arbiter.mask ;
  if (N > 3) assign mask[3*N +: N] = \dut.gen_output[3].i_arbiter.mask ;
  if (N > 4) assign mask[4*N +: N] = \dut.gen_output[4].i_arbiter.mask ;
  if (N > 5) assign mask[5*N +: N] = \dut.gen_output[5].i_arbiter.mask ;
  if (N > 6) assign mask[6*N +: N] = \dut.gen_output[6].i_arbiter.mask ;
  if (N > 7) assign mask[7*N +: N] = \dut.gen_output[7].i_arbiter.mask ;

  // Those that come before `who` in the ring that begins at `next`.
  function automatic logic [N-1:0] before(input logic [D-1:0] next, who);
    logic [N-1:0] below_next, below_who;
    below_next = (N'(1) << next) - 1'b1;
    below_who  = (N'(1) << who) - 1'b1;
    before = who < next ? ~below_next | below_who : ~below_next & below_who;
  endfunction
  function automatic logic [D-1:0] wanted(input int i);
    wanted = digit ? tag_i[(2*i + 1)*D +: D] : tag_i[2*i*D +: D];
  endfunction

  assign rst_n = running_q && !reset_i;
  always_comb begin
    held         = '0;
    requests     = '0;
    told_answer  = '0;
    told_refusal = '0;
    for (int i = 0; i < N; i++) begin
      if (left_q[i]) held[output_q[i*D +: D]] = 1'b1;
      if (offered_i[i] && header_i[i]) requests[wanted(i)*N + i] = 1'b1;
      told_answer[i]  = left_q[i] && answered_i[output_q[i*D +: D]];
      told_refusal[i] = left_q[i] && refused_i[output_q[i*D +: D]];
    end
    for (int o = 0; o < N; o++) wins[o*N +: N] = requests[o*N +: N] & taken;
  end
  always_comb begin
    rivals = before(next_q[wanted_q*D +: D], one);
    ahead  = '0;
    for (int i = 0; i < N; i++) ahead = ahead + (D+1)'(rivals[i]);
  end
  assign waits = offered_i[one] && header_i[one] && !taken[one];

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waits_q   <= rst_n && waits;
    wanted_q  <= wanted(32'(one));
    waited_q  <= !rst_n || !waits ? '0 : (waits_q && wanted_q == wanted(32'(one)) ? waited_q : '0)
                 + (D+1)'(wins[wanted(32'(one))*N +: N] != '0);
    for (int i = 0; i < N; i++) begin
      if (taken[i] && header_i[i]) begin
        left_q[i]           <= answers || !tail_i[i];
        open_q[i]           <= !answers;
        ended_q[i]          <= tail_i[i];
        output_q[i*D +: D]  <= wanted(i);
        next_q[wanted(i)*D +: D] <= D'((i + 1) % N);
      end else if (told_refusal[i] || told_answer[i] && ended_q[i] || taken[i] && tail_i[i]) begin
        left_q[i] <= 1'b0;
      end else if (told_answer[i]) begin
        open_q[i] <= 1'b1;
      end
    end
    if (!rst_n) begin
      left_q <= '0;
      next_q <= start;
    end
  end

  always @(posedge clk_i) begin
    assume (!drops || answers);
    assume (one < N);
    for (int o = 0; o < N; o++) assume (start[o*D +: D] < N);
    if (rst_n) begin
      assume ((answered_i & refused_i) == '0);
      assume (drops || refused_i == '0);
      for (int o = 0; o < N; o++) assume (held[o] || !answered_i[o] && !refused_i[o]);
      for (int i = 0; i < N; i++) begin
        assume (wanted(i) < N);
        // A header comes when the packet before is done; the others follow theirs. What is answered was not before.
        assume (!offered_i[i] || header_i[i] != left_q[i] && !(left_q[i] && ended_q[i]));
        assume (!(left_q[i] && open_q[i]) || !told_answer[i] && !told_refusal[i]);
      end

      for (int i = 0; i < N; i++) begin
        if (!header_i[i])
          assert (taken[i] == (offered_i[i] && (open_q[i] || told_answer[i]) && !told_refusal[i] && room_i[output_q[i*D +: D]]));
        if (taken[i]) assert (offered_i[i]);
        if (taken[i] && header_i[i]) assert (sent[wanted(i)] && data[wanted(i)*4 +: 4] == data_i[i*4 +: 4]);
        if (taken[i] && !header_i[i]) assert (sent[output_q[i*D +: D]] && data[output_q[i*D +: D]*4 +: 4] == data_i[i*4 +: 4]);
        assert (answered[i] == told_answer[i]);
        assert (refused[i] == (told_refusal[i] || drops && offered_i[i] && header_i[i] && !taken[i]));
        for (int j = 0; j < i; j++)
          if (left_q[i] && left_q[j]) assert (output_q[i*D +: D] != output_q[j*D +: D]);
      end
      for (int o = 0; o < N; o++) begin
        assert ((wins[o*N +: N] != '0) == (requests[o*N +: N] != '0 && !held[o] && room_i[o] && !faulty_i[o]));
        for (int i = 0; i < N; i++)
          if (wins[o*N + i]) assert ((requests[o*N +: N] & before(next_q[o*D +: D], D'(i))) == '0 && wins[o*N +: N] == N'(1) << i);
        if (!held[o]) assert (sent[o] == (wins[o*N +: N] != '0));
      end
      if (waits) assert (waited_q < N);

      // Invariants.
      for (int o = 0; o < N; o++) begin
        assert (\dut.held_q [o] == held[o] && next_q[o*D +: D] < N);
        assert (mask[o*N +: N] == N'(~((1 << next_q[o*D +: D]) - 1)) || mask[o*N +: N] == '0 && next_q[o*D +: D] == '0);
        for (int i = 0; i < N; i++) begin
          if (left_q[i] && output_q[i*D +: D] == o)
            assert (\dut.holder_q [o*N +: N] == N'(1) << i && \dut.open_q [o] == open_q[i] && \dut.ended_q [o] == ended_q[i]);
        end
      end
      for (int i = 0; i < N; i++) if (left_q[i]) assert (output_q[i*D +: D] < N && (answers || !ended_q[i]));
      if (waits_q) assert (waited_q + ahead < N);

      cover (taken == '1 && header_i == '1);            // All win at once,
      cover (taken == '1 && header_i == '0);            // and all that follow leave.
      cover (waited_q == N - 1);
      cover (refused != '0 && answered != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : tag_switch_formal
