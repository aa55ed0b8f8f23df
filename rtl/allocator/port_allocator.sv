/// The switch allocator of the kind that its parameters name. Model: hw/alloc/port_allocator.h.
module port_allocator #(
  parameter int NumPorts = 5,                            ///< Inputs and outputs, >= 2.
  parameter int Kind = net_pkg::InputFirst,              ///< net_pkg::InputFirst, OutputFirst, Wavefront or Islip.
  parameter int Arbiters = net_pkg::RoundRobin,          ///< Of InputFirst and OutputFirst.
  parameter int Iterations = 1,                          ///< Of Islip.
  localparam int IndexWidth = $clog2(NumPorts)
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,         ///< Asynchronous, active low.
  input  logic [NumPorts*IndexWidth-1:0] input_start_i,  ///< [input]: the output that its arbiter prefers. Static.
  input  logic [NumPorts*IndexWidth-1:0] output_start_i, ///< [output]: the input that its arbiter prefers. Static.
  input  logic [IndexWidth-1:0]          first_start_i,  ///< The diagonal that a wavefront serves first. Static.
  input  logic [NumPorts*NumPorts-1:0]   req_i,          ///< Bit input * NumPorts + output.
  output logic [NumPorts*NumPorts-1:0]   gnt_o           ///< At most one per input and per output.
);
  case (Kind)
    net_pkg::InputFirst: begin : gen_input_first
      sep_if_allocator #(.NumIn(NumPorts), .NumOut(NumPorts), .Arbiters(Arbiters)) i_allocator (
        .clk_i, .rst_ni, .input_start_i, .output_start_i, .req_i, .gnt_o
      );
    end
    net_pkg::OutputFirst: begin : gen_output_first
      sep_of_allocator #(.NumPorts(NumPorts), .Arbiters(Arbiters)) i_allocator (
        .clk_i, .rst_ni, .input_start_i, .output_start_i, .req_i, .gnt_o
      );
    end
    net_pkg::Wavefront: begin : gen_wavefront
      wavefront_allocator #(.NumPorts(NumPorts)) i_allocator (
        .clk_i, .rst_ni, .start_i(first_start_i), .req_i, .gnt_o
      );
    end
    default: begin : gen_islip
      islip_allocator #(.NumPorts(NumPorts), .Iterations(Iterations)) i_allocator (
        .clk_i, .rst_ni, .input_start_i, .output_start_i, .req_i, .gnt_o
      );
    end
  endcase
endmodule : port_allocator
