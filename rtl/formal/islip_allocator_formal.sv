/// Proof harness of islip_allocator with two passes, from any starts, reset at any time: grants are a matching of requests. They
/// keep all that a round-robin sep_of_allocator grants, whose pointers are those of the first pass: so what the second pass grants
/// moves none. There are two of them, or the matching is maximal: of two ports it always is. By induction.
///
/// Fairness: an output whose requests do not change serves each of them within N * N cycles.
module islip_allocator_formal #(
  parameter int N = 4
) (
  input logic           clk_i,
  input logic           reset_i,
  input logic [N*N-1:0] req_i
);
  localparam int W = $clog2(N);
  localparam int CountWidth = $clog2(N * N + 1) + 1;

  (* anyconst *) logic [N*W-1:0] input_start, output_start;
  (* anyconst *) logic [W-1:0] a, b, other;             // Any input, any output, another of either.
  (* hierconn *) logic [N*N-1:0] \dut.first_output , \dut.first_input ;
  (* hierconn *) logic [N-1:0] \first.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_input[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \first.gen_output[3].i_arbiter.gen_round_robin.i_arbiter.mask ;
  logic [4*N-1:0] input_masks, output_masks;            // Of the first pass; those of ports that are not there, nothing.
  logic [N*N-1:0] gnt, first_gnt, first_output, first_input;
  logic [N-1:0] row_taken, column_taken;
  logic [N-1:0] column, column_q;                       // [input]: it requests output b; it did.
  logic [CountWidth-1:0] waited_d, waited_q, potential, granted;
  logic served, rst_n, running_q = 1'b0;

  islip_allocator #(.NumPorts(N), .Iterations(2)) dut (
    .clk_i, .rst_ni(rst_n), .input_start_i(input_start), .output_start_i(output_start), .req_i, .gnt_o(gnt)
  );
  sep_of_allocator #(.NumPorts(N)) first (
    .clk_i, .rst_ni(rst_n), .input_start_i(input_start), .output_start_i(output_start), .req_i, .gnt_o(first_gnt)
  );
  assign first_output = \dut.first_output ;
  assign first_input  = \dut.first_input ;
  assign input_masks  = {\first.gen_input[3].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask };
  assign output_masks = {\first.gen_output[3].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \first.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask };

  // Those that come before `who` where those of `mask` have priority.
  function automatic logic [N-1:0] before(input logic [N-1:0] mask, input logic [W-1:0] who);
    logic [N-1:0] below_who;
    below_who = (N'(1) << who) - 1'b1;
    before = (mask & (N'(1) << who)) != '0 ? mask & below_who : mask | below_who;
  endfunction

  assign rst_n = running_q && !reset_i;
  always_comb begin
    row_taken    = '0;
    column_taken = '0;
    granted      = '0;
    for (int i = 0; i < N; i++) begin
      column[i] = req_i[i*N + b];
      for (int o = 0; o < N; o++) begin
        row_taken[i]    = row_taken[i] | gnt[i*N + o];
        column_taken[o] = column_taken[o] | gnt[i*N + o];
        granted         = granted + CountWidth'(gnt[i*N + o]);
      end
    end
  end

  // Each cycle in which (a, b) is not served, b gets nearer to a in its own order, or nearer to the front of the input that it
  // offers itself to.
  logic [N-1:0] ahead, turn;
  always_comb begin
    ahead     = before(first_input[b*N +: N], a);
    turn      = '0;
    potential = '0;
    for (int i = 0; i < N; i++) begin
      if (column_q[i] && (column_q & before(first_input[b*N +: N], W'(i))) == '0)
        turn = before(first_output[i*N +: N], b);
    end
    for (int i = 0; i < N; i++)
      potential = potential + (ahead[i] ? CountWidth'(N) : '0) + CountWidth'(turn[i]);
  end
  assign served = gnt[a*N + b];
  column_wait #(.N(N), .CountWidth(CountWidth)) i_wait (
    .clk_i, .rst_ni(rst_n), .who_i(a), .column_i(column), .served_i(served), .column_o(column_q), .waited_o(waited_q),
    .waited_d_o(waited_d)
  );

  always_ff @(posedge clk_i) running_q <= 1'b1;

  always @(posedge clk_i) begin
    assume (a < N && b < N && other < N);
    for (int p = 0; p < N; p++) assume (input_start[p*W +: W] < N && output_start[p*W +: W] < N);
    if (rst_n) begin
      assert ((gnt & ~req_i) == '0);
      assert ((first_gnt & ~gnt) == '0);
      if (other != a) assert (!served || !gnt[other*N + b]);
      if (other != b) assert (!served || !gnt[a*N + other]);
      if (req_i[a*N + b]) assert (row_taken[a] || column_taken[b] || N > 2 && granted >= 2);
      assert (waited_d < N * N);                        // Served.
      // Invariants.
      assert (first_output == input_masks[N*N-1:0] && first_input == output_masks[N*N-1:0]);
      if (waited_q != '0) assert (column_q[a] && waited_q + potential < N * N);
      cover (served && first_gnt != gnt && !first_gnt[a*N + b]);
      cover (waited_q == N - 1 && served);
    end
  end
  if (N > 2) begin : gen_not_maximal
    always @(posedge clk_i) if (rst_n) cover (req_i[a*N + b] && !row_taken[a] && !column_taken[b]);
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : islip_allocator_formal
