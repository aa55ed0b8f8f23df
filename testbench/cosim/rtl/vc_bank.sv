`include "block_sizes.svh"

/// flit_fifo and credit_counter in every depth of `Sizes`, side by side; see arbiter_bank.
module vc_bank #(
  parameter logic [63:0] Sizes = '1,           ///< Bit n - 1: there are instances of depth n.
  parameter int Width = `FIFO_WIDTH               ///< Bits of a flit.
) (
  input  logic [64:0] fifo_clk_i, fifo_rst_ni, ///< [depth]
  input  logic [64:0] push_i, pop_i,
  output logic [64:0] front_valid_o, next_valid_o,
  input  logic [64:0][Width-1:0] data_i,
  output logic [64:0][Width-1:0] front_o, next_o,
  output logic [64:0][31:0] fifo_count_o,

  input  logic [64:0] credit_clk_i, credit_rst_ni,
  input  logic [64:0] incr_i, decr_i,
  output logic [64:0][31:0] credit_count_o, credit_next_o
);
  for (genvar n = 0; n <= 64; n++) begin : gen_depth
    if (n >= 1 && Sizes[n-1]) begin : gen_vc
      logic [$clog2(n+1)-1:0] stored, credits, next_credits;

      flit_fifo #(.Width(Width), .Depth(n)) i_fifo (
        .clk_i(fifo_clk_i[n]), .rst_ni(fifo_rst_ni[n]),
        .push_i(push_i[n]), .data_i(data_i[n]), .pop_i(pop_i[n]),
        .front_o(front_o[n]), .front_valid_o(front_valid_o[n]),
        .next_o(next_o[n]), .next_valid_o(next_valid_o[n]), .count_o(stored)
      );
      credit_counter #(.Depth(n)) i_credits (
        .clk_i(credit_clk_i[n]), .rst_ni(credit_rst_ni[n]),
        .incr_i(incr_i[n]), .decr_i(decr_i[n]), .count_o(credits), .next_o(next_credits)
      );
      assign fifo_count_o[n]   = 32'(stored);
      assign credit_count_o[n] = 32'(credits);
      assign credit_next_o[n]  = 32'(next_credits);
    end else begin : gen_nothing
      assign front_o[n]        = '0;
      assign front_valid_o[n]  = '0;
      assign next_o[n]         = '0;
      assign next_valid_o[n]   = '0;
      assign fifo_count_o[n]   = '0;
      assign credit_count_o[n] = '0;
      assign credit_next_o[n]  = '0;
    end
  end
endmodule : vc_bank
