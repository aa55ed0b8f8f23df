`include "net_assert.svh"

/// Crossbar of AND-OR multiplexers, combinational. Model: hw/alloc/crossbar.h.
/// Each output carries the word of the input that its select names, or zero if it names none.
module mux_crossbar #(
  parameter int NumIn = 4,                         ///< Inputs, >= 1.
  parameter int NumOut = 4,                        ///< Outputs, >= 1.
  parameter int Width = 8                          ///< Bits of a word.
) (
  input  logic [NumIn*Width-1:0]  data_i,          ///< Word of input i from bit i * Width on.
  input  logic [NumOut*NumIn-1:0] sel_i,           ///< Bit output * NumIn + input; one-hot or zero per output.
  output logic [NumOut*Width-1:0] data_o
);
  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    logic [NumIn-1:0] select;
    logic [Width-1:0] word;

    assign select = sel_i[o*NumIn +: NumIn];
    assign data_o[o*Width +: Width] = word;
    always_comb begin
      word = '0;
      for (int i = 0; i < NumIn; i++) word = word | data_i[i*Width +: Width] & {Width{select[i]}};
    end

    `SY_ASSERT_COMB(SelectIsOneHot, (select & (select - 1'b1)) == '0)
  end
endmodule : mux_crossbar
