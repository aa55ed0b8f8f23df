`include "net_assert.svh"
`include "net_types.svh"

/// The free output VC that a head flit asks for. Model: DuatoRouter::select_output().
///
/// A free VC is open if it has room for what `vc_reallocation` demands. Of the open adaptive VCs the roomiest
/// is taken; of equals, the lowest VC of the port that was allocated least recently (for any head flit, of
/// any VC). At reset the order of the ports is start, start + 1, ..., and then those before the start.
/// Selection `First` looks no further than the first port that has an open VC.
module output_vc_select #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,                               ///< Flits of the far input VC.
  localparam int TotalVcs = NumPorts * NumVcs
) (
  input  site_t                     site_i,
  input  logic [TotalVcs-1:0]       adaptive_i,          ///< Legal VCs, tried first.
  input  logic [TotalVcs-1:0]       escape_i,            ///< Legal VC, one-hot or zero, tried last.
  input  logic [15:0]               length_i,            ///< Flits of the packet.
  input  logic [TotalVcs-1:0]       free_i,              ///< VCs that no packet holds.
  input  logic [Depth*TotalVcs-1:0] room_i,              ///< [n - 1]: VCs with at least n credits.
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [port]: those that were allocated longer ago.
  output logic [TotalVcs-1:0]       choice_o             ///< One-hot, or zero: the head flit waits.
);
  logic [TotalVcs-1:0] enough, open, eligible, roomiest, first;
  logic [NumPorts-1:0] tied;                             // Ports with one of the roomiest VCs.

  always_comb begin  // VCs with the room that a new packet must find.
    enough = room_i[(Depth-1)*TotalVcs +: TotalVcs];
    for (int n = 1; n < Depth; n++) begin
      if ((site_i.vc_reallocation == net_pkg::Immediate && n == 1) ||
          (site_i.vc_reallocation == net_pkg::WholePacket && length_i == 16'(n))) begin
        enough = room_i[(n-1)*TotalVcs +: TotalVcs];
      end
    end
  end

  assign open = adaptive_i & free_i & enough;

  always_comb begin  // The open VCs among which room decides.
    eligible = open;
    if (open != '0 && site_i.selection == net_pkg::First) begin
      eligible = '0;
      for (int p = NumPorts - 1; p >= 0; p--) begin
        if (open[p*NumVcs +: NumVcs] != '0) begin
          eligible = '0;
          eligible[p*NumVcs +: NumVcs] = open[p*NumVcs +: NumVcs];
        end
      end
    end
  end

  always_comb begin
    roomiest = eligible;
    if (eligible != '0) begin
      for (int n = 2; n <= Depth; n++) begin
        if ((eligible & room_i[(n-1)*TotalVcs +: TotalVcs]) != '0) begin
          roomiest = eligible & room_i[(n-1)*TotalVcs +: TotalVcs];
        end
      end
    end
  end

  always_comb begin  // Of the port that goes first, the lowest VC.
    tied  = '0;
    first = '0;
    if (roomiest != '0) begin
      for (int p = 0; p < NumPorts; p++) tied[p] = roomiest[p*NumVcs +: NumVcs] != '0;
      for (int p = 0; p < NumPorts; p++) begin
        if ((tied & order_i[p*NumPorts +: NumPorts]) == '0) begin
          first[p*NumVcs +: NumVcs] = roomiest[p*NumVcs +: NumVcs] & (~roomiest[p*NumVcs +: NumVcs] + 1'b1);
        end
      end
    end
  end

  assign choice_o = (open != '0) ? first : escape_i & free_i & enough;

  `SY_ASSERT_COMB(ChoiceIsLegalAndFree, (choice_o & ~((adaptive_i | escape_i) & free_i)) == '0)
endmodule : output_vc_select
