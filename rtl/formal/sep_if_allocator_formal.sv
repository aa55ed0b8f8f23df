/// Proof harness of sep_if_allocator, from any starts, reset at any time: grants are a matching of requests, and there is
/// one if there is a request. In the first cycle, an input that is alone gets the first output from its start on that it
/// wants, and an output that alone is wanted grants the first input from its start on. By induction. N inputs, N + 1
/// outputs.
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

  (* anyconst *) logic [N*OutWidth-1:0] input_start;
  (* anyconst *) logic [NumOut*InWidth-1:0] output_start;
  (* anyconst *) logic [InWidth-1:0] input_a, input_b;          // Any two inputs.
  (* anyconst *) logic [OutWidth-1:0] output_a, output_b;       // Any two outputs.
  logic [N*NumOut-1:0] gnt, in_row, in_column;
  logic [NumOut-1:0] row, below_output_a, below_output_start, outputs_before;
  logic [N-1:0] column, below_input_a, below_input_start, inputs_before;
  logic [OutWidth-1:0] first_output;                            // That input_a prefers in the first cycle.
  logic [InWidth-1:0] first_input;                              // That output_a prefers.
  logic rst_n, running_q = 1'b0, fresh_q = 1'b0;

  sep_if_allocator #(.NumIn(N), .NumOut(NumOut)) dut (
    .clk_i, .rst_ni(rst_n), .input_start_i(input_start), .output_start_i(output_start), .req_i, .gnt_o(gnt)
  );

  assign rst_n = running_q && !reset_i;
  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    fresh_q   <= !rst_n;
  end

  always_comb begin
    in_row    = '0;
    in_column = '0;
    for (int i = 0; i < N; i++) begin
      for (int o = 0; o < NumOut; o++) begin
        in_row[i*NumOut + o]    = i == input_a;
        in_column[i*NumOut + o] = o == output_a;
      end
      column[i] = req_i[i*NumOut + output_a];
    end
  end
  assign row                = req_i[input_a*NumOut +: NumOut];
  assign first_output       = input_start[input_a*OutWidth +: OutWidth];
  assign first_input        = output_start[output_a*InWidth +: InWidth];
  assign below_output_a     = (NumOut'(1) << output_a) - 1'b1;
  assign below_output_start = (NumOut'(1) << first_output) - 1'b1;
  assign below_input_a      = (N'(1) << input_a) - 1'b1;
  assign below_input_start  = (N'(1) << first_input) - 1'b1;
  assign outputs_before = output_a < first_output ? ~below_output_start | below_output_a
                        : ~below_output_start & below_output_a;
  assign inputs_before  = input_a < first_input ? ~below_input_start | below_input_a
                        : ~below_input_start & below_input_a;

  always @(posedge clk_i) begin
    assume (input_a < N && input_b < N && output_a < NumOut && output_b < NumOut);
    for (int i = 0; i < N; i++) assume (input_start[i*OutWidth +: OutWidth] < NumOut);
    for (int o = 0; o < NumOut; o++) assume (output_start[o*InWidth +: InWidth] < N);
    if (rst_n) begin
      assert ((gnt & ~req_i) == '0);
      assert ((gnt != '0) == (req_i != '0));
      if (input_a != input_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_b*NumOut + output_a]);
      if (output_a != output_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_a*NumOut + output_b]);
      if (fresh_q && (req_i & ~in_row) == '0)
        assert (gnt[input_a*NumOut + output_a] == (row[output_a] && (row & outputs_before) == '0));
      if (fresh_q && (req_i & ~in_column) == '0)
        assert (gnt[input_a*NumOut + output_a] == (column[input_a] && (column & inputs_before) == '0));
      cover (gnt[input_a*NumOut + output_a] && gnt[input_b*NumOut + output_b] && input_a != input_b);
      cover (row != '0 && gnt[input_a*NumOut +: NumOut] == '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : sep_if_allocator_formal
