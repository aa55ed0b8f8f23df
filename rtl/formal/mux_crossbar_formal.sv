/// Proof harness of mux_crossbar: an output carries the selected word and nothing else. It has no state, so one
/// step is the whole proof. N inputs, N + 1 outputs.
module mux_crossbar_formal #(
  parameter int N = 4
) (
  input logic [N*8-1:0]     data_i,
  input logic [(N+1)*N-1:0] sel_i
);
  (* anyconst *) logic [$clog2(N)-1:0] in;              // Any one input.
  (* anyconst *) logic [$clog2(N+1)-1:0] out;           // Any one output.
  logic [(N+1)*8-1:0] data;
  logic [N-1:0] select;

  mux_crossbar #(.NumIn(N), .NumOut(N + 1), .Width(8)) dut (.data_i, .sel_i, .data_o(data));

  assign select = sel_i[out*N +: N];

  for (genvar o = 0; o <= N; o++) begin : gen_output
    always @(*) assume ((sel_i[o*N +: N] & (sel_i[o*N +: N] - 1'b1)) == '0);
  end
  always @(*) begin
    assume (in < N && out <= N);
    if (select[in]) assert (data[out*8 +: 8] == data_i[in*8 +: 8]);
    if (select == '0) assert (data[out*8 +: 8] == '0);
    cover (sel_i == {(N+1){N'(1) << in}});              // One input for all outputs.
  end
endmodule : mux_crossbar_formal
