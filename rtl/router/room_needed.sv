`include "net_types.svh"

/// The free slots that a packet must find in an output VC. Model: space_needed() of hw/router/vc/vc_policies.h.
module room_needed #(
  parameter int Depth = 4                                ///< Slots of a VC.
) (
  input  site_t            site_i,
  input  logic [15:0]      length_i,                     ///< Flits of the packet.
  output logic [Depth-1:0] need_o                        ///< One-hot: bit n - 1 for n slots.
);
  always_comb begin
    need_o = '0;
    need_o[Depth-1] = 1'b1;
    if (site_i.vc_reallocation == net_pkg::Immediate) need_o = Depth'(1);
    if (site_i.vc_reallocation == net_pkg::WholePacket) begin
      for (int n = 1; n < Depth; n++) begin
        if (length_i == 16'(n)) need_o = Depth'(1) << (n - 1);
      end
    end
  end
endmodule : room_needed
