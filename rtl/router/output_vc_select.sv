`include "net_assert.svh"
`include "net_types.svh"

/// The free output VC that a head flit asks for. Model: DuatoRouter::select_output().
///
/// A free VC is open if it has room for what `vc_reallocation` demands. Of the open adaptive VCs the roomiest is taken; of
/// equals, the lowest VC of the port that was allocated least recently (for any head flit, of any VC). If no adaptive VC is
/// open, the first open escape is taken, that of the lowest port. At reset the order of the ports is start, start + 1, ...,
/// and then those before the start. Selection `First` looks no further than the first port that has an open VC. Where head
/// flits are matched with VCs, one may ask for all of these open VCs, or for those of the port of its choice.
module output_vc_select #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  parameter int Depth = 4,                               ///< Flits of the far input VC.
  localparam int TotalVcs = NumPorts * NumVcs
) (
  input  site_t                     site_i,
  input  logic [TotalVcs-1:0]       adaptive_i,          ///< Legal VCs, tried first.
  input  logic [TotalVcs-1:0]       escape_i,            ///< Legal VCs, one of a port at most, tried last.
  input  logic [Depth-1:0]          need_i,              ///< The room that the packet needs: see room_needed.
  input  logic [TotalVcs-1:0]       free_i,              ///< VCs that no packet holds.
  input  logic [Depth*TotalVcs-1:0] room_i,              ///< [n - 1]: VCs with at least n credits.
  input  logic [NumPorts*NumPorts-1:0] order_i,          ///< [port]: those that were allocated longer ago.
  output logic                      any_o,               ///< There is a choice: known before it is made.
  output logic [TotalVcs-1:0]       all_o,               ///< All open adaptive VCs, or the open escapes.
  output logic [TotalVcs-1:0]       choice_o             ///< One-hot, or zero: the head flit waits.
);
  logic [TotalVcs-1:0] usable, open, escape, first;
  logic [NumPorts-1:0] open_ports, roomiest, foremost;   // foremost: of the roomiest.
  logic [NumPorts-1:0] wins;                             // The port that is taken, one-hot.
  logic [NumPorts*Depth-1:0] level;                      // [port][n - 1]: an open VC has at least n credits.
  logic [Depth-1:0] found;                               // [n - 1]: one of any port has.
  logic [TotalVcs-1:0] top;                              // Open VCs that no other of their port has more credits than.

  always_comb begin  // Free VCs with the room that a new packet must find.
    usable = '0;
    for (int n = 0; n < Depth; n++) usable = usable | room_i[n*TotalVcs +: TotalVcs] & {TotalVcs{need_i[n]}};
    usable = usable & free_i;
  end

  assign open   = adaptive_i & usable;
  assign escape = escape_i & usable;
  assign any_o  = (open | escape) != '0;

  // Side by side: which VC would be taken of each port, and which port is.
  for (genvar p = 0; p < NumPorts; p++) begin : gen_port
    logic [Depth-1:0] levels;
    logic [NumVcs-1:0] most;
    always_comb begin
      for (int n = 0; n < Depth; n++)
        levels[n] = (open[p*NumVcs +: NumVcs] & room_i[n*TotalVcs + p*NumVcs +: NumVcs]) != '0;
      most = open[p*NumVcs +: NumVcs];
      for (int n = 0; n < Depth; n++) most = most & (room_i[n*TotalVcs + p*NumVcs +: NumVcs] | {NumVcs{!levels[n]}});
    end
    assign foremost[p]               = roomiest[p] && (roomiest & order_i[p*NumPorts +: NumPorts]) == '0;
    assign open_ports[p]             = open[p*NumVcs +: NumVcs] != '0;
    assign level[p*Depth +: Depth]   = levels;
    assign top[p*NumVcs +: NumVcs]   = most & (~most + 1'b1);
    assign first[p*NumVcs +: NumVcs] = top[p*NumVcs +: NumVcs] & {NumVcs{wins[p]}};
  end
  always_comb begin
    found = '0;
    for (int p = 0; p < NumPorts; p++) found = found | level[p*Depth +: Depth];
    for (int p = 0; p < NumPorts; p++) roomiest[p] = open_ports[p] && (found & ~level[p*Depth +: Depth]) == '0;
  end
  assign wins = (site_i.selection == net_pkg::First) ? open_ports & (~open_ports + 1'b1) : foremost;

  assign choice_o = (open != '0) ? first : escape & (~escape + 1'b1);
  assign all_o    = (open != '0) ? open : escape;

  `SY_ASSERT_COMB(ChoiceIsLegalAndFree, (choice_o & ~((adaptive_i | escape_i) & free_i)) == '0)
  `SY_ASSERT_COMB(AnyIsAChoice, any_o == (choice_o != '0))
endmodule : output_vc_select
