/// Proof harness of memory_module with keys of N bits and 2^(N - 1) words, for any modulus and number of modules that it is
/// large enough for, and requests for words of any one module. By induction.
///
/// One key is followed, against a sequence of operations on one word: a request for it gets back what those before have left,
/// and what the word was before the step; no other key changes it. So no two keys of a module share a word.
module memory_module_formal #(
  parameter int N = 3,
  localparam int Words = 2**(N - 1)
) (
  input logic         clk_i,
  input logic         serve_i,
  input logic [N-1:0] key_i,
  input logic [3:0]   operation_i,
  input logic [31:0]  operand_i,
  input logic         end_i
);
  localparam int WideWidth = 3 * N + 1;
  localparam int AddressWidth = N - 1;

  (* anyconst *) logic [N-1:0] prime, factor, offset, modules, module_number;
  (* anyconst *) logic [4:0] shift;
  (* anyconst *) logic [AddressWidth-1:0] inverse;
  (* anyconst *) logic [N-1:0] followed;
  (* hierconn *) logic [Words*32-1:0] \dut.words_q ;
  (* hierconn *) logic \dut.row_valid_q ;
  (* hierconn *) logic [N-1:0] \dut.row_key_q ;
  (* hierconn *) logic [31:0] \dut.before_step_q ;
  (* hierconn *) logic \dut.written_q ;
  logic [N*N-1:0] multiples;
  logic [31:0] returned, before_step;
  logic [N-1:0] odd_modules, place, place_of_followed, shifted;
  logic [AddressWidth-1:0] address;                     // Of the followed key.
  logic serves;                                         // The followed one.
  logic [31:0] word_q = '0, word, first_q = '0, first;  // As it is; as it was before the row.
  logic in_row_q = 1'b0, written_q = 1'b0;
  logic rst_n = 1'b0;

  for (genvar b = 0; b < N; b++) begin : gen_multiple
    assign multiples[b*N +: N] = N'((WideWidth'(factor) << b) % WideWidth'(prime));
  end
  assign place = N'((WideWidth'(factor) * WideWidth'(key_i) + WideWidth'(offset)) % WideWidth'(prime));
  assign place_of_followed = N'((WideWidth'(factor) * WideWidth'(followed) + WideWidth'(offset)) % WideWidth'(prime));
  assign odd_modules = modules >> shift;
  assign shifted = place_of_followed >> shift;
  assign address = AddressWidth'(shifted[AddressWidth-1:0] * inverse);
  memory_module #(.Words(Words), .KeyWidth(N)) dut (
    .clk_i, .rst_ni(rst_n), .multiples_i(multiples), .offset_i(offset), .prime_i(prime), .shift_i(shift), .inverse_i(inverse),
    .serve_i, .key_i, .operation_i, .operand_i, .returned_o(returned), .before_step_o(before_step), .end_i
  );

  assign serves    = serve_i && key_i == followed;
  assign first     = in_row_q ? first_q : word_q;
  always_comb begin
    case (operation_i)
      net_pkg::WriteArbitrary: word = operand_i;
      net_pkg::WritePriority:  word = in_row_q && written_q ? word_q : operand_i;
      net_pkg::Add:            word = word_q + operand_i;
      net_pkg::Max:            word = word_q > operand_i ? word_q : operand_i;
      net_pkg::Min:            word = word_q > operand_i ? operand_i : word_q;
      net_pkg::And:            word = word_q & operand_i;
      net_pkg::Or:             word = word_q | operand_i;
      net_pkg::Xor:            word = word_q ^ operand_i;
      default:                 word = word_q;
    endcase
  end

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      if (serves) begin
        word_q    <= word;
        first_q   <= first;
        in_row_q  <= 1'b1;
        written_q <= in_row_q && written_q || operation_i == net_pkg::WritePriority;
      end else if (serve_i || end_i) begin
        in_row_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    assume (prime != '0 && factor < prime && offset < prime && factor != '0);
    assume (modules != '0 && shift < N && odd_modules[0] && (odd_modules << shift) == modules);
    assume (AddressWidth'(odd_modules[AddressWidth-1:0] * inverse) == AddressWidth'(1));
    assume (WideWidth'(modules) * Words >= WideWidth'(prime));
    assume (followed < prime && place_of_followed % modules == module_number);
    assume (!serve_i || key_i < prime && place % modules == module_number);
    assume (key_i == followed || place != place_of_followed);  // The map is one to one, as the modulus is a prime.
    if (rst_n) begin
      if (serves) begin
        assert (returned == word_q);
        assert (before_step == first);
      end
      // Invariants.
      assert (\dut.words_q [address*32 +: 32] == word_q);
      assert (in_row_q == (\dut.row_valid_q && \dut.row_key_q == followed));
      assert (!in_row_q || \dut.before_step_q == first_q && \dut.written_q == written_q);
      cover (serves && in_row_q && written_q && operation_i == net_pkg::Add && first_q != word_q);
      cover (serve_i && !serves && place > place_of_followed && modules == 3 && word_q != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : memory_module_formal
