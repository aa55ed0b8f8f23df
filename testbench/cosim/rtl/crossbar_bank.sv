`include "block_sizes.svh"

/// mux_crossbar in every size of `Sizes`, side by side; see arbiter_bank.
module crossbar_bank #(
  parameter logic [63:0] Sizes = '1,         ///< Bit n - 1: there is an instance of n inputs and n outputs.
  parameter int Width = `CROSSBAR_WIDTH             ///< Bits of a word.
) (
  input  logic [Width-1:0] data_i [65][64],  ///< [size][input]
  input  logic [63:0]      sel_i  [65][64],  ///< [size][output]: by input.
  output logic [Width-1:0] data_o [65][64]
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 1 && Sizes[n-1]) begin : gen_crossbar
      logic [n*Width-1:0] in, out;
      logic [n*n-1:0] sel;

      always_comb begin
        for (int p = 0; p < n; p++) begin
          in[p*Width +: Width] = data_i[n][p];
          sel[p*n +: n]        = sel_i[n][p][n-1:0];
        end
      end
      mux_crossbar #(.NumIn(n), .NumOut(n), .Width(Width)) i_crossbar (
        .data_i(in), .sel_i(sel), .data_o(out)
      );
      always_comb begin
        for (int p = 0; p < 64; p++) data_o[n][p] = p < n ? out[p%n*Width +: Width] : '0;
      end
    end else begin : gen_nothing
      always_comb begin
        for (int p = 0; p < 64; p++) data_o[n][p] = '0;
      end
    end
  end
endmodule : crossbar_bank
