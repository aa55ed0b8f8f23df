/// Proof harness of exchange_switch: two links, N buffers, N >= 2. By induction.
///
/// Whatever the neighbours do by the rules of exchanges, and whatever is injected: no request is ever refused, as there always is
/// a buffer for it or a packet to give for it; each link is in one exchange of this node at most, and a buffer is kept for it;
/// packets are neither lost nor doubled, and any one of them leaves once, over a link that brings it nearer unless it is given
/// away; a packet that goes first by age is never passed over by a link that it wants.
module exchange_switch_formal #(
  parameter int N = 3,                                  // Buffers.
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic       clk_i,
  input logic [1:0] request_i,                          // [link]
  input logic [1:0] reply_i,
  input logic [1:0] credit_i,
  input logic [5:0] ways_i,                             // [port][link]
  input logic [2:0] tag_i,                              // [port]: the packet to follow.
  input logic [5:0] age_i,                              // [port]
  input logic [1:0] room_i,
  input logic       next_i
);
  localparam int Width = net_pkg::PacketWidth;

  (* anyconst *) logic [1:0] ranked;                    // net_pkg::ByAge and so on.
  (* anyconst *) logic [23:0] seed;
  (* anyconst *) logic start;
  (* hierconn *) logic [N-1:0] \dut.held_q , \dut.kept_q ;
  (* hierconn *) logic [1:0] \dut.idle_q , \dut.waits_q ;
  (* hierconn *) logic [2*N-1:0] \dut.place_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.stored_q ;
  (* hierconn *) logic [N*2-1:0] \dut.ways_q ;
  (* hierconn *) logic [N*72-1:0] \dut.rank_q ;
  (* hierconn *) logic [23:0] \dut.i_random.state_q ;
  logic [3*Width-1:0] packet;
  logic [1:0] ask, answer, tagged_out;
  logic [2*Width-1:0] sent, ejected;
  logic injects;
  logic [1:0] ejects;
  logic [CountWidth:0] total_q = '0;                    // Packets here.
  logic following_q = 1'b0;                             // The tagged packet is here.
  logic [1:0] ways_q = '0, age_q = '0;                  // Its.
  logic enters, leaves, ejected_now;
  logic [1:0] ways_in;                                  // Of the one that enters.
  logic [2:0] comes;                                    // [port]
  logic [N-1:0] tagged, places;
  logic disorder;
  logic [CountWidth:0] held;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 3; p++) begin : gen_port
    assign packet[p*Width +: Width] = {30'd0, age_i[2*p +: 2], 32'd0, 31'd0, tag_i[p]};
  end
  exchange_switch #(.NumPorts(3), .Buffers(N), .EjectionSlots(2)) dut (
    .clk_i, .rst_ni(rst_n), .priority_i(ranked), .buffers_i({N{1'b1}}), .links_i(2'b11), .seed_i(seed), .start_i(start),
    .request_i, .reply_i, .packet_i(packet), .ways_i, .distance_i(24'd0), .credit_i, .room_i, .next_i, .ask_o(ask),
    .answer_o(answer), .sent_o(sent), .inject_o(injects), .ejects_o(ejects), .ejected_o(ejected)
  );

  assign comes      = {injects, request_i | reply_i};
  assign enters     = (comes & tag_i) != '0;
  assign tagged_out = (ask | answer) & {sent[Width], sent[0]};
  assign ejected_now = ejects != '0 && ejected[0] || ejects > 2'd1 && ejected[Width];
  assign leaves     = tagged_out != '0 || ejected_now;
  assign ways_in    = tag_i[0] ? ways_i[1:0] : tag_i[1] ? ways_i[3:2] : ways_i[5:4];
  always_comb begin
    held     = '0;
    places   = '0;
    disorder = 1'b0;
    for (int b = 0; b < N; b++) begin
      held      = held + (CountWidth+1)'(\dut.held_q [b]);
      tagged[b] = \dut.held_q [b] && \dut.stored_q [b*Width];
      if (\dut.held_q [b] && ranked == net_pkg::ByAge
          && \dut.rank_q [b*72 +: 72] != {6'd0, 2'd0, 30'd0, \dut.stored_q [b*Width + 64 +: 2], \dut.stored_q [b*Width +: 32]})
        disorder = 1'b1;
      if (tagged[b] && (\dut.ways_q [2*b +: 2] != ways_q || \dut.stored_q [b*Width + 64 +: 2] != age_q)) disorder = 1'b1;
      if (\dut.held_q [b] && \dut.stored_q [b*Width + 66 +: 30] != '0) disorder = 1'b1;
    end
    for (int p = 0; p < 2; p++) begin
      if (\dut.waits_q [p]) begin
        if ((\dut.place_q [p*N +: N] & (\dut.place_q [p*N +: N] - 1'b1)) != '0 || \dut.place_q [p*N +: N] == '0) disorder = 1'b1;
        if ((\dut.place_q [p*N +: N] & places) != '0) disorder = 1'b1;
        places = places | \dut.place_q [p*N +: N];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q <= total_q + (CountWidth+1)'(comes[0]) + (CountWidth+1)'(comes[1]) + (CountWidth+1)'(comes[2])
               - (CountWidth+1)'(ask[0] || answer[0]) - (CountWidth+1)'(ask[1] || answer[1]) - (CountWidth+1)'(ejects);
      following_q <= (following_q || enters) && !leaves;
      if (enters) {ways_q, age_q} <= {ways_in, tag_i[0] ? age_i[1:0] : tag_i[1] ? age_i[3:2] : age_i[5:4]};
    end
  end

  always @(posedge clk_i) begin
    assume (ranked != 2'd3 && seed != '0 && room_i <= 2'd2);
    assume ((tag_i & (tag_i - 1'b1)) == '0 && (tag_i & {!next_i, ~(request_i | reply_i)}) == '0);
    assume (!following_q || tag_i == '0);               // There is one such packet.
    if (rst_n) begin
      for (int p = 0; p < 2; p++) begin
        assume (!(request_i[p] && reply_i[p]));
        assume (!reply_i[p] || \dut.waits_q [p] && credit_i[p]);
        assume (!credit_i[p] || !\dut.idle_q [p]);
        assert (!(ask[p] && answer[p]) && (!answer[p] || request_i[p]));
        if (ask[p]) assert (\dut.idle_q [p] || credit_i[p]);
        if (\dut.waits_q [p] && !credit_i[p]) assert (!answer[p]);  // Where packets cross there is no reply.
        if (ask[p] && tagged_out[p]) assert (ways_q[p]);
        if (following_q && !leaves && ask[p] && ways_q[p] && ranked == net_pkg::ByAge)
          assert ({sent[p*Width + 64 +: 2], sent[p*Width +: 1]} <= {age_q, 1'b1});
        if (following_q && !leaves && ways_q[p] && \dut.idle_q [p] && !answer[p]) assert (ask[p]);
      end
      assert (!leaves || following_q || enters);
      assert (!ejected_now || (following_q ? ways_q : ways_in) == '0);
      assert (tagged_out == '0 || following_q);         // Not in the cycle in which it came.
      assert (ejects <= room_i && (!injects || next_i));
      // Invariants.
      assert (total_q == held);
      assert ((\dut.held_q & \dut.kept_q ) == '0 && \dut.kept_q == places && !disorder);
      assert ((\dut.waits_q & \dut.idle_q ) == '0);
      assert ((tagged != '0) == following_q && (tagged & (tagged - 1'b1)) == '0);
      assert (\dut.i_random.state_q != seed);
      cover (answer == 2'b11 && held == N);
      cover (ask == 2'b11 && injects);
      cover (request_i == 2'b11 && \dut.waits_q == 2'b11);  // Both cross.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : exchange_switch_formal
