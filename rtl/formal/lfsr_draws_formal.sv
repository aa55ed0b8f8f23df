/// Proof harness of lfsr_draws, of N draws. By induction.
///
/// The numbers are those of the register by its definition, shifted bit by bit; each is below its bound; and the register
/// never is zero, from any seed but that.
module lfsr_draws_formal #(
  parameter int N = 2,                                  // Draws.
  localparam int DrawWidth = $clog2(N + 1)
) (
  input logic                 clk_i,
  input logic [DrawWidth-1:0] draws_i
);
  localparam int MaxBound = 3;
  localparam int RowWidth = (MaxBound + 1) * 2;
  localparam logic [23:0] Taps = 24'he10000;            // Bits 23, 22, 21 and 16.

  (* anyconst *) logic [23:0] seed;
  (* hierconn *) logic [23:0] \dut.state_q ;
  logic [N*RowWidth-1:0] numbers;
  logic [23:0] shifted_q, shifted, next;                // By the definition; `next`: after the draws of this cycle.
  logic [15:0] drawn;
  logic wrong, rst_n = 1'b0;

  lfsr_draws #(.Draws(N), .MaxBound(MaxBound)) dut (
    .clk_i, .rst_ni(rst_n), .seed_i(seed), .draws_i, .numbers_o(numbers)
  );

  always_comb begin
    shifted = shifted_q;
    next    = shifted_q;
    drawn   = '0;
    wrong   = 1'b0;
    for (int d = 0; d < N; d++) begin
      for (int b = 0; b < 16; b++) begin
        drawn   = {drawn[14:0], shifted[0]};
        shifted = (shifted >> 1) ^ (shifted[0] ? Taps : 24'd0);
      end
      for (int n = 0; n <= MaxBound; n++) begin
        if (numbers[d*RowWidth + n*2 +: 2] != 2'((32'(drawn) * n) >> 16)) wrong = 1'b1;
        if (n > 1 && numbers[d*RowWidth + n*2 +: 2] >= n) wrong = 1'b1;
      end
      if (DrawWidth'(d + 1) == draws_i) next = shifted;
    end
  end

  always_ff @(posedge clk_i) begin
    rst_n     <= 1'b1;
    shifted_q <= rst_n ? next : seed;
  end

  always @(posedge clk_i) begin
    assume (seed != '0 && draws_i <= N);
    if (rst_n) begin
      assert (!wrong);
      assert (shifted_q != '0);
      // Invariants.
      assert ((\dut.state_q ^ seed) == shifted_q);
      cover (draws_i == N && numbers[2*2 +: 2] == 2'd1 && numbers[RowWidth + 3*2 +: 2] == 2'd2);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : lfsr_draws_formal
