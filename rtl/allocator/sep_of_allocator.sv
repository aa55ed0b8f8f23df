`include "net_assert.svh"

/// Separable output-first allocator: a matching of inputs to outputs. Model: hw/alloc/output_first_allocator.h.
///
/// Step 1: each output offers itself to one of the inputs that request it. Step 2: each input takes one of the
/// offers. Both priorities move past the winner only where step 2 took the offer. Every grant is taken.
module sep_of_allocator #(
  parameter int NumPorts = 4,                          ///< Inputs and outputs, >= 2.
  parameter int Arbiters = net_pkg::RoundRobin,        ///< Their Kind.
  localparam int IndexWidth = $clog2(NumPorts)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [NumPorts*IndexWidth-1:0] input_start_i,  ///< [input]: the output with the first priority. Static.
  input  logic [NumPorts*IndexWidth-1:0] output_start_i, ///< [output]: the input with the first priority. Static.
  input  logic [NumPorts*NumPorts-1:0]   req_i,          ///< Bit input * NumPorts + output.
  output logic [NumPorts*NumPorts-1:0]   gnt_o           ///< At most one per input and per output.
);
  logic [NumPorts-1:0] requests [NumPorts];            // [output]: by input.
  logic [NumPorts-1:0] offer [NumPorts];
  logic [NumPorts-1:0] offers [NumPorts];              // [input]: by output.
  logic [NumPorts-1:0] grant [NumPorts];
  logic [NumPorts-1:0] taken;                          // [output]

  for (genvar o = 0; o < NumPorts; o++) begin : gen_output
    arbiter #(.Kind(Arbiters), .NumReq(NumPorts)) i_arbiter (
      .clk_i, .rst_ni, .start_i(output_start_i[o*IndexWidth +: IndexWidth]), .req_i(requests[o]), .gnt_o(offer[o]),
      .accept_i(taken[o])
    );
  end
  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    arbiter #(.Kind(Arbiters), .NumReq(NumPorts)) i_arbiter (
      .clk_i, .rst_ni, .start_i(input_start_i[i*IndexWidth +: IndexWidth]), .req_i(offers[i]), .gnt_o(grant[i]),
      .accept_i(1'b1)
    );
  end

  // Loops, as Verilator 5.006 makes a thousand lines of C++ of each assignment to one bit of a wide net.
  always_comb begin
    for (int o = 0; o < NumPorts; o++) begin
      for (int i = 0; i < NumPorts; i++) requests[o][i] = req_i[i*NumPorts + o];
    end
  end
  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      for (int o = 0; o < NumPorts; o++) offers[i][o] = offer[o][i];
    end
  end
  always_comb begin
    for (int i = 0; i < NumPorts; i++) gnt_o[i*NumPorts +: NumPorts] = grant[i];
  end
  always_comb begin
    for (int o = 0; o < NumPorts; o++) begin
      taken[o] = 1'b0;
      for (int i = 0; i < NumPorts; i++) taken[o] = taken[o] | grant[i][o];
    end
  end

  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(SomeoneIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : sep_of_allocator
