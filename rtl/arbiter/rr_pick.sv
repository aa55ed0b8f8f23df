`include "net_assert.svh"

/// The first request in a ring: the lowest of those that have priority, else the lowest of all. Model: pick() of
/// hw/alloc/round_robin_arbiter.h. By prefix networks, whose depth grows with the logarithm of NumReq.
module rr_pick #(
  parameter int NumReq = 4                   ///< Number of requesters, >= 2.
) (
  input  logic [NumReq-1:0] first_i,         ///< Those that have priority.
  input  logic [NumReq-1:0] req_i,
  output logic [NumReq-1:0] gnt_o,           ///< One-hot; zero if nothing requests.
  output logic [NumReq-1:0] after_o          ///< Those above the one that is granted.
);
  logic [NumReq-1:0] high, from_high, from_any;        // from_: the lowest one and all above it.

  assign high    = req_i & first_i;
  assign gnt_o   = (high != '0) ? high & ~(from_high << 1) : req_i & ~(from_any << 1);
  assign after_o = (high != '0) ? from_high << 1 : from_any << 1;

  always_comb begin
    from_high = high;
    from_any  = req_i;
    for (int s = 1; s < NumReq; s = 2 * s) begin
      from_high = from_high | from_high << s;
      from_any  = from_any | from_any << s;
    end
  end

  `SY_ASSERT_COMB(GrantIsOneHot, (gnt_o & (gnt_o - 1'b1)) == '0)
endmodule : rr_pick
