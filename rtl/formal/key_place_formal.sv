/// Proof harness of key_place, with keys of N bits, any modulus, and the multiples of any factor: against multiplication
/// and remainder.
module key_place_formal #(
  parameter int N = 3
) ();
  localparam int WideWidth = 3 * N + 1;

  (* anyconst *) logic [N-1:0] prime, factor, offset, key;
  logic [N*N-1:0] multiples;
  logic [N-1:0] place;

  for (genvar b = 0; b < N; b++) begin : gen_multiple
    assign multiples[b*N +: N] = N'((WideWidth'(factor) << b) % WideWidth'(prime));
  end
  key_place #(.KeyWidth(N)) dut (.multiples_i(multiples), .offset_i(offset), .prime_i(prime), .key_i(key), .place_o(place));

  always @(*) begin
    assume (prime != '0 && factor < prime && offset < prime);
    assert (WideWidth'(place) == (WideWidth'(factor) * WideWidth'(key) + WideWidth'(offset)) % WideWidth'(prime));
    cover (place == prime - 1'b1 && factor > 1 && offset > 1);
  end
endmodule : key_place_formal
