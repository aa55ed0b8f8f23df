`include "net_assert.svh"

/// iSLIP: a matching of inputs to outputs in one or more passes, each among those that have no partner yet. Model:
/// hw/alloc/output_first_allocator.h. Every grant is taken.
///
/// Priorities move past the winner only where the first pass granted, so that a lasting request cannot be starved by what
/// later passes grant. With as many passes as ports the matching is maximal.
module islip_allocator #(
  parameter int NumPorts = 4,                          ///< Inputs and outputs, >= 2.
  parameter int Iterations = 2,                        ///< >= 1
  localparam int IndexWidth = $clog2(NumPorts),
  localparam int Pairs = NumPorts * NumPorts
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [NumPorts*IndexWidth-1:0] input_start_i,  ///< [input]: the output with the first priority. Static.
  input  logic [NumPorts*IndexWidth-1:0] output_start_i, ///< [output]: the input with the first priority. Static.
  input  logic [Pairs-1:0]               req_i,          ///< Bit input * NumPorts + output.
  output logic [Pairs-1:0]               gnt_o           ///< At most one per input and per output.
);
  logic [Pairs-1:0] first_output, first_input;         // [input]: outputs; [output]: inputs.
  logic [(Iterations+1)*Pairs-1:0] req;                // [pass]
  logic [Iterations*Pairs-1:0] gnt, after_output, after_input;
  logic [Iterations*NumPorts-1:0] granted, taken;

  assign req[Pairs-1:0] = req_i;
  for (genvar n = 0; n < Iterations; n++) begin : gen_pass
    islip_pass #(.NumPorts(NumPorts)) i_pass (
      .first_output_i(first_output), .first_input_i(first_input), .req_i(req[n*Pairs +: Pairs]),
      .gnt_o(gnt[n*Pairs +: Pairs]), .rest_o(req[(n+1)*Pairs +: Pairs]),
      .granted_o(granted[n*NumPorts +: NumPorts]), .taken_o(taken[n*NumPorts +: NumPorts]),
      .after_output_o(after_output[n*Pairs +: Pairs]), .after_input_o(after_input[n*Pairs +: Pairs])
    );
  end
  always_comb begin
    gnt_o = '0;
    for (int n = 0; n < Iterations; n++) gnt_o = gnt_o | gnt[n*Pairs +: Pairs];
  end

  // By the first pass.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    rr_pointer #(.NumReq(NumPorts)) i_input (
      .clk_i, .rst_ni, .start_i(input_start_i[p*IndexWidth +: IndexWidth]), .move_i(granted[p]),
      .after_i(after_output[p*NumPorts +: NumPorts]), .first_o(first_output[p*NumPorts +: NumPorts])
    );
    rr_pointer #(.NumReq(NumPorts)) i_output (
      .clk_i, .rst_ni, .start_i(output_start_i[p*IndexWidth +: IndexWidth]), .move_i(taken[p]),
      .after_i(after_input[p*NumPorts +: NumPorts]), .first_o(first_input[p*NumPorts +: NumPorts])
    );
  end

  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(SomeoneIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : islip_allocator
