`include "block_sizes.svh"

/// tag_switch for every size of `Sizes` that it has, side by side; see arbiter_bank.
module tag_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there is an instance of size n.
) (
  input  logic [64:0] clk_i, rst_ni,         ///< [size]
  input  logic [64:0][1:0] digit_i,
  input  logic [64:0] drops_i,
  input  logic [64:0] answers_i,
  input  logic [64:0][23:0] start_i,
  input  logic [64:0][7:0] offered_i,
  input  logic [64:0][7:0] header_i,
  input  logic [64:0][7:0] tail_i,
  input  logic [64:0][47:0] tag_i,
  input  logic [64:0][63:0] data_i,
  input  logic [64:0][7:0] room_i,
  input  logic [64:0][7:0] faulty_i,
  input  logic [64:0][7:0] answered_i,
  input  logic [64:0][7:0] refused_i,
  output logic [64:0][7:0] sent_o,
  output logic [64:0][63:0] data_o,
  output logic [64:0][7:0] taken_o,
  output logic [64:0][7:0] answered_o,
  output logic [64:0][7:0] refused_o
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && n <= `LARGEST_TAG_SWITCH && Sizes[n-1]) begin : gen_switch
      localparam int P = `PORTS_OF_TAG_SWITCH(n);
      localparam int Digits = `DIGITS_OF_TAG_SWITCH(n);
      localparam int W = $clog2(P);
      logic [P-1:0] sent, taken, answered, refused;
      logic [P*`TAG_FLIT_WIDTH-1:0] data;

      tag_switch #(.NumPorts(P), .Width(`TAG_FLIT_WIDTH), .NumDigits(Digits)) i_switch (
        .clk_i(clk_i[n]), .rst_ni(rst_ni[n]), .digit_i(digit_i[n][$clog2(Digits)-1:0]), .drops_i(drops_i[n]),
        .answers_i(answers_i[n]), .start_i(start_i[n][P*W-1:0]), .offered_i(offered_i[n][P-1:0]),
        .header_i(header_i[n][P-1:0]), .tail_i(tail_i[n][P-1:0]), .tag_i(tag_i[n][P*W*Digits-1:0]),
        .data_i(data_i[n][P*`TAG_FLIT_WIDTH-1:0]), .room_i(room_i[n][P-1:0]), .faulty_i(faulty_i[n][P-1:0]),
        .answered_i(answered_i[n][P-1:0]), .refused_i(refused_i[n][P-1:0]), .sent_o(sent), .data_o(data),
        .taken_o(taken), .answered_o(answered), .refused_o(refused)
      );
      assign sent_o[n]     = 8'(sent);
      assign data_o[n]     = 64'(data);
      assign taken_o[n]    = 8'(taken);
      assign answered_o[n] = 8'(answered);
      assign refused_o[n]  = 8'(refused);
    end else begin : gen_nothing
      assign sent_o[n]     = '0;
      assign data_o[n]     = '0;
      assign taken_o[n]    = '0;
      assign answered_o[n] = '0;
      assign refused_o[n]  = '0;
    end
  end
endmodule : tag_bank
