/// Proof harness of wavefront_allocator, from any start, reset at any time: grants are a maximal matching of requests; the
/// first diagonal, which is the start and then moves on with every grant and at no other time, gets all that it asks for; and a request that is
/// held is served within NumPorts cycles that grant something. By induction.
module wavefront_allocator_formal #(
  parameter int N = 4
) (
  input logic           clk_i,
  input logic           reset_i,
  input logic [N*N-1:0] req_i
);
  localparam int CountWidth = $clog2(N + 1) + 1;

  (* anyconst *) logic [$clog2(N)-1:0] input_a, input_b;        // Any two inputs.
  (* anyconst *) logic [$clog2(N)-1:0] output_a, output_b;      // Any two outputs.
  (* anyconst *) logic [$clog2(N)-1:0] start;
  (* hierconn *) logic [$clog2(N)-1:0] \dut.first ;
  logic [N*N-1:0] gnt;
  logic [N-1:0] input_taken, output_taken;
  logic [CountWidth-1:0] diagonal, ahead;                       // Diagonals before that of (input_a, output_a).
  logic [CountWidth-1:0] waited_d, waited_q = '0;
  logic requested, granted;
  logic [$clog2(N)-1:0] first_q = '0;                           // The first diagonal, by the definition.
  logic rst_n, running_q = 1'b0;

  wavefront_allocator #(.NumPorts(N)) dut (.clk_i, .rst_ni(rst_n), .start_i(start), .req_i, .gnt_o(gnt));

  assign rst_n     = running_q && !reset_i;
  assign requested = req_i[input_a*N + output_a];
  assign granted   = gnt[input_a*N + output_a];
  assign diagonal  = (CountWidth'(input_a) + CountWidth'(output_a) >= CountWidth'(N))
                   ? CountWidth'(input_a) + CountWidth'(output_a) - CountWidth'(N)
                   : CountWidth'(input_a) + CountWidth'(output_a);
  assign ahead     = (diagonal >= CountWidth'(first_q)) ? diagonal - CountWidth'(first_q)
                   : diagonal + CountWidth'(N) - CountWidth'(first_q);
  assign waited_d  = (!requested || granted) ? '0 : waited_q + CountWidth'(gnt != '0);
  always_comb begin
    input_taken  = '0;
    output_taken = '0;
    for (int i = 0; i < N; i++) begin
      for (int o = 0; o < N; o++) begin
        input_taken[i]  = input_taken[i] | gnt[i*N + o];
        output_taken[o] = output_taken[o] | gnt[i*N + o];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waited_q  <= rst_n ? waited_d : '0;
    if (!rst_n)         first_q <= start;
    else if (gnt != '0) first_q <= first_q == N - 1 ? '0 : first_q + 1'b1;
  end

  always @(posedge clk_i) begin
    assume (input_a < N && input_b < N && output_a < N && output_b < N && start < N);
    if (rst_n) begin
      assert ((gnt & ~req_i) == '0);
      if (input_a != input_b) assert (!gnt[input_a*N + output_a] || !gnt[input_b*N + output_a]);
      if (output_a != output_b) assert (!gnt[input_a*N + output_a] || !gnt[input_a*N + output_b]);
      if (requested) assert (input_taken[input_a] || output_taken[output_a]);     // Maximal.
      if (ahead == '0) assert (granted == requested);
      assert (waited_d < N);                                                      // Served.
      // Invariants.
      assert (waited_q + ahead < N);
      assert (first_q == \dut.first && first_q < N);
      cover (granted && waited_q == N - 1);
      cover (input_taken == '1 && output_taken == '1);
      cover (granted && ahead == CountWidth'(N - 1));                             // Alone in the last wave.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : wavefront_allocator_formal
