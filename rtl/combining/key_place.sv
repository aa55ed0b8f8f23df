/// The place of the word that has a key: (factor key + offset) mod prime. Model: AddressMap of
/// hw/router/combining/address_map.h.
///
/// The multiples of the factor modulo the prime are straps, one for each bit of a key. So no product is formed: those of the
/// key's bits are added, and the sum, which is less than KeyWidth + 1 primes, is reduced by the prime times 2^s, .., 2, 1.
module key_place #(
  parameter int KeyWidth = 8                             ///< Bits of the prime, <= 32.
) (
  input  logic [KeyWidth*KeyWidth-1:0] multiples_i,      ///< [bit of the key]: factor 2^bit mod prime. Static.
  input  logic [KeyWidth-1:0]          offset_i,         ///< Less than the prime. Static.
  input  logic [KeyWidth-1:0]          prime_i,          ///< Static.
  input  logic [KeyWidth-1:0]          key_i,
  output logic [KeyWidth-1:0]          place_o
);
  localparam int Steps = $clog2(KeyWidth + 1);           // The sum is less than 2^Steps primes.
  localparam int SumWidth = KeyWidth + Steps;

  logic [SumWidth-1:0] rest;

  always_comb begin
    rest = SumWidth'(offset_i);
    for (int b = 0; b < KeyWidth; b++) begin
      if (key_i[b]) rest = rest + SumWidth'(multiples_i[b*KeyWidth +: KeyWidth]);
    end
    for (int s = Steps - 1; s >= 0; s--) begin
      if (rest >= SumWidth'(prime_i) << s) rest = rest - (SumWidth'(prime_i) << s);
    end
  end
  assign place_o = rest[KeyWidth-1:0];
endmodule : key_place
