`include "block_sizes.svh"

/// compare_exchange in every size of `Sizes`, side by side; see arbiter_bank.
module compare_bank #(
  parameter logic [63:0] Sizes = '1,         ///< Bit n - 1: there is an instance with keys of n bits.
  parameter int Largest = `LARGEST_COMPARE,
  parameter int Width = Largest + `COMPARE_DATA_WIDTH
) (
  input  logic [Width-1:0] own_i [65],       ///< [size]
  input  logic [Width-1:0] other_i [65],
  input  logic [64:0]      keep_smaller_i,
  output logic [64:0]      takes_o,
  output logic [Width-1:0] record_o [65]
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 1 && n <= Largest && Sizes[n-1]) begin : gen_unit
      localparam int W = n + `COMPARE_DATA_WIDTH;
      logic [W-1:0] record;

      compare_exchange #(.KeyWidth(n), .DataWidth(`COMPARE_DATA_WIDTH)) i_unit (
        .own_i(own_i[n][W-1:0]), .other_i(other_i[n][W-1:0]), .keep_smaller_i(keep_smaller_i[n]),
        .takes_o(takes_o[n]), .record_o(record)
      );
      assign record_o[n] = Width'(record);
    end else begin : gen_nothing
      assign takes_o[n]  = '0;
      assign record_o[n] = '0;
    end
  end
endmodule : compare_bank
