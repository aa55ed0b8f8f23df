/// Proof harness of sep_if_allocator, from any starts, reset at any time: grants are a matching of requests, and there is
/// one if there is a request. An input proposes the first output that it requests behind its last one, and an output grants the
/// first proposing input behind its last one; both move on a grant only, in idle cycles never. By induction. N inputs,
/// N + 1 outputs.
///
/// Fairness: an input that goes on asking for the same outputs until it gets one, gets one within N cycles; and if so, each
/// that it asks for within N * NumOut, a bound that is met. More is not true: who asks for other outputs while it waits may
/// meet, at each, an input that comes first there, and waits longer, though it has always asked for one of them (a cover, for
/// three inputs and more).
module sep_if_allocator_formal #(
  parameter int N = 4
) (
  input logic               clk_i,
  input logic               reset_i,
  input logic [N*(N+1)-1:0] req_i
);
  localparam int NumOut = N + 1;
  localparam int InWidth = $clog2(N);
  localparam int OutWidth = $clog2(NumOut);
  localparam int Most = N * NumOut;                             // Cycles that a request waits, with the one in which it is served.
  localparam int CountWidth = $clog2(Most + 1) + 1;

  (* anyconst *) logic [N*OutWidth-1:0] input_start;
  (* anyconst *) logic [NumOut*InWidth-1:0] output_start;
  (* anyconst *) logic [InWidth-1:0] input_a, input_b;          // Any two inputs.
  (* anyconst *) logic [OutWidth-1:0] output_a, output_b;       // Any two outputs.
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[4].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[5].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[6].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [NumOut-1:0] \dut.gen_input[7].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[4].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[5].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[6].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[7].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[8].i_arbiter.gen_round_robin.i_arbiter.mask ;
  logic [N*NumOut-1:0] gnt, input_mask;
  logic [NumOut*N-1:0] output_mask;
  logic [N*OutWidth-1:0] input_next_q;                          // [input]: the output that it prefers, by the definition.
  logic [NumOut*InWidth-1:0] output_next_q;                     // [output]: the input that it prefers.
  logic [NumOut-1:0] row, row_q;                                // What input_a asks for, and did.
  logic [N-1:0] proposes;                                       // To output_a.
  logic [CountWidth-1:0] waited, waited_d, waited_q = '0;       // (input_a, output_a), while the row does not change.
  logic [CountWidth-1:0] unserved_d, unserved_q = '0;           // input_a, while the row does not change.
  logic [CountWidth-1:0] held_q = '0;                           // (input_a, output_a), whatever the row does.
  logic served, served_q;
  logic rst_n, running_q = 1'b0;

  sep_if_allocator #(.NumIn(N), .NumOut(NumOut)) dut (
    .clk_i, .rst_ni(rst_n), .input_start_i(input_start), .output_start_i(output_start), .req_i, .gnt_o(gnt)
  );

  assign input_mask[0*NumOut +: NumOut] = \dut.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  assign input_mask[1*NumOut +: NumOut] = \dut.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 2) assign input_mask[2*NumOut +: NumOut] = \dut.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 3) assign input_mask[3*NumOut +: NumOut] = \dut.gen_input[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 4) assign input_mask[4*NumOut +: NumOut] = \dut.gen_input[4].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 5) assign input_mask[5*NumOut +: NumOut] = \dut.gen_input[5].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 6) assign input_mask[6*NumOut +: NumOut] = \dut.gen_input[6].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (N > 7) assign input_mask[7*NumOut +: NumOut] = \dut.gen_input[7].i_arbiter.gen_round_robin.i_arbiter.mask ;
  assign output_mask[0*N +: N] = \dut.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  assign output_mask[1*N +: N] = \dut.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  assign output_mask[2*N +: N] = \dut.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 3) assign output_mask[3*N +: N] = \dut.gen_output[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 4) assign output_mask[4*N +: N] = \dut.gen_output[4].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 5) assign output_mask[5*N +: N] = \dut.gen_output[5].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 6) assign output_mask[6*N +: N] = \dut.gen_output[6].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 7) assign output_mask[7*N +: N] = \dut.gen_output[7].i_arbiter.gen_round_robin.i_arbiter.mask ;
  if (NumOut > 8) assign output_mask[8*N +: N] = \dut.gen_output[8].i_arbiter.gen_round_robin.i_arbiter.mask ;

  // Those that come before `one` in the ring that begins at `next`.
  function automatic logic [NumOut-1:0] outputs_before(input logic [OutWidth-1:0] next, one);
    logic [NumOut-1:0] below_next, below_one;
    below_next = (NumOut'(1) << next) - 1'b1;
    below_one  = (NumOut'(1) << one) - 1'b1;
    outputs_before = one < next ? ~below_next | below_one : ~below_next & below_one;
  endfunction
  function automatic logic [N-1:0] inputs_before(input logic [InWidth-1:0] next, one);
    logic [N-1:0] below_next, below_one;
    below_next = (N'(1) << next) - 1'b1;
    below_one  = (N'(1) << one) - 1'b1;
    inputs_before = one < next ? ~below_next | below_one : ~below_next & below_one;
  endfunction

  assign rst_n  = running_q && !reset_i;
  assign row    = req_i[input_a*NumOut +: NumOut];
  assign served = gnt[input_a*NumOut +: NumOut] != '0;
  for (genvar i = 0; i < N; i++) begin : gen_proposes
    assign proposes[i] = req_i[i*NumOut + output_a]
        && (req_i[i*NumOut +: NumOut] & outputs_before(input_next_q[i*OutWidth +: OutWidth], output_a)) == '0;
  end

  always_ff @(posedge clk_i) begin
    running_q     <= 1'b1;
    row_q         <= row;
    served_q      <= served;
    waited_q      <= rst_n ? waited_d : '0;
    unserved_q    <= rst_n ? unserved_d : '0;
    held_q        <= !rst_n || gnt[input_a*NumOut + output_a] || !row[output_a] ? '0 : held_q + (held_q != Most);
    for (int i = 0; i < N; i++) begin
      for (int o = 0; o < NumOut; o++) begin
        if (gnt[i*NumOut + o]) begin
          input_next_q[i*OutWidth +: OutWidth] <= OutWidth'((o + 1) % NumOut);
          output_next_q[o*InWidth +: InWidth]  <= InWidth'((i + 1) % N);
        end
      end
    end
    if (!rst_n) begin
      input_next_q  <= input_start;
      output_next_q <= output_start;
    end
  end

  assign waited   = served_q || row == row_q ? waited_q : '0;
  assign waited_d = gnt[input_a*NumOut + output_a] || !row[output_a] ? '0 : waited + 1'b1;

  assign unserved_d = served || row == '0 ? '0 : row == row_q ? unserved_q + 1'b1 : CountWidth'(1);

  // What input_a waits for, if it was not served; and who comes before it there, and before output_a.
  logic [CountWidth-1:0] inputs_ahead, outputs_ahead;
  logic [NumOut-1:0] ring;
  logic [N-1:0] rivals;
  always_comb begin
    rivals        = '0;
    inputs_ahead  = '0;
    outputs_ahead = '0;
    for (int o = 0; o < NumOut; o++) begin
      if (row_q[o] && (row_q & outputs_before(input_next_q[input_a*OutWidth +: OutWidth], OutWidth'(o))) == '0)
        rivals = inputs_before(output_next_q[o*InWidth +: InWidth], input_a);
    end
    ring = outputs_before(input_next_q[input_a*OutWidth +: OutWidth], output_a);
    for (int i = 0; i < N; i++) inputs_ahead = inputs_ahead + CountWidth'(rivals[i]);
    for (int o = 0; o < NumOut; o++) outputs_ahead = outputs_ahead + CountWidth'(ring[o]);
  end

  always @(posedge clk_i) begin
    assume (input_a < N && input_b < N && output_a < NumOut && output_b < NumOut);
    for (int i = 0; i < N; i++) assume (input_start[i*OutWidth +: OutWidth] < NumOut);
    for (int o = 0; o < NumOut; o++) assume (output_start[o*InWidth +: InWidth] < N);
    if (rst_n) begin
      assert ((gnt & ~req_i) == '0);
      assert ((gnt != '0) == (req_i != '0));
      if (input_a != input_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_b*NumOut + output_a]);
      if (output_a != output_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_a*NumOut + output_b]);
      assert (gnt[input_a*NumOut + output_a]
              == (proposes[input_a] && (proposes & inputs_before(output_next_q[output_a*InWidth +: InWidth], input_a)) == '0));
      assert (unserved_d < N);                                  // It is served,
      assert (waited_d < Most);                                 // and so at this output.
      // Invariants.
      if (unserved_q != '0) assert (row_q != '0 && unserved_q + inputs_ahead < N);
      if (waited_q != '0) assert (row_q[output_a] && waited_q + N * outputs_ahead + (served_q ? N - 1 : inputs_ahead) < Most);
      cover (gnt[input_a*NumOut + output_a] && gnt[input_b*NumOut + output_a ^ 1] && input_a != input_b);
      cover (unserved_q == N - 1);
      cover (waited_q == 2 * N - 1);
      cover (gnt == '0 && waited_q == '0 && input_next_q != input_start);
    end
  end
  for (genvar i = 0; i < N; i++) begin : gen_input_next
    logic [OutWidth-1:0] next;
    logic [NumOut-1:0] mask;
    assign next = input_next_q[i*OutWidth +: OutWidth];
    assign mask = input_mask[i*NumOut +: NumOut];
    always @(posedge clk_i)
      if (rst_n) assert (next < NumOut && (mask == NumOut'(~((1 << next) - 1)) || mask == '0 && next == '0));
  end
  for (genvar o = 0; o < NumOut; o++) begin : gen_output_next
    logic [InWidth-1:0] next;
    logic [N-1:0] mask;
    assign next = output_next_q[o*InWidth +: InWidth];
    assign mask = output_mask[o*N +: N];
    always @(posedge clk_i)
      if (rst_n) assert (next < N && (mask == N'(~((1 << next) - 1)) || mask == '0 && next == '0));
  end
  if (N > 2 && N < 6) begin : gen_bound
    always @(posedge clk_i) if (rst_n) begin
      cover (waited_q == Most - 1);
      cover (held_q == Most);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : sep_if_allocator_formal
