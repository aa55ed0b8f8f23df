`include "net_assert.svh"
`include "net_types.svh"

/// The router of ../deflection/deflection_router.h as hardware: every packet that comes in leaves at the same edge, the oldest
/// where it wants to go, others by whatever link is left. One rising edge is one step() of the model.
module deflection_router #(
  parameter int NumPorts = 5,
  parameter int NumVcs = 1,
  parameter int Buffer = 4,                              ///< Packets that may wait for injection, and at the terminal.
  parameter int Nodes = 24,
  localparam int Links = NumPorts - 1,
  localparam int Terminal = NumPorts - 1
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  input  logic [32+Nodes*Links-1:0]  site_i,             ///< This node, and [destination]: the links that lead nearer.
  input  logic [NumPorts*128-1:0]    flit_i,
  output logic [NumPorts*NumVcs-1:0] credit_o,
  output logic [NumPorts*128-1:0]    flit_o,
  input  logic [NumPorts*NumVcs-1:0] credit_i
);
  localparam int CountWidth = $clog2(Buffer + 1);
  typedef struct packed {
    logic [31:0] payload;                                // Of a packet of one flit: when it was created.
    header_t     header;
  } flit_t;

  logic [31:0] node;
  logic [Nodes-1:0][Links-1:0] nearer;
  flit_t [NumPorts-1:0] arriving, leaving;
  flit_t [Buffer-1:0] waiting_q, waiting_d;              // For injection, the first one lowest.
  logic [CountWidth-1:0] count_q, count_d;               // Of those.
  logic [CountWidth-1:0] room_q, room_d;                 // At the terminal.
  logic [NumPorts*NumVcs-1:0] credit;

  assign {nearer, node} = site_i;
  assign arriving = flit_i;

  always_comb begin
    logic [Links-1:0] unsent, good;                      // Links whose packets have no way yet; that lead nearer.
    logic [NumPorts-1:0] taken, way;
    flit_t packet;
    int oldest;

    leaving = '0;
    credit = '0;
    waiting_d = waiting_q;
    count_d = count_q;
    room_d = room_q + CountWidth'(credit_i[Terminal]);
    taken = '0;
    for (int l = 0; l < Links; l++) unsent[l] = arriving[l].header.remaining != '0;
    credit[Links-1:0] = unsent;
    if (arriving[Terminal].header.remaining != '0) begin
      waiting_d[count_q] = arriving[Terminal];
      count_d = count_q + 1;
    end

    for (int turn = 0; turn <= Links; turn++) begin      // The oldest first, and last the one that enters.
      packet = '0;
      oldest = Links;
      for (int l = 0; l < Links; l++) begin
        if (unsent[l] && (oldest == Links || {arriving[l].payload, arriving[l].header.packet} <
                                                 {packet.payload, packet.header.packet})) begin
          oldest = l;
          packet = arriving[l];
        end
      end
      for (int l = 0; l < Links; l++) if (l == oldest) unsent[l] = 1'b0;
      if (turn == Links && count_d != '0 && taken[Links-1:0] != '1) begin
        packet = waiting_d[0];
        waiting_d = waiting_d >> $bits(flit_t);
        count_d = count_d - 1;
        credit[Terminal] = 1'b1;
      end

      way = '0;                                          // To the terminal, by the last link that leads nearer, or by the first.
      good = packet.header.destination == node ? '0 : nearer[packet.header.destination];
      for (int l = Links - 1; l >= 0; l--) if (!taken[l]) way = NumPorts'(1) << l;
      for (int l = 0; l < Links; l++) if (!taken[l] && good[l]) way = NumPorts'(1) << l;
      if (packet.header.destination == node && room_d != '0 && !taken[Terminal]) way = NumPorts'(1) << Terminal;
      if (packet.header.remaining == '0) way = '0;
      taken = taken | way;
      room_d = room_d - CountWidth'(way[Terminal]);
      for (int p = 0; p < NumPorts; p++) if (way[p]) leaving[p] = packet;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit_o    <= '0;
      credit_o  <= '0;
      waiting_q <= '0;
      count_q   <= '0;
      room_q    <= CountWidth'(Buffer);
    end else begin
      flit_o    <= leaving;
      credit_o  <= credit;
      waiting_q <= waiting_d;
      count_q   <= count_d;
      room_q    <= room_d;
    end
  end

  `SY_ASSERT(RoomForWhoComes, count_q != CountWidth'(Buffer) || arriving[Terminal].header.remaining == '0)
endmodule : deflection_router
