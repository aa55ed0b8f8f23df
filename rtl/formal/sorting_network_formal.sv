/// Proof harness of the bitonic sort of N processors, N = 2, 4, 8, 16, out of compare_exchange alone: every sequence of
/// zeros and ones comes out in order, and so, by the 0-1 principle, everything. All steps in one: it has no state.
module sorting_network_formal #(
  parameter int N = 4
) ();
  localparam int Bits = $clog2(N);
  localparam int Steps = Bits * (Bits + 1) / 2;

  (* anyconst *) logic [N-1:0] sequence_of_bits;
  logic [N-1:0] keys [Steps+1];                         // Before each step, and after the last.

  assign keys[0] = sequence_of_bits;
  for (genvar s = 1; s <= Bits; s++) begin : gen_stage
    for (genvar b = 0; b < s; b++) begin : gen_bit      // Over bit s - 1 first.
      localparam int Step = s * (s - 1) / 2 + b;
      localparam int Bit = s - 1 - b;
      for (genvar i = 0; i < N; i++) begin : gen_processor
        localparam bit Ascending = s == Bits || i / 2 ** s % 2 == 0;
        localparam bit Upper = i / 2 ** Bit % 2 == 1;
        logic record, takes;

        compare_exchange #(.KeyWidth(1), .DataWidth(1)) i_unit (
          .own_i({keys[Step][i], 1'b0}), .other_i({keys[Step][i ^ (1 << Bit)], 1'b0}),
          .keep_smaller_i(Upper != Ascending), .takes_o(takes), .record_o({keys[Step+1][i], record})
        );
      end
    end
  end

  for (genvar i = 1; i < N; i++) begin : gen_order
    always @(*) assert (keys[Steps][i-1] <= keys[Steps][i]);
  end
  always @(*) begin
    assert ($countones(keys[Steps]) == $countones(sequence_of_bits));
    cover (sequence_of_bits == {N/2{2'b01}});
  end
endmodule : sorting_network_formal
