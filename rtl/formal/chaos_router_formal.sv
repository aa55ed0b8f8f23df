`include "net_types.svh"

/// Proof harness of chaos_router: a node of two links and its terminal, with a queue of N packets of one flit. By induction.
///
/// Whatever its neighbours do within their credits, for any setting: no frame overflows, here or beyond; a credit goes back for
/// every packet that came, once; each packet that is here has a buffer of its own, which plays one role; and packets are neither
/// lost nor doubled: those that are here are those that came and have not left.
module chaos_router_formal #(
  parameter int N = 2
) (
  input logic       clk_i,
  input logic [2:0] comes_i,                            // [port]
  input logic [5:0] destination_i,                      // [port]
  input logic [2:0] credit_i,                           // [port]
  input logic [1:0] request_i                           // [link]
);
  localparam int FlitWidth = net_pkg::FlitWidth;
  localparam int Buffers = N + 8;
  localparam int BufferWidth = $clog2(Buffers);
  localparam int Width = 64 + 2 + BufferWidth;
  localparam int CountWidth = $clog2(N + 1);

  (* anyconst *) chaos_site_t site;
  (* anyconst *) logic [1:0] first;
  (* anyconst *) logic start;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_input.full_q , \dut.gen_port[1].gen_link.i_input.full_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_input.receiving_q , \dut.gen_port[1].gen_link.i_input.receiving_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_input.reading_q , \dut.gen_port[1].gen_link.i_input.reading_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_input.unread_q , \dut.gen_port[1].gen_link.i_input.unread_q ;
  (* hierconn *) logic [Width-1:0] \dut.gen_port[0].gen_link.i_input.entry_q , \dut.gen_port[1].gen_link.i_input.entry_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_output.full_q , \dut.gen_port[1].gen_link.i_output.full_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_output.leaving_q , \dut.gen_port[1].gen_link.i_output.leaving_q ;
  (* hierconn *) logic [BufferWidth-1:0] \dut.gen_port[0].gen_link.i_output.frame_q , \dut.gen_port[1].gen_link.i_output.frame_q ;
  (* hierconn *) logic \dut.gen_port[0].gen_link.i_output.i_room.count_q , \dut.gen_port[1].gen_link.i_output.i_room.count_q ;
  (* hierconn *) logic \dut.gen_port[2].gen_terminal.i_terminal.entering_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q ;
  (* hierconn *) logic [2*FlitWidth-1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.count_q ;
  (* hierconn *) logic [2*BufferWidth-1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.packet_o ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.waits ;
  (* hierconn *) logic [CountWidth-1:0] \dut.i_visits.i_queue.count_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.i_visits.i_queue.packet_o ;
  (* hierconn *) logic [N-1:0] \dut.i_visits.i_queue.waits ;
  (* hierconn *) logic [23:0] \dut.i_visits.i_random.state_q ;
  (* hierconn *) logic [Buffers-1:0] \dut.i_store.used_q ;
  (* hierconn *) logic [Buffers-1:0] \dut.has_flit , \dut.tail ;
  logic [3*FlitWidth-1:0] flit_in, flit_out;
  logic [2:0] credit, leaves;
  logic [1:0] request;
  logic [5:0] here_q = '0, beyond_q = '0;               // [port]: packets that came and gave no credit; that left and whose has not come.
  logic [5:0] room_used;
  logic [Buffers-1:0] roles, twice;                     // [buffer]: has one; has two.
  logic [N+5:0] plays;                                  // [role]: there is a packet,
  logic [(N+6)*BufferWidth-1:0] buffer;                 // in this buffer.
  logic [4:0] used, total_q = '0, came, gone;
  logic [CountWidth-1:0] queued;
  logic [1:0] in_full, out_full, ejecting;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 3; p++) begin : gen_port
    assign flit_in[p*FlitWidth +: FlitWidth] = {32'd0, 7'd0, comes_i[p], 8'd0, 15'd0, comes_i[p], 30'd0,
                                                comes_i[p] ? destination_i[2*p +: 2] : 2'd0, 32'd0};
    assign leaves[p] = flit_out[p*FlitWidth + 64 +: 16] != '0;
  end
  chaos_router #(
    .NumPorts(3), .Slots(N), .Flits(1), .InjectionFlits(2), .EjectionSlots(2), .Visits(2), .MaxLatency(1), .Radix(2), .TableNodes(1)
  ) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .latency_i(2'b11), .first_i(first), .table_i(2'b00), .start_i(start),
    .flit_i(flit_in), .credit_o(credit), .flit_o(flit_out), .credit_i, .request_i, .request_o(request)
  );

  assign in_full  = {\dut.gen_port[1].gen_link.i_input.full_q , \dut.gen_port[0].gen_link.i_input.full_q };
  assign out_full = {\dut.gen_port[1].gen_link.i_output.full_q , \dut.gen_port[0].gen_link.i_output.full_q };
  assign queued   = \dut.i_visits.i_queue.count_q ;
  assign ejecting = \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.count_q ;
  always_comb begin
    plays  = '0;
    plays[3:0] = {out_full, in_full};
    for (int s = 0; s < N; s++) plays[4 + s] = s < queued;
    for (int s = 0; s < 2; s++) plays[4 + N + s] = s < ejecting;
    buffer = '0;
    buffer[0 +: BufferWidth]             = \dut.gen_port[0].gen_link.i_input.entry_q [BufferWidth-1:0];
    buffer[BufferWidth +: BufferWidth]   = \dut.gen_port[1].gen_link.i_input.entry_q [BufferWidth-1:0];
    buffer[2*BufferWidth +: BufferWidth] = \dut.gen_port[0].gen_link.i_output.frame_q ;
    buffer[3*BufferWidth +: BufferWidth] = \dut.gen_port[1].gen_link.i_output.frame_q ;
    for (int s = 0; s < N; s++)
      buffer[(4 + s)*BufferWidth +: BufferWidth] = \dut.i_visits.i_queue.packet_o [s*Width +: BufferWidth];
    buffer[(4 + N)*BufferWidth +: 2*BufferWidth] = \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.packet_o ;
    roles = '0;
    twice = '0;
    for (int r = 0; r < N + 6; r++) begin
      for (int b = 0; b < Buffers; b++) begin
        if (plays[r] && buffer[r*BufferWidth +: BufferWidth] == b) begin
          if (roles[b]) twice[b] = 1'b1;
          roles[b] = 1'b1;
        end
      end
    end
    used = '0;
    for (int b = 0; b < Buffers; b++) used = used + 5'(\dut.i_store.used_q [b]);
    came = '0;
    gone = '0;
    for (int p = 0; p < 3; p++) begin
      came = came + 5'(comes_i[p]);
      gone = gone + 5'(leaves[p]);
    end
    room_used = {2'd2 - \dut.gen_port[2].gen_terminal.i_terminal.i_credits.count_q ,
                 1'b0, !\dut.gen_port[1].gen_link.i_output.i_room.count_q , 1'b0, !\dut.gen_port[0].gen_link.i_output.i_room.count_q };
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q <= total_q + came - gone;
      for (int p = 0; p < 3; p++) begin
        here_q[2*p +: 2]   <= here_q[2*p +: 2] + 2'(comes_i[p]) - 2'(credit[p]);
        beyond_q[2*p +: 2] <= beyond_q[2*p +: 2] + 2'(leaves[p]) - 2'(credit_i[p]);
      end
    end
  end

  always @(*) assume (site.topology == net_pkg::Hypercube);
  always @(posedge clk_i) begin
    assume (!site.by_table && site.variant != 2'd3 && site.seed != '0);
    assume (site.node < 4 && site.visits != '0 && site.visits <= 2 && site.queue_size >= 2 && site.queue_size <= N);
    assume (site.ejection_slots != '0 && site.ejection_slots <= 2 && site.injection_flits != '0 && site.injection_flits <= 2);
    if (rst_n) begin
      for (int p = 0; p < 3; p++) begin
        assume (!comes_i[p] || here_q[2*p +: 2] < (p == 2 ? 2'd2 : 2'd1));
        assume (!credit_i[p] || beyond_q[2*p +: 2] + 2'(leaves[p]) != '0);
        assert (!credit[p] || here_q[2*p +: 2] != '0);
        assert (beyond_q[2*p +: 2] + 2'(leaves[p]) <= (p == 2 ? site.injection_flits : 16'd1));
        // Invariants.
        assert (beyond_q[2*p +: 2] + 2'(leaves[p]) == room_used[2*p +: 2]);
      end
      assert (roles == \dut.i_store.used_q && twice == '0);
      assert (queued <= site.queue_size && ejecting <= site.ejection_slots);
      assert (total_q == used + 5'(\dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q ) + gone);
      // Invariants.
      assert (used == 5'(in_full[0]) + 5'(in_full[1]) + 5'(out_full[0]) + 5'(out_full[1]) + 5'(queued) + 5'(ejecting));
      assert (here_q[1:0] == 2'(in_full[0]) + 2'(credit[0]) && here_q[3:2] == 2'(in_full[1]) + 2'(credit[1]));
      assert (here_q[5:4] == \dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q + 2'(credit[2]) && here_q[5:4] <= 2'd2);
      assert (!(in_full[0] && credit[0]) && !(in_full[1] && credit[1]));
      assert (!\dut.gen_port[0].gen_link.i_input.receiving_q && !\dut.gen_port[1].gen_link.i_input.receiving_q );
      assert (!\dut.gen_port[0].gen_link.i_input.reading_q && !\dut.gen_port[1].gen_link.i_input.reading_q );
      assert ({\dut.gen_port[1].gen_link.i_input.unread_q , \dut.gen_port[0].gen_link.i_input.unread_q } == in_full);
      assert (!\dut.gen_port[0].gen_link.i_output.leaving_q && !\dut.gen_port[1].gen_link.i_output.leaving_q );
      assert (!\dut.gen_port[2].gen_terminal.i_terminal.entering_q );
      for (int f = 0; f < 2; f++)
        if (f < \dut.gen_port[2].gen_terminal.i_terminal.i_injection.count_q )
          assert (\dut.gen_port[2].gen_terminal.i_terminal.i_injection.flits_q [f*FlitWidth + 64 +: 25] == {1'b1, 24'd1});
      assert (queued == '0 || \dut.i_visits.i_queue.waits == '0);
      assert (ejecting == '0 || \dut.gen_port[2].gen_terminal.i_terminal.i_ejection.waits == '0);
      assert (\dut.i_visits.i_random.state_q != site.seed);
      assert ((\dut.i_store.used_q & ~(\dut.has_flit & \dut.tail )) == '0);
      cover (leaves == 3'b111);
      cover (used == 5'(N + 6));                        // Full.
      cover (used == 5'(N + 6) && site.half_duplex);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : chaos_router_formal
