/// Proof harness of sep_if_allocator: grants are a matching of requests, and there is one if there is a request.
/// By induction. N inputs, N + 1 outputs.
module sep_if_allocator_formal #(
  parameter int N = 4
) (
  input logic               clk_i,
  input logic [N*(N+1)-1:0] req_i
);
  localparam int NumOut = N + 1;

  (* anyconst *) logic [$clog2(N)-1:0] input_a, input_b;        // Any two inputs.
  (* anyconst *) logic [$clog2(NumOut)-1:0] output_a, output_b; // Any two outputs.
  logic [N*NumOut-1:0] gnt;
  logic rst_n = 1'b0;

  sep_if_allocator #(.NumIn(N), .NumOut(NumOut)) dut (.clk_i, .rst_ni(rst_n), .req_i, .gnt_o(gnt));

  always_ff @(posedge clk_i) rst_n <= 1'b1;

  always @(posedge clk_i) begin
    assume (input_a < N && input_b < N && output_a < NumOut && output_b < NumOut);
    if (rst_n) begin
      assert ((gnt & ~req_i) == '0);
      assert ((gnt != '0) == (req_i != '0));
      if (input_a != input_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_b*NumOut + output_a]);
      if (output_a != output_b) assert (!gnt[input_a*NumOut + output_a] || !gnt[input_a*NumOut + output_b]);
    end
  end
endmodule : sep_if_allocator_formal
