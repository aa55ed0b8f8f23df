`include "net_types.svh"

/// A flit with the VC that it takes from here on.
module vc_rename #(
  parameter int NumVcs = 4,
  parameter int FlitWidth = net_pkg::FlitWidth
) (
  input  logic [FlitWidth-1:0] flit_i,
  input  logic [NumVcs-1:0]    vc_i,                     ///< One-hot; zero if there is no flit.
  output logic [FlitWidth-1:0] flit_o
);
  header_t renamed;

  always_comb begin
    renamed    = flit_i[net_pkg::HeaderWidth-1:0];
    renamed.vc = '0;
    for (int v = 0; v < NumVcs; v++) begin
      if (vc_i[v]) renamed.vc = renamed.vc | 8'(v);
    end
    flit_o = flit_i;
    flit_o[net_pkg::HeaderWidth-1:0] = renamed;
  end
endmodule : vc_rename
