/// One module of the shared memory. Requests come in the order of their labels, so those of one step to one word come in a
/// row, and the end of the step comes before the next. Model: RanadeMemory of hw/router/combining/ranade_memory.h; but a reset clears the words.
///
/// A word lies at ((place >> shift) inverse) mod Words, where `shift` are the factors 2 of the number of modules, and `inverse`
/// times the odd factor is 1 modulo Words: so the words of a module, which are that number apart, lie side by side, from
/// wherever the first is, and nothing is divided.
///
/// Timing:   combinational from the request to the reply; the word changes with the edge.
module memory_module #(
  parameter int Words = 16,                              ///< A power of two, >= 2.
  parameter int KeyWidth = 8,                            ///< >= the bits of an address.
  localparam int AddressWidth = $clog2(Words)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,           ///< Asynchronous, active low.
  input  logic [KeyWidth*KeyWidth-1:0] multiples_i,      ///< See key_place. Static.
  input  logic [KeyWidth-1:0]          offset_i,         ///< Static.
  input  logic [KeyWidth-1:0]          prime_i,          ///< Static.
  input  logic [4:0]                   shift_i,          ///< Static.
  input  logic [AddressWidth-1:0]      inverse_i,        ///< Static.
  input  logic                         serve_i,          ///< A request is served.
  input  logic [KeyWidth-1:0]          key_i,            ///< Its.
  input  logic [3:0]                   operation_i,
  input  logic [31:0]                  operand_i,
  output logic [31:0]                  returned_o,       ///< The word as the requests before have left it,
  output logic [31:0]                  before_step_o,    ///< and as it was before the step.
  input  logic                         end_i             ///< A step ends: no more requests of it will come.
);
  logic [Words*32-1:0] words_q;
  logic [KeyWidth-1:0] place, shifted;
  logic [AddressWidth-1:0] address;
  logic [31:0] applied, word;
  logic row_valid_q;                                     // Requests of one step to one word: those of a row.
  logic [KeyWidth-1:0] row_key_q;
  logic [31:0] before_step_q;
  logic written_q, written;                              // By priority, in this row.
  logic begins;                                          // The request is the first of a row.

  key_place #(.KeyWidth(KeyWidth)) i_place (.multiples_i, .offset_i, .prime_i, .key_i, .place_o(place));
  assign shifted = place >> shift_i;
  assign address = AddressWidth'(shifted[AddressWidth-1:0] * inverse_i);

  assign returned_o    = words_q[address*32 +: 32];
  assign begins        = !row_valid_q || row_key_q != key_i;
  assign before_step_o = begins ? returned_o : before_step_q;
  assign written       = !begins && written_q;
  word_operation i_operation (.operation_i, .word_i(returned_o), .operand_i, .word_o(applied));
  assign word = operation_i == net_pkg::WritePriority && !written ? operand_i : applied;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      words_q     <= '0;
      row_valid_q <= 1'b0;
    end else if (serve_i) begin
      words_q[address*32 +: 32] <= word;
      row_valid_q <= 1'b1;
    end else if (end_i) begin
      row_valid_q <= 1'b0;
    end
  end
  always_ff @(posedge clk_i) begin                       // Of a row that is valid.
    if (serve_i) begin
      row_key_q     <= key_i;
      before_step_q <= before_step_o;
      written_q     <= written || operation_i == net_pkg::WritePriority;
    end
  end
endmodule : memory_module
