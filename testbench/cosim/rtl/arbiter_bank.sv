/// Every arbiter in every size of `Sizes`, side by side: one Verilated model instead of one per size.
/// Each instance has a clock and a reset of its own. Kind 0: rr_arbiter, 1: matrix_arbiter.
module arbiter_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there are instances of size n.
) (
  input  logic [64:0] clk_i    [2],          ///< [kind][size]
  input  logic [64:0] rst_ni   [2],
  input  logic [5:0]  start_i  [2][65],
  input  logic [63:0] req_i    [2][65],
  output logic [63:0] gnt_o    [2][65],
  input  logic        accept_i [2][65]
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && Sizes[n-1]) begin : gen_arbiters
      logic [n-1:0] gnt [2];

      rr_arbiter #(.NumReq(n)) i_rr (
        .clk_i(clk_i[0][n]), .rst_ni(rst_ni[0][n]), .start_i(start_i[0][n][$clog2(n)-1:0]),
        .req_i(req_i[0][n][n-1:0]), .gnt_o(gnt[0]), .accept_i(accept_i[0][n])
      );
      matrix_arbiter #(.NumReq(n)) i_matrix (
        .clk_i(clk_i[1][n]), .rst_ni(rst_ni[1][n]), .start_i(start_i[1][n][$clog2(n)-1:0]),
        .req_i(req_i[1][n][n-1:0]), .gnt_o(gnt[1]), .accept_i(accept_i[1][n])
      );
      assign gnt_o[0][n] = 64'(gnt[0]);
      assign gnt_o[1][n] = 64'(gnt[1]);
    end else begin : gen_nothing
      assign gnt_o[0][n] = '0;
      assign gnt_o[1][n] = '0;
    end
  end
endmodule : arbiter_bank
