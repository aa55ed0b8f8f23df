`include "block_sizes.svh"

/// node_buffers for every size of `Sizes` that they have, side by side; see arbiter_bank.
module buffers_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there is an instance of size n.
) (
  input  logic [64:0] clk_i, rst_ni,         ///< [size]
  input  logic [64:0][11:0] start_i,
  input  logic [64:0][7:0] here_i,
  input  logic [64:0] colour_i,
  input  logic [64:0][3:0] push_i,
  input  logic [64:0][11:0] vc_i,
  input  logic [64:0][63:0] packet_i,
  input  logic [64:0][23:0] withheld_i,
  output logic [64:0][3:0] send_o,
  output logic [64:0][11:0] vc_o,
  output logic [64:0][63:0] packet_o,
  output logic [64:0][23:0] withheld_o
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && n <= `LARGEST_BUFFERS && Sizes[n-1]) begin : gen_buffers
      localparam int Banks = `BANKS_OF_BUFFERS(n);
      logic [Banks*12-1:0] withheld;

      node_buffers #(.Banks(Banks), .Capacity(n), .CoordWidth(`COORD_WIDTH), .DataWidth(`DATA_WIDTH)) i_buffers (
        .clk_i(clk_i[n]), .rst_ni(rst_ni[n]), .start_i(start_i[n][Banks == 1 ? 3 : 11:0]), .here_i(here_i[n]),
        .colour_i(colour_i[n]), .push_i(push_i[n]), .vc_i(vc_i[n]), .packet_i(packet_i[n]), .withheld_i(withheld_i[n][Banks*12-1:0]), .send_o(send_o[n]),
        .vc_o(vc_o[n]), .packet_o(packet_o[n]), .withheld_o(withheld)
      );
      assign withheld_o[n] = 24'(withheld);
    end else begin : gen_nothing
      assign send_o[n]     = '0;
      assign vc_o[n]     = '0;
      assign packet_o[n]   = '0;
      assign withheld_o[n] = '0;
    end
  end
endmodule : buffers_bank
