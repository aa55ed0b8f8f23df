`include "net_types.svh"

/// Proof harness of packet_terminal: an injection buffer of three flits, packets of one or two, an ejection buffer of N packets. By
/// induction.
///
/// Whatever the terminal sends within its credits, and whatever is injected and ejected: a packet is offered when its head flit
/// is at the front and the one before has left; the rest follows by itself; a credit goes back for each flit, one cycle later.
/// Packets are sent to the terminal in the order in which they came, never more flits than it has room for.
module packet_terminal_formal #(
  parameter int N = 2,                                  // Packets of the ejection buffer, at most.
  localparam int RoomWidth = $clog2(N + 1)
) (
  input logic                 clk_i,
  input logic                 comes_i,                  // A flit from the terminal.
  input logic                 short_i,                  // A packet of one flit.
  input logic                 inject_i,
  input logic [RoomWidth-1:0] ejects_i,
  input logic [N-1:0]         ejected_i,                // Of these, one is followed.
  input logic                 credit_i,
  input logic                 has_flit_i,
  input logic                 tail_i
);
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int Depth = 3;

  (* anyconst *) logic [1:0] flits;
  (* anyconst *) logic [RoomWidth-1:0] capacity;
  (* hierconn *) logic [1:0] \dut.i_injection.count_q , \dut.i_credits.count_q ;
  (* hierconn *) logic [Depth*FlitWidth-1:0] \dut.i_injection.flits_q ;
  (* hierconn *) logic \dut.entering_q ;
  (* hierconn *) logic [RoomWidth-1:0] \dut.i_ejection.count_q ;
  (* hierconn *) logic [N-1:0] \dut.i_ejection.packet_o , \dut.i_ejection.waits ;
  logic behind_q = 1'b0;                                // The head flit of a packet has come, and not its tail.
  logic [1:0] stored_q = '0, beyond_q = '0;             // Flits of the injection buffer, and of the terminal's input.
  header_t header, front;
  logic [FlitWidth-1:0] flit;
  logic [RoomWidth-1:0] room, ahead_q = '0;             // Packets that come out before the one that is followed.
  logic credit, next, follows, inject, send, buffer, leaves_q = 1'b0, following_q = 1'b0;
  logic [1:0] waiting;
  logic [N-1:0] tagged;
  logic [RoomWidth-1:0] ejecting, position;
  logic disorder, expects, pops;
  logic rst_n = 1'b0;

  always_comb begin
    header = '0;
    if (comes_i) begin
      header.head      = !behind_q;
      header.remaining = behind_q || short_i ? 16'd1 : 16'd2;
    end
  end
  assign inject = inject_i && next;
  packet_terminal #(.InjectionFlits(Depth), .EjectionSlots(N), .BufferWidth(1)) dut (
    .clk_i, .rst_ni(rst_n), .flits_i(flits), .capacity_i(capacity), .flit_i({32'd0, header}), .credit_o(credit),
    .next_o(next), .waiting_o(waiting), .inject_i(inject), .follow_o(follows), .flit_o(flit), .room_o(room), .ejects_i,
    .ejected_i, .credit_i, .send_o(send), .buffer_o(buffer), .has_flit_i, .tail_i
  );
  assign front    = flit[net_pkg::HeaderWidth-1:0];
  assign pops     = send && tail_i;
  assign ejecting = \dut.i_ejection.count_q ;

  always_comb begin
    position = '0;
    for (int k = 0; k < N; k++) if (k < ejects_i && ejected_i[k]) position = RoomWidth'(k);
    for (int k = 0; k < N; k++) tagged[k] = k < ejecting && \dut.i_ejection.packet_o [k];
    disorder = 1'b0;                                    // Of what is in the injection buffer.
    expects  = \dut.entering_q ;
    for (int f = 0; f < Depth; f++) begin
      if (f < stored_q) begin
        if (\dut.i_injection.flits_q [f*FlitWidth + 88] == expects) disorder = 1'b1;
        if (\dut.i_injection.flits_q [f*FlitWidth + 64 +: 16] != 16'd1
            && (\dut.i_injection.flits_q [f*FlitWidth + 64 +: 16] != 16'd2 || expects)) disorder = 1'b1;
        expects = \dut.i_injection.flits_q [f*FlitWidth + 64 +: 16] != 16'd1;
      end
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n    <= 1'b1;
    leaves_q <= rst_n && (inject || follows);
    if (rst_n) begin
      if (comes_i) behind_q <= header.remaining == 16'd2;
      stored_q    <= stored_q + 2'(comes_i) - 2'(inject || follows);
      beyond_q    <= beyond_q + 2'(send) - 2'(credit_i);
      following_q <= (following_q || (ejects_i != '0 && ejected_i[position])) && !(pops && buffer);
      ahead_q     <= (following_q ? ahead_q : ejecting + position) - RoomWidth'(pops);
    end
  end

  always @(posedge clk_i) begin
    assume (flits != '0 && capacity != '0 && capacity <= N && ejects_i <= room);
    for (int k = 0; k < N; k++) begin
      assume (!ejected_i[k] || k < ejects_i && !following_q);
      for (int o = 0; o < k; o++) assume (!(ejected_i[k] && ejected_i[o]));
    end
    if (rst_n) begin
      assume (!comes_i || stored_q != 2'd3);
      assume (!credit_i || beyond_q != '0);
      assert (credit == leaves_q);
      assert (next == (stored_q + 3'(comes_i) != '0 && front.head) && !(next && follows));
      if (stored_q + 3'(comes_i) != '0 && !front.head) assert (follows);
      assert (waiting == {stored_q + 3'(comes_i) > 3'd1, stored_q + 3'(comes_i) > 3'(follows)});
      assert (beyond_q - 2'(credit_i) + 2'(send) <= flits);
      assert (room == capacity - ejecting + RoomWidth'(pops));
      if (following_q && pops) assert (buffer == (ahead_q == '0));
      if (!following_q && send) assert (!buffer);
      if (ejecting != '0 && has_flit_i && beyond_q - 2'(credit_i) < flits) assert (send);
      // Invariants.
      assert (!disorder && expects == behind_q && stored_q == \dut.i_injection.count_q );
      assert (beyond_q + \dut.i_credits.count_q == 2'd3 && beyond_q <= flits);
      assert (ejecting <= capacity && (ejecting == '0 || \dut.i_ejection.waits == '0));
      assert (tagged == (following_q ? N'(1) << ahead_q : '0) && (!following_q || ahead_q < ejecting));
      cover (following_q && pops && buffer && follows && ejects_i == N);
      cover (stored_q == 2'd3 && next && beyond_q == 2'd3);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : packet_terminal_formal
