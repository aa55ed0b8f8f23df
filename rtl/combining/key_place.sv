/// The place of the word that has a key: (factor key + offset) mod prime. Model: AddressMap of
/// hw/router/combining/address_map.h.
///
/// The multiples of the factor modulo the prime are straps, one for each bit of a key. So no product is formed: those of the
/// key's bits are added. A key is less than the prime, so that one of its bits is zero at least and the sum is less than
/// KeyWidth primes; every number of them is taken off at once.
module key_place #(
  parameter int KeyWidth = 8                             ///< Bits of the prime, <= 32.
) (
  input  logic [KeyWidth*KeyWidth-1:0] multiples_i,      ///< [bit of the key]: factor 2^bit mod prime. Static.
  input  logic [KeyWidth-1:0]          offset_i,         ///< Less than the prime. Static.
  input  logic [KeyWidth-1:0]          prime_i,          ///< Static.
  input  logic [KeyWidth-1:0]          key_i,
  output logic [KeyWidth-1:0]          place_o
);
  localparam int SumWidth = KeyWidth + $clog2(KeyWidth) + 1;  // The sum, and a sign.

  logic [SumWidth-1:0] sum;
  logic [(KeyWidth-1)*SumWidth-1:0] rests;               // [primes less one]: what is left without so many.

  always_comb begin
    sum = SumWidth'(offset_i);
    for (int b = 0; b < KeyWidth; b++)
      sum = sum + ({SumWidth{key_i[b]}} & SumWidth'(multiples_i[b*KeyWidth +: KeyWidth]));
    place_o = sum[KeyWidth-1:0];
    for (int k = 0; k < KeyWidth - 1; k++) begin
      rests[k*SumWidth +: SumWidth] = sum - SumWidth'(prime_i) * SumWidth'(k + 1);
      if (!rests[k*SumWidth + SumWidth-1]) place_o = rests[k*SumWidth +: KeyWidth];
    end
  end
endmodule : key_place
