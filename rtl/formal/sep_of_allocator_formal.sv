/// Proof harness of sep_of_allocator, from any starts, reset at any time, with round-robin arbiters where N is a multiple of 3,
/// matrix arbiters where it is one more, and fixed ones where it is two more: grants are a matching of requests, and there is one
/// if there is a request. An output offers itself to the first input that requests it, and an input takes the first offer, each in
/// the order of its arbiter by the definition, which moves with a grant only, in idle cycles never. By induction.
///
/// Fairness, but with fixed arbiters: an output whose requests do not change serves each of them within N * N cycles.
module sep_of_allocator_formal #(
  parameter int N = 4
) (
  input logic           clk_i,
  input logic           reset_i,
  input logic [N*N-1:0] req_i
);
  localparam int Arbiters = N % 3;
  localparam int W = $clog2(N);
  localparam int CountWidth = $clog2(N * N + 1) + 1;

  (* anyconst *) logic [N*W-1:0] input_start, output_start;
  (* anyconst *) logic [W-1:0] a, b, other;             // Any input, any output, another of either.
  (* hierconn *) logic [N-1:0] \dut.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N-1:0] \dut.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_input[0].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_input[1].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_input[2].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_input[3].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_output[0].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_output[1].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_output[2].i_arbiter.gen_matrix.i_arbiter.order ;
  (* hierconn *) logic [N*N-1:0] \dut.gen_output[3].i_arbiter.gen_matrix.i_arbiter.order ;
  logic [N*N-1:0] gnt;
  logic [N*N*N-1:0] at_input_q, at_output_q;            // [arbiter][who]: those that come before it, by the definition.
  logic [N*N*N-1:0] in_dut_at_input, in_dut_at_output;
  logic [N-1:0] offers;                                 // [output]: to input a.
  logic [N-1:0] column, column_q;                       // [input]: it requests output b; it did.
  logic [CountWidth-1:0] waited_d, waited_q, potential;
  logic served, rst_n, running_q = 1'b0;

  sep_of_allocator #(.NumPorts(N), .Arbiters(Arbiters)) dut (
    .clk_i, .rst_ni(rst_n), .input_start_i(input_start), .output_start_i(output_start), .req_i, .gnt_o(gnt)
  );

  // Those that come before `who` in the ring that begins at `first`.
  function automatic logic [N-1:0] ring(input logic [W-1:0] first, who);
    logic [N-1:0] below_first, below_who;
    below_first = (N'(1) << first) - 1'b1;
    below_who   = (N'(1) << who) - 1'b1;
    ring = who < first ? ~below_first | below_who : ~below_first & below_who;
  endfunction
  function automatic logic [N-1:0] at_first(input logic [W-1:0] start, who);
    at_first = ring(Arbiters == net_pkg::Fixed ? '0 : start, who);
  endfunction
  // And after `last` was granted, one-hot.
  function automatic logic [N-1:0] after(input logic [N-1:0] before, last, input logic [W-1:0] who);
    after = before;
    for (int w = 0; w < N; w++) begin
      if (last[w] && Arbiters == net_pkg::RoundRobin) after = ring(W'((w + 1) % N), who);
      if (last[w] && Arbiters == net_pkg::Matrix)     after = who == w ? ~(N'(1) << who) : before & ~last;
    end
  endfunction
  // What round-robin arbiters hold, as an order.
  function automatic logic [N-1:0] of_mask(input logic [N-1:0] mask, input logic [W-1:0] who);
    logic [N-1:0] below_who;
    below_who = (N'(1) << who) - 1'b1;
    of_mask = (mask & (N'(1) << who)) != '0 ? mask & below_who : mask | below_who;
  endfunction

  assign rst_n = running_q && !reset_i;
  for (genvar p = 0; p < N; p++) begin : gen_port
    assign column[p] = req_i[p*N + b];
    logic [N-1:0] requests, input_last, output_last;
    for (genvar i = 0; i < N; i++) begin : gen_requests
      assign requests[i]    = req_i[i*N + p];
      assign output_last[i] = gnt[i*N + p];
    end
    assign input_last = gnt[p*N +: N];
    assign offers[p]  = requests[a] && (requests & at_output_q[(p*N + a)*N +: N]) == '0;
    for (genvar w = 0; w < N; w++) begin : gen_who
      always_ff @(posedge clk_i) begin
        at_input_q[(p*N + w)*N +: N]  <= rst_n ? after(at_input_q[(p*N + w)*N +: N], input_last, W'(w))
                                       : at_first(input_start[p*W +: W], W'(w));
        at_output_q[(p*N + w)*N +: N] <= rst_n ? after(at_output_q[(p*N + w)*N +: N], output_last, W'(w))
                                       : at_first(output_start[p*W +: W], W'(w));
      end
    end
  end

  // What the arbiters hold, in their own ways; of kinds that are not there, nothing.
  logic [3*N-1:0] input_masks, output_masks;
  logic [4*N*N-1:0] input_orders, output_orders;
  assign input_masks  = {\dut.gen_input[2].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \dut.gen_input[1].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \dut.gen_input[0].i_arbiter.gen_round_robin.i_arbiter.mask };
  assign output_masks = {\dut.gen_output[2].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \dut.gen_output[1].i_arbiter.gen_round_robin.i_arbiter.mask ,
                         \dut.gen_output[0].i_arbiter.gen_round_robin.i_arbiter.mask };
  assign input_orders  = {\dut.gen_input[3].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_input[2].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_input[1].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_input[0].i_arbiter.gen_matrix.i_arbiter.order };
  assign output_orders = {\dut.gen_output[3].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_output[2].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_output[1].i_arbiter.gen_matrix.i_arbiter.order ,
                          \dut.gen_output[0].i_arbiter.gen_matrix.i_arbiter.order };
  for (genvar k = 0; k < N * N; k++) begin : gen_held       // k: arbiter * N + who.
    localparam int P = k / N;
    if (Arbiters == net_pkg::RoundRobin) begin : gen_round_robin
      assign in_dut_at_input[k*N +: N]  = of_mask(input_masks[P*N +: N], W'(k % N));
      assign in_dut_at_output[k*N +: N] = of_mask(output_masks[P*N +: N], W'(k % N));
    end else if (Arbiters == net_pkg::Matrix) begin : gen_matrix
      assign in_dut_at_input[k*N +: N]  = input_orders[k*N +: N];
      assign in_dut_at_output[k*N +: N] = output_orders[k*N +: N];
    end else begin : gen_fixed
      assign in_dut_at_input[k*N +: N]  = (N'(1) << k % N) - 1'b1;
      assign in_dut_at_output[k*N +: N] = (N'(1) << k % N) - 1'b1;
    end
  end

  // Each cycle in which (a, b) is not served, b gets nearer to a in its own order, or nearer to the front of the input that it
  // offers itself to.
  always_comb begin
    potential = '0;
    for (int i = 0; i < N; i++) begin
      potential = potential + (at_output_q[(b*N + a)*N + i] ? CountWidth'(N) : '0);
      if (column_q[i] && (column_q & at_output_q[(b*N + i)*N +: N]) == '0)
        for (int o = 0; o < N; o++) potential = potential + CountWidth'(at_input_q[(i*N + b)*N + o]);
    end
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
      assert ((gnt != '0) == (req_i != '0));
      if (other != a) assert (!served || !gnt[other*N + b]);
      if (other != b) assert (!served || !gnt[a*N + other]);
      assert (served == (offers[b] && (offers & at_input_q[(a*N + b)*N +: N]) == '0));
      // Invariants.
      assert (in_dut_at_input == at_input_q && in_dut_at_output == at_output_q);
      cover (served && offers != (N'(1) << b));
      cover (offers != '0 && !offers[b] && column[a]);
    end
  end
  if (Arbiters != net_pkg::Fixed) begin : gen_fairness
    always @(posedge clk_i) if (rst_n) begin
      assert (waited_d < N * N);                        // Served.
      // Invariant.
      if (waited_q != '0) assert (column_q[a] && waited_q + potential < N * N);
      cover (waited_q == N && served);
    end
  end else begin : gen_starvation
    always @(posedge clk_i) if (rst_n) cover (waited_q == N * N);
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : sep_of_allocator_formal
