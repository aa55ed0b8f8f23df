/// For harnesses: an invariant of a queue of flits, that it holds a part of what a VC of packet_rules carries, the front first.
module stored_packets #(
  parameter int Depth = 2,
  parameter int FlitWidth = 97,
  parameter int LengthWidth = 2,
  parameter int AddressWidth = 2,                        ///< Of the bits of a destination that are used.
  localparam int CountWidth = $clog2(Depth + 1)
) (
  input logic                       rst_ni,
  input logic [Depth*FlitWidth-1:0] flits_i,
  input logic [CountWidth-1:0]      count_i,
  input logic                       holds_i,             ///< The packet in front has an output VC.
  input logic [LengthWidth-1:0]     left_i               ///< Flits that are to come of the packet behind.
);
  localparam int Destination = 32, Remaining = 64, Head = 88;  // In header_t.

  for (genvar s = 0; s < Depth; s++) begin : gen_slot
    logic [LengthWidth-1:0] remaining, before;
    logic head, stored;

    assign remaining = flits_i[s*FlitWidth + Remaining +: LengthWidth];
    assign before    = flits_i[(s == 0 ? 0 : s - 1)*FlitWidth + Remaining +: LengthWidth];
    assign head      = flits_i[s*FlitWidth + Head];
    assign stored    = CountWidth'(s) < count_i;
    always @(*) if (rst_ni) begin
      assert (flits_i[s*FlitWidth + Remaining + LengthWidth +: 16 - LengthWidth] == '0);
      assert (flits_i[s*FlitWidth + Destination + AddressWidth +: 32 - AddressWidth] == '0);
      assert (stored == (remaining != '0));
      if (!stored)     assert (flits_i[s*FlitWidth +: FlitWidth] == '0);
      else if (s == 0) assert (holds_i || head);
      else             assert (head == (before == LengthWidth'(1)) && (head || remaining == before - 1'b1));
      if (CountWidth'(s + 1) == count_i) assert (left_i == remaining - 1'b1);
    end
  end
  always @(*) if (rst_ni) begin
    assert (count_i <= CountWidth'(Depth));
    assert (count_i != '0 || holds_i == (left_i != '0));
  end
endmodule : stored_packets
