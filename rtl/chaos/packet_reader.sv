/// A port's sight of the packet store: the packet that leaves through it.
module packet_reader #(
  parameter int Buffers = 19,                            ///< >= 2
  localparam int FlitWidth = net_pkg::FlitWidth,
  localparam int BufferWidth = $clog2(Buffers)
) (
  input  logic [BufferWidth-1:0]       buffer_i,         ///< Of the packet.
  input  logic [Buffers-1:0]           has_flit_i,       ///< See packet_store.
  input  logic [Buffers-1:0]           has_two_i,
  input  logic [Buffers-1:0]           tail_i,
  input  logic [Buffers*FlitWidth-1:0] flit_i,
  output logic                         has_flit_o,       ///< It has a flit that has not left.
  output logic                         tail_o,           ///< That is its last one.
  output logic [FlitWidth-1:0]         flit_o,
  input  logic                         take_i,           ///< It leaves.
  output logic                         more_o            ///< It has one after what leaves.
);
  assign has_flit_o = has_flit_i[buffer_i];
  assign tail_o     = tail_i[buffer_i];
  assign flit_o     = flit_i[buffer_i*FlitWidth +: FlitWidth];
  assign more_o     = take_i ? has_two_i[buffer_i] : has_flit_o;
endmodule : packet_reader
