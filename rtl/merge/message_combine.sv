`include "net_types.svh"

/// Makes one request of two to one address. Model: combine() of hw/router/combining/ranade_combine.h.
/// Both have the same label, and the same operation where both have one.
module message_combine #(
  parameter int KeyWidth = 32,
  parameter int WordWidth = 32,
  localparam int Width = net_pkg::MessageHeaderWidth + KeyWidth + WordWidth
) (
  input  logic [Width-1:0] first_i,                      ///< Of the processors with the lower numbers.
  input  logic [Width-1:0] second_i,
  output logic [Width-1:0] message_o
);
  localparam int WordAt = net_pkg::MessageHeaderWidth + KeyWidth;

  message_t first, second;
  logic [WordWidth-1:0] a, b, applied, word;
  logic [3:0] operation;

  assign first  = first_i[net_pkg::MessageHeaderWidth-1:0];
  assign second = second_i[net_pkg::MessageHeaderWidth-1:0];
  assign a      = first_i[WordAt +: WordWidth];
  assign b      = second_i[WordAt +: WordWidth];

  word_operation #(.WordWidth(WordWidth)) i_operation (
    .operation_i(first.operation), .word_i(a), .operand_i(b), .word_o(applied)
  );
  assign word      = second.operation == net_pkg::None ? a : first.operation == net_pkg::None ? b : applied;
  assign operation = first.operation == net_pkg::None ? second.operation : first.operation;

  assign message_o = {word, first_i[net_pkg::MessageHeaderWidth +: KeyWidth], first.home, first.step, 1'b0,
                      first.reads || second.reads, operation, net_pkg::Request};
endmodule : message_combine
