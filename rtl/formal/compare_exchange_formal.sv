/// Proof harness of compare_exchange: of two that exchange, one has the record with the smaller key afterwards and one
/// that with the larger, and no record is lost or doubled. It has no state, so one step is the whole proof. N: bits of a key.
module compare_exchange_formal #(
  parameter int N = 4
) ();
  (* anyconst *) logic [N+3:0] first;                   // Any two records.
  (* anyconst *) logic [N+3:0] second;
  logic [N+3:0] small, large;
  logic small_takes, large_takes;

  compare_exchange #(.KeyWidth(N), .DataWidth(4)) i_small (
    .own_i(first), .other_i(second), .keep_smaller_i(1'b1), .takes_o(small_takes), .record_o(small)
  );
  compare_exchange #(.KeyWidth(N), .DataWidth(4)) i_large (
    .own_i(second), .other_i(first), .keep_smaller_i(1'b0), .takes_o(large_takes), .record_o(large)
  );

  always @(*) begin
    assert (small[4 +: N] <= large[4 +: N]);
    assert (small_takes == large_takes);
    if (small_takes) assert (small == second && large == first);
    else assert (small == first && large == second);
    if (first[4 +: N] == second[4 +: N]) assert (!small_takes);
    cover (small_takes && first[4 +: N] != '0);
    cover (!small_takes && first[4 +: N] == second[4 +: N] && first != second);
  end
endmodule : compare_exchange_formal
