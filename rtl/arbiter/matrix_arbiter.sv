`include "net_assert.svh"

/// Matrix arbiter: the requester that was granted least recently wins. Model: hw/alloc/matrix_arbiter.h.
/// `gnt_o` is combinational in `req_i`; the winner becomes the last in the order only on `accept_i`.
module matrix_arbiter #(
  parameter int NumReq = 4                   ///< Number of requesters, >= 2.
) (
  input  logic              clk_i,
  input  logic              rst_ni,          ///< Asynchronous, active low.
  input  logic [NumReq-1:0] req_i,           ///< Level requests.
  output logic [NumReq-1:0] gnt_o,           ///< One-hot grant; zero if nothing requests.
  input  logic              accept_i         ///< The grant is consumed this cycle.
);
`ifdef FORMAL
  logic [NumReq*NumReq-1:0] order;           // The matrix in one piece, for rtl/formal.
`endif

  for (genvar i = 0; i < NumReq; i++) begin : gen_requester
    logic [NumReq-1:0] older_q;              // The requesters that come before this one.

    assign gnt_o[i] = req_i[i] && (req_i & older_q) == '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni)       older_q <= (NumReq'(1) << i) - 1'b1;
      else if (accept_i) older_q <= gnt_o[i] ? ~gnt_o : older_q & ~gnt_o;
    end

`ifdef FORMAL
    assign order[i*NumReq +: NumReq] = older_q;
`endif
    // The matrix is an order: of two requesters one comes before the other, and so do those before it.
    for (genvar j = 0; j < NumReq; j++) begin : gen_other
      if (j == i) begin : gen_self
        `SY_ASSERT(NotBeforeItself, !older_q[j])
      end else begin : gen_pair
        `SY_ASSERT(OneIsOlder, older_q[j] != gen_requester[j].older_q[i])
        `SY_ASSERT(OlderIsTransitive, !older_q[j] || (gen_requester[j].older_q & ~older_q) == '0)
      end
    end
  end

  `SY_ASSERT(GrantIsOneHot, (gnt_o & (gnt_o - 1'b1)) == '0)
  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(WorkConserving, (req_i != '0) == (gnt_o != '0))
endmodule : matrix_arbiter
