`include "net_types.svh"

/// Proof harness of exchange_router: a node of two links and its terminal, with N buffers, N >= 2. By induction.
///
/// Whatever its neighbours do by the rules of exchanges, and its terminal within its credits, for any setting: each request that
/// comes is taken in its cycle, and its credit goes one cycle later; one request is out per link at most; a reply goes only
/// where a request has just come, and none where packets cross; the terminal is never sent more than it has room for. Packets are
/// neither lost nor doubled, and any one of them leaves once.
module exchange_router_formal #(
  parameter int N = 2,
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic       clk_i,
  input logic [1:0] request_i,                          // [link]
  input logic [1:0] reply_i,
  input logic [2:0] credit_i,                           // [port], of VC 0.
  input logic       inject_i,                           // A packet from the terminal.
  input logic [2:0] destination_i,                      // [port]
  input logic [2:0] tag_i                               // [port]: the packet to follow.
);
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int Width = net_pkg::PacketWidth;

  (* anyconst *) exchange_site_t site;
  (* anyconst *) logic [19:0] ways;                     // [destination]: {hops, links}
  (* anyconst *) logic start;
  (* hierconn *) logic [N-1:0] \dut.i_buffers.held_q , \dut.i_buffers.kept_q ;
  (* hierconn *) logic [1:0] \dut.i_buffers.idle_q , \dut.i_buffers.waits_q ;
  (* hierconn *) logic [2*N-1:0] \dut.i_buffers.place_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.i_buffers.stored_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q ;
  (* hierconn *) logic [2*FlitWidth-1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q ;
  (* hierconn *) logic \dut.gen_port[2].gen_terminal.i_terminal.entering_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.count_q ;
  (* hierconn *) logic [2*Width-1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.packet_o ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.waits ;
  logic [2:0] comes, leaves, vc;                        // [port]
  logic [3*FlitWidth-1:0] flit_in, flit_out;
  logic [5:0] credit;                                   // [port][VC]
  logic [1:0] came_q = '0, replied_q = '0;              // [link]: a request, a reply has come in the cycle before.
  logic [1:0] out_q = '0, crossed_q = '0, no_answer_q = '0;  // [link]: our request is out; one has come since.
  logic [1:0] asked, asks, answers;
  logic [1:0] here_q = '0, beyond_q = '0;               // Packets without a credit: from the terminal, to it.
  logic [4:0] total_q = '0, arrived, gone, present;
  logic [N+6:0] tags;                                   // Where the packet to follow is.
  logic following_q = 1'b0;
  logic [1:0] stored, ejecting;
  logic [N-1:0] places;
  logic disorder;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 3; p++) begin : gen_port
    assign comes[p] = p == 2 ? inject_i : request_i[p % 2] || reply_i[p % 2];
    assign flit_in[p*FlitWidth +: FlitWidth] =            // A header_t.
      {FlitWidth{comes[p]}} & {39'd0, 1'b1, 7'd0, p != 2 && reply_i[p % 2], 16'd1, 31'd0, destination_i[p], 31'd0, tag_i[p]};
    assign leaves[p] = flit_out[p*FlitWidth + 64 +: 16] != '0;
    assign vc[p]     = flit_out[p*FlitWidth + 80];
  end
  exchange_router #(.NumPorts(3), .Buffers(N), .InjectionFlits(2), .EjectionSlots(2), .TableNodes(2)) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .buffers_i({N{1'b1}}), .links_i(2'b11), .table_i(ways), .start_i(start),
    .flit_i(flit_in), .credit_o(credit), .flit_o(flit_out), .credit_i({1'b0, credit_i[2], 1'b0, credit_i[1], 1'b0, credit_i[0]})
  );
  assign stored   = \dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q ;
  assign ejecting = \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.count_q ;

  always_comb begin
    arrived  = '0;
    gone     = '0;
    present  = 5'(stored) + 5'(ejecting);
    tags     = '0;
    places   = '0;
    disorder = 1'b0;
    for (int p = 0; p < 2; p++) begin
      asks[p]    = leaves[p] && !vc[p];
      answers[p] = leaves[p] && vc[p];
      asked[p]   = out_q[p] || asks[p];
      if (\dut.i_buffers.waits_q [p]) begin
        if ((\dut.i_buffers.place_q [p*N +: N] & (\dut.i_buffers.place_q [p*N +: N] - 1'b1)) != '0
            || \dut.i_buffers.place_q [p*N +: N] == '0 || (\dut.i_buffers.place_q [p*N +: N] & places) != '0)
          disorder = 1'b1;
        places = places | \dut.i_buffers.place_q [p*N +: N];
      end
      if (p < stored && (\dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q [p*FlitWidth + 64 +: 16] != 16'd1
                         || !\dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q [p*FlitWidth + 88]))
        disorder = 1'b1;
      tags[N + p]     = p < stored && \dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q [p*FlitWidth];
      tags[N + 2 + p] = p < ejecting && \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.packet_o [p*Width];
    end
    for (int b = 0; b < N; b++) begin
      present = present + 5'(\dut.i_buffers.held_q [b]);
      tags[b] = \dut.i_buffers.held_q [b] && \dut.i_buffers.stored_q [b*Width];
    end
    for (int p = 0; p < 3; p++) begin
      arrived = arrived + 5'(comes[p]);
      gone    = gone + 5'(leaves[p]);
      tags[N + 4 + p] = leaves[p] && flit_out[p*FlitWidth];
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q     <= total_q + arrived - gone;
      following_q <= tag_i != '0 || following_q && tags[N + 4 +: 3] == '0;
      came_q      <= request_i;
      replied_q   <= reply_i;
      no_answer_q <= asked & ~crossed_q & ~credit_i[1:0];
      out_q       <= asked & ~credit_i[1:0];
      crossed_q   <= asked & ~credit_i[1:0] & (crossed_q | request_i);
      here_q      <= here_q + 2'(inject_i) - 2'(credit[4]);
      beyond_q    <= beyond_q + 2'(leaves[2]) - 2'(credit_i[2]);
    end
  end

  always @(posedge clk_i) begin
    assume (site.seed != '0 && site.priority_of != 2'd3);
    assume (site.injection_flits != '0 && site.injection_flits <= 2 && site.ejection_slots != '0 && site.ejection_slots <= 2);
    assume ((tag_i & (tag_i - 1'b1)) == '0 && (tag_i & ~{inject_i, request_i | reply_i}) == '0);
    assume (!following_q || tag_i == '0);
    if (rst_n) begin
      assume (!inject_i || here_q < site.injection_flits);
      assume (!credit_i[2] || beyond_q + 2'(leaves[2]) != '0);
      for (int p = 0; p < 2; p++) begin
        assume (!credit_i[p] || asked[p]);
        assume (!reply_i[p] || asked[p] && !crossed_q[p] && credit_i[p] && !request_i[p]);
        assert (credit[2*p +: 2] == {replied_q[p], came_q[p]});
        assert (!(asks[p] && out_q[p]));
        assert (!answers[p] || came_q[p] && !no_answer_q[p]);
      end
      assert (!credit[5] && !vc[2]);
      assert (beyond_q + 2'(leaves[2]) <= site.injection_flits);
      assert (!credit[4] || here_q != '0);
      // Invariants.
      assert (total_q == present + gone);
      assert (tags == '0 ? !following_q : following_q && (tags & (tags - 1'b1)) == '0);
      assert (~\dut.i_buffers.idle_q == asked && \dut.i_buffers.waits_q == (asked & ~crossed_q));
      assert ((\dut.i_buffers.held_q & \dut.i_buffers.kept_q ) == '0 && \dut.i_buffers.kept_q == places && !disorder);
      assert (here_q == stored + 2'(credit[4]) && here_q <= site.injection_flits);
      assert (3'(beyond_q) + 3'(leaves[2]) + 3'(\dut.gen_port[2].gen_terminal.i_terminal.i_credits.count_q ) == 3'd2);
      assert (ejecting <= site.ejection_slots && (ejecting == '0 || \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.waits == '0));
      assert (!\dut.gen_port[2].gen_terminal.i_terminal.entering_q );
      cover (answers == 2'b11 && present == 5'(N));
      cover (asks == 2'b11 && leaves[2]);
      cover (following_q && tags[N + 4]);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : exchange_router_formal
