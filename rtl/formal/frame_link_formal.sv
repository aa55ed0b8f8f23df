`include "net_types.svh"

/// Proof harness of the assembly of input_frame and output_frame: both ends of a link of up to N cycles, which carries packets of
/// one or two flits. By induction.
///
/// Whatever the two nodes do by visits, which read the input frame of a channel if there is a packet and may fill its output
/// frame: no frame overflows; a credit goes back for each flit, once; and the four frames of the link never all hold
/// packets that wait, on which the freedom of deadlock rests. A link is wanted if and only if there is something to send.
module frame_link_formal #(
  parameter int N = 2                                   // Cycles of the longest link.
) (
  input logic       clk_i,
  input logic [1:0] visit_i,                            // [end]
  input logic [1:0] fill_i,
  input logic [1:0] grant_i,
  input logic [1:0] has_flit_i,
  input logic [1:0] more_i,                             // It has a flit after what leaves.
  input logic [1:0] short_i                             // The packet has one flit.
);
  localparam int LatencyWidth = $clog2(N + 1);

  (* anyconst *) logic [LatencyWidth-1:0] latency;
  (* hierconn *) logic \gen_end[0].i_input.full_q , \gen_end[1].i_input.full_q ;
  (* hierconn *) logic \gen_end[0].i_input.receiving_q , \gen_end[1].i_input.receiving_q ;
  (* hierconn *) logic \gen_end[0].i_input.reading_q , \gen_end[1].i_input.reading_q ;
  (* hierconn *) logic [1:0] \gen_end[0].i_input.unread_q , \gen_end[1].i_input.unread_q ;
  (* hierconn *) logic \gen_end[0].i_output.full_q , \gen_end[1].i_output.full_q ;
  (* hierconn *) logic \gen_end[0].i_output.leaving_q , \gen_end[1].i_output.leaving_q ;
  (* hierconn *) logic [1:0] \gen_end[0].i_output.i_room.count_q , \gen_end[1].i_output.i_room.count_q ;
  (* hierconn *) logic [LatencyWidth-1:0] \gen_end[0].i_output.i_head_flit.left_q , \gen_end[1].i_output.i_head_flit.left_q ;
  logic [1:0] free, full, visit, fill, send, tail, credit, credit_comes, want;
  logic [1:0] want_q = '0, more_q = '0;
  logic [1:0] behind_q = '0;                            // [end]: the head flit of a packet has left, and not its tail.
  logic [3*2*N-1:0] link_q = '0;                        // [end][cycles since it left]: {it is a flit, a head, a tail}.
  logic [2*N-1:0] credits_q = '0;                       // [end][cycles]: on the way from this end's input frame.
  logic [5:0] comes;                                    // [end]: from the other one.
  logic [1:0] in_full, receiving, reading, out_full, leaving;
  logic [3:0] unread, room;
  logic [2*LatencyWidth-1:0] left;
  logic rst_n = 1'b0;

  for (genvar e = 0; e < 2; e++) begin : gen_end
    logic [net_pkg::FlitWidth-1:0] flit;

    assign flit = {39'd0, comes[3*e + 1], 8'd0, 14'd0, comes[3*e + 2] && !comes[3*e], comes[3*e + 2] && comes[3*e], 64'd0};
    input_frame #(.Flits(2), .Width(1)) i_input (
      .clk_i, .rst_ni(rst_n), .flit_i(flit), .open_o(), .follow_o(), .entry_i(1'b0), .full_o(full[e]), .entry_o(),
      .read_i(visit[e] && full[e]), .credit_o(credit[e])
    );
    output_frame #(.Flits(2), .MaxLatency(N), .BufferWidth(1)) i_output (
      .clk_i, .rst_ni(rst_n), .latency_i(latency), .free_o(free[e]), .fill_i(fill[e]), .buffer_i(1'b0),
      .credit_i(credit_comes[e]), .grant_i(grant_i[e]), .want_o(want[e]), .send_o(send[e]), .buffer_o(),
      .has_flit_i(has_flit_i[e]), .more_i(more_i[e]), .tail_i(tail[e])
    );
    assign visit[e] = visit_i[e] && free[e];
    assign fill[e]  = visit[e] && fill_i[e];
    assign tail[e]  = short_i[e] || behind_q[e];
  end
  assign in_full   = {\gen_end[1].i_input.full_q , \gen_end[0].i_input.full_q };
  assign receiving = {\gen_end[1].i_input.receiving_q , \gen_end[0].i_input.receiving_q };
  assign reading   = {\gen_end[1].i_input.reading_q , \gen_end[0].i_input.reading_q };
  assign unread    = {\gen_end[1].i_input.unread_q , \gen_end[0].i_input.unread_q };
  assign out_full  = {\gen_end[1].i_output.full_q , \gen_end[0].i_output.full_q };
  assign leaving   = {\gen_end[1].i_output.leaving_q , \gen_end[0].i_output.leaving_q };
  assign room      = {\gen_end[1].i_output.i_room.count_q , \gen_end[0].i_output.i_room.count_q };
  assign left      = {\gen_end[1].i_output.i_head_flit.left_q , \gen_end[0].i_output.i_head_flit.left_q };

  always_comb begin
    comes        = '0;
    credit_comes = '0;
    for (int e = 0; e < 2; e++) begin
      for (int b = 0; b < N; b++) begin
        if (latency == LatencyWidth'(b + 1)) comes[3*(1-e) +: 3] = link_q[3*(e*N + b) +: 3];
        if (latency == LatencyWidth'(b + 1)) credit_comes[1-e]   = b == 0 ? credit[e] : credits_q[e*N + b - 1];
      end
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n  <= 1'b1;
    want_q <= rst_n ? want : '0;
    more_q <= more_i;
    if (rst_n) begin
      for (int e = 0; e < 2; e++) begin
        if (send[e]) behind_q[e] <= !tail[e];
        link_q[3*e*N +: 3*N] <= (3*N)'({link_q[3*e*N +: 3*N], send[e], send[e] && !behind_q[e], send[e] && tail[e]});
        credits_q[e*N +: N]  <= N'({credits_q[e*N +: N], credit[e]});
      end
    end
  end

  // Invariants: what is on the way, from the oldest on.
  logic [1:0] expects;                                  // [end]: a flit behind a head flit is the next that comes from there,
  logic [1:0] disorder, heads, mistimed;                // and something else does; a head flit is on the way.
  logic [7:0] total;                                    // [end]: flits, and credits for them, that are out.
  always_comb begin
    disorder = '0;
    heads    = '0;
    mistimed = '0;
    expects  = {receiving[0], receiving[1]};
    for (int e = 0; e < 2; e++) begin
      total[4*e +: 4] = 4'(unread[2*(1-e) +: 2]) + 4'(credit[1-e]);
      for (int b = 0; b < N - 1; b++)
        if (b < 32'(latency) - 1 && credits_q[(1-e)*N + b]) total[4*e +: 4] = total[4*e +: 4] + 1'b1;
      if (left[e*LatencyWidth +: LatencyWidth] != '0) mistimed[e] = 1'b1;
      for (int b = N - 1; b >= 0; b--) begin
        if (b < 32'(latency) && link_q[3*(e*N + b) + 2]) begin
          if (link_q[3*(e*N + b) + 1] == expects[e]) disorder[e] = 1'b1;
          expects[e]      = !link_q[3*(e*N + b)];
          total[4*e +: 4] = total[4*e +: 4] + 1'b1;
        end
        if (b < 32'(latency) && link_q[3*(e*N + b) + 1]) begin
          if (total[4*e +: 4] != 4'd1) disorder[e] = 1'b1;  // All of the packet before it has been credited.
          heads[e]    = 1'b1;
          mistimed[e] = 32'(left[e*LatencyWidth +: LatencyWidth]) != 32'(latency) - 1 - b;
        end
      end
    end
  end

  always @(posedge clk_i) begin
    assume (latency != '0 && latency <= N);
    if (rst_n) begin
      assert ({in_full, out_full} != 4'b1111);
      for (int e = 0; e < 2; e++) begin                 // A link is wanted for what there is, whatever comes besides.
        assume (!behind_q[e] || !more_q[e] || has_flit_i[e]);
        if (want_q[e]) assert (send[e] == grant_i[e]);
        if (!want_q[e] && send[e]) assert (behind_q[e] ? !more_q[e] : fill[e] || credit_comes[e]);
      end
      // Invariants.
      for (int e = 0; e < 2; e++) begin
        assert (!disorder[e] && expects[e] == behind_q[e] && leaving[e] == behind_q[e]);
        assert (!mistimed[e]);
        assert (want_q[e] == (behind_q[e] ? more_q[e] : out_full[e] && room[2*e +: 2] == 2'd2));
        assert (4'(room[2*e +: 2]) + total[4*e +: 4] == 4'd2);
        assert (!behind_q[e] || total[4*e +: 4] < 4'd2);
        if (heads[e]) assert (!out_full[e] && !in_full[1-e] && !reading[1-e] && !receiving[1-e] && unread[2*(1-e) +: 2] == '0);
        assert (!(in_full[e] && reading[e]));
        assert ((in_full[e] || reading[e]) == (unread[2*e +: 2] != '0 || receiving[e]));
        assert (!in_full[e] || unread[2*e +: 2] != '0);
        for (int b = 0; b < N; b++)
          assert (link_q[3*(e*N + b) + 2] || link_q[3*(e*N + b) +: 2] == '0);
      end
      cover (in_full == 2'b11 && out_full == 2'b01 && latency == N);
      cover (in_full == 2'b01 && out_full == 2'b11);
      cover (reading == 2'b11 && leaving == 2'b11);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : frame_link_formal
