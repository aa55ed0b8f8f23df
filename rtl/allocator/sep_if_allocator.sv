`include "net_assert.svh"

/// Separable input-first allocator: a matching of inputs to outputs. Model: hw/alloc/separable_allocator.h.
///
/// Step 1: each input proposes one of the outputs it requests. Step 2: each output grants one of the
/// proposing inputs. Both priorities move past the winner only where step 2 granted. Every grant is taken.
module sep_if_allocator #(
  parameter int NumIn = 4,                         ///< Inputs, >= 2.
  parameter int NumOut = 4                         ///< Outputs, >= 2.
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,          ///< Asynchronous, active low.
  input  logic [NumIn*NumOut-1:0] req_i,           ///< Bit input * NumOut + output.
  output logic [NumIn*NumOut-1:0] gnt_o            ///< At most one per input and per output.
);
  logic [NumIn*NumOut-1:0] proposal;               // As req_i.
  logic [NumOut*NumIn-1:0] proposal_at, grant_at;  // Bit output * NumIn + input.

  for (genvar i = 0; i < NumIn; i++) begin : gen_input
    rr_arbiter #(.NumReq(NumOut)) i_arbiter (
      .clk_i, .rst_ni,
      .req_i(req_i[i*NumOut +: NumOut]),
      .gnt_o(proposal[i*NumOut +: NumOut]),
      .accept_i(gnt_o[i*NumOut +: NumOut] != '0)
    );
    for (genvar o = 0; o < NumOut; o++) begin : gen_transpose
      assign proposal_at[o*NumIn + i] = proposal[i*NumOut + o];
      assign gnt_o[i*NumOut + o]      = grant_at[o*NumIn + i];
    end
    `SY_ASSERT(OneOutput, (gnt_o[i*NumOut +: NumOut] & (gnt_o[i*NumOut +: NumOut] - 1'b1)) == '0)
  end

  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    rr_arbiter #(.NumReq(NumIn)) i_arbiter (
      .clk_i, .rst_ni,
      .req_i(proposal_at[o*NumIn +: NumIn]),
      .gnt_o(grant_at[o*NumIn +: NumIn]),
      .accept_i(1'b1)
    );
  end

  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(SomeoneIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : sep_if_allocator
