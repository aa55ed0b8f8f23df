`include "net_assert.svh"

/// Wavefront allocator: a maximal matching of inputs to outputs. Model: hw/alloc/wavefront_allocator.h.
///
/// Diagonal d holds the pairs with input + output = d modulo NumPorts, which never compete. The
/// diagonals are served one after another from the first one on; a pair is granted if neither its
/// input nor its output is taken. The first diagonal moves on by one whenever something was granted.
module wavefront_allocator #(
  parameter int NumPorts = 4,                          ///< Inputs and outputs, >= 2.
  localparam int IndexWidth = $clog2(NumPorts)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,         ///< Asynchronous, active low.
  input  logic [IndexWidth-1:0]        start_i,        ///< The diagonal to begin with, < NumPorts. Static.
  input  logic [NumPorts*NumPorts-1:0] req_i,          ///< Bit input * NumPorts + output.
  output logic [NumPorts*NumPorts-1:0] gnt_o           ///< At most one per input and per output.
);
  localparam int Pairs = NumPorts * NumPorts;

  logic [IndexWidth-1:0] first, first_d, first_q;      // The diagonal that is served first.
  logic [Pairs-1:0] asked, granted;                    // Bit diagonal * NumPorts + input.
  logic [Pairs-1:0] turned_asked, turned;              // Bit wave * NumPorts + input.
  logic [Pairs-1:0] ahead, ahead_far, back, back_far;
  logic [NumPorts-1:0] wave, input_free, output_free;

  assign first = first_q ^ start_i;                    // A register's reset value is a constant.

  // Loops, as Verilator 5.006 makes a thousand lines of C++ of each assignment to one bit of a wide net.
  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      for (int o = 0; o < NumPorts; o++) asked[(i + o) % NumPorts * NumPorts + i] = req_i[i*NumPorts + o];
    end
  end
  always_comb begin
    for (int i = 0; i < NumPorts; i++) begin
      for (int o = 0; o < NumPorts; o++) gnt_o[i*NumPorts + o] = granted[(i + o) % NumPorts * NumPorts + i];
    end
  end

  // Barrel shifters bring the first diagonal to wave 0, and the waves back to their diagonals. Only
  // what is finished leaves a process: Icarus 11 runs for ever where others see the steps of a loop.
  always_comb begin
    ahead = asked;
    for (int s = 0; s < IndexWidth; s++) begin
      ahead_far = ahead >> (NumPorts << s) | ahead << (Pairs - (NumPorts << s));
      if (first[s]) ahead = ahead_far;
    end
    turned_asked = ahead;
  end
  always_comb begin
    back = turned;
    for (int s = 0; s < IndexWidth; s++) begin
      back_far = back << (NumPorts << s) | back >> (Pairs - (NumPorts << s));
      if (first[s]) back = back_far;
    end
    granted = back;
  end

  // From one wave to the next each input meets the following output: the free outputs rotate by one.
  always_comb begin
    input_free  = '1;
    output_free = '1;                                  // By the input that meets the output.
    turned      = '0;
    for (int w = 0; w < NumPorts; w++) begin
      wave        = turned_asked[w*NumPorts +: NumPorts] & input_free & output_free;
      input_free  = input_free & ~wave;
      output_free = output_free & ~wave;
      output_free = {output_free[NumPorts-2:0], output_free[NumPorts-1]};
      turned[w*NumPorts +: NumPorts] = wave;
    end
  end

  always_comb begin
    first_d = first_q;
    if (gnt_o != '0) first_d = ((first == IndexWidth'(NumPorts - 1)) ? '0 : first + 1'b1) ^ start_i;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) first_q <= '0;
    else         first_q <= first_d;
  end

  `SY_ASSERT(StartIsADiagonal, 32'(start_i) < NumPorts)
  `SY_ASSERT(FirstIsADiagonal, 32'(first) < NumPorts)
  `SY_ASSERT(GrantImpliesRequest, (gnt_o & ~req_i) == '0)
  `SY_ASSERT(SomeoneIsServed, (req_i != '0) == (gnt_o != '0))
endmodule : wavefront_allocator
