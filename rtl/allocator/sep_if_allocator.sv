`include "net_assert.svh"

/// Separable input-first allocator: a matching of inputs to outputs. Model: hw/alloc/separable_allocator.h.
///
/// Step 1: each input proposes one of the outputs it requests. Step 2: each output grants one of the
/// proposing inputs. Both priorities move past the winner only where step 2 granted. Every grant is taken.
module sep_if_allocator #(
  parameter int NumIn = 4,                           ///< Inputs, >= 2.
  parameter int NumOut = 4,                          ///< Outputs, >= 2.
  parameter int Arbiters = net_pkg::RoundRobin,      ///< Their Kind.
  localparam int InWidth = $clog2(NumIn),
  localparam int OutWidth = $clog2(NumOut)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,          ///< Asynchronous, active low.
  input  logic [NumIn*OutWidth-1:0] input_start_i,   ///< [input]: the output with the first priority. Static.
  input  logic [NumOut*InWidth-1:0] output_start_i,  ///< [output]: the input with the first priority. Static.
  input  logic [NumIn*NumOut-1:0]   req_i,           ///< Bit input * NumOut + output.
  output logic [NumIn*NumOut-1:0]   gnt_o            ///< At most one per input and per output.
);
  logic [NumOut-1:0] proposal [NumIn];             // By output.
  logic [NumOut-1:0] grant [NumIn];
  logic [NumIn-1:0] proposals [NumOut];            // The same by input.
  logic [NumIn-1:0] grants [NumOut];

  for (genvar i = 0; i < NumIn; i++) begin : gen_input
    arbiter #(.Kind(Arbiters), .NumReq(NumOut)) i_arbiter (
      .clk_i, .rst_ni, .start_i(input_start_i[i*OutWidth +: OutWidth]), .req_i(req_i[i*NumOut +: NumOut]),
      .gnt_o(proposal[i]), .accept_i(grant[i] != '0)
    );
    `SY_ASSERT(OneOutput, (gnt_o[i*NumOut +: NumOut] & (gnt_o[i*NumOut +: NumOut] - 1'b1)) == '0)
  end
  for (genvar o = 0; o < NumOut; o++) begin : gen_output
    arbiter #(.Kind(Arbiters), .NumReq(NumIn)) i_arbiter (
      .clk_i, .rst_ni, .start_i(output_start_i[o*InWidth +: InWidth]), .req_i(proposals[o]), .gnt_o(grants[o]),
      .accept_i(1'b1)
    );
  end

  // Loops, as Verilator 5.006 makes a thousand lines of C++ of each assignment to one bit of a wide net.
  always_comb begin
    for (int o = 0; o < NumOut; o++) begin
      for (int i = 0; i < NumIn; i++) proposals[o][i] = proposal[i][o];
    end
  end
  always_comb begin
    for (int i = 0; i < NumIn; i++) begin
      for (int o = 0; o < NumOut; o++) grant[i][o] = grants[o][i];
    end
  end
  always_comb begin
    for (int i = 0; i < NumIn; i++) gnt_o[i*NumOut +: NumOut] = grant[i];
  end

  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(SomeoneIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : sep_if_allocator
