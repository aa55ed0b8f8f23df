/// Every allocator in every size of `Sizes`, side by side; see arbiter_bank.
/// Kind 0: sep_if_allocator, as many inputs as outputs; 1: wavefront_allocator.
module allocator_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there are instances of size n.
) (
  input  logic [64:0] clk_i  [2],            ///< [kind][size]
  input  logic [64:0] rst_ni [2],
  input  logic [63:0] req_i  [2][65][64],    ///< [kind][size][input]: by output.
  output logic [63:0] gnt_o  [2][65][64]
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && Sizes[n-1]) begin : gen_allocators
      logic [n*n-1:0] req [2];
      logic [n*n-1:0] gnt [2];

      sep_if_allocator #(.NumIn(n), .NumOut(n)) i_separable (
        .clk_i(clk_i[0][n]), .rst_ni(rst_ni[0][n]), .req_i(req[0]), .gnt_o(gnt[0])
      );
      wavefront_allocator #(.NumPorts(n)) i_wavefront (
        .clk_i(clk_i[1][n]), .rst_ni(rst_ni[1][n]), .req_i(req[1]), .gnt_o(gnt[1])
      );
      for (genvar k = 0; k < 2; k++) begin : gen_kind
        always_comb begin
          for (int i = 0; i < n; i++) req[k][i*n +: n] = req_i[k][n][i][n-1:0];
        end
        always_comb begin
          for (int i = 0; i < 64; i++) gnt_o[k][n][i] = i < n ? 64'(gnt[k][i%n*n +: n]) : '0;
        end
      end
    end else begin : gen_nothing
      always_comb begin
        for (int i = 0; i < 64; i++) begin
          gnt_o[0][n][i] = '0;
          gnt_o[1][n][i] = '0;
        end
      end
    end
  end
endmodule : allocator_bank
