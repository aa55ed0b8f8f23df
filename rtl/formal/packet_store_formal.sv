/// Proof harness of packet_store and packet_reader: three buffers for packets of up to N flits, two ports. By induction.
///
/// Whatever comes and leaves: a head flit gets a buffer that no packet has, never one for two; what is in any one buffer is the
/// flits of its packet in their order, each once and unchanged, and a reader sees it so; with its tail the buffer is free.
module packet_store_formal #(
  parameter int N = 2,                                  // Flits of a packet, >= 2.
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic                    clk_i,
  input logic [1:0]              comes_i,               // [port]
  input logic [2*CountWidth-1:0] length_i,              // [port]: of a packet.
  input logic [1:0]              packet_i,              // [port]
  input logic [1:0]              payload_i,             // [port]
  input logic [1:0]              take_i,                // [port]
  input logic [3:0]              buffer_i               // [port]
);
  localparam int FlitWidth = net_pkg::FlitWidth;

  (* anyconst *) logic [1:0] which;                     // Any one buffer.
  (* hierconn *) logic [2:0] \dut.used_q ;
  (* hierconn *) logic [1:0] \dut.gen_opener[0].into_q , \dut.gen_opener[1].into_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_buffer[0].length_q , \dut.gen_buffer[1].length_q , \dut.gen_buffer[2].length_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_buffer[0].arrived_q , \dut.gen_buffer[1].arrived_q , \dut.gen_buffer[2].arrived_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_buffer[0].left_q , \dut.gen_buffer[1].left_q , \dut.gen_buffer[2].left_q ;
  (* hierconn *) logic [63:0] \dut.gen_buffer[0].header_q , \dut.gen_buffer[1].header_q , \dut.gen_buffer[2].header_q ;
  (* hierconn *) logic [N*32-1:0] \dut.gen_buffer[0].payloads_q , \dut.gen_buffer[1].payloads_q , \dut.gen_buffer[2].payloads_q ;
  logic [1:0] open, follow;
  logic [2*CountWidth-1:0] rest_q = '0, rest;           // [port]: flits that are to come; with that of now.
  logic [2*FlitWidth-1:0] flit, seen;
  logic [3:0] opened;
  logic [2:0] has_flit, has_two, tail, free;
  logic [3*FlitWidth-1:0] flits;
  logic [1:0] seen_flit, seen_tail, seen_more;          // By the readers, [port].
  // The packet of that buffer.
  logic held_q = 1'b0, port_q = 1'b0, packet_q = 1'b0;
  logic [N-1:0] payload_q = '0, payload;                // [flit]
  logic [CountWidth-1:0] length_q = '0, arrived_q = '0, left_q = '0, arrived;
  logic [1:0] starts, follows, takes;
  logic [FlitWidth-1:0] expected;
  logic [3*CountWidth-1:0] lengths, arrivals, lefts;    // [buffer]: its own.
  logic [3:0] into;                                     // [port]
  logic [63:0] header;
  logic [N*32-1:0] payloads;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 2; p++) begin : gen_port
    assign open[p]   = comes_i[p] && rest_q[p*CountWidth +: CountWidth] == '0;
    assign follow[p] = comes_i[p] && rest_q[p*CountWidth +: CountWidth] != '0;
    assign rest[p*CountWidth +: CountWidth] = open[p] ? length_i[p*CountWidth +: CountWidth] : rest_q[p*CountWidth +: CountWidth];
    assign flit[p*FlitWidth +: FlitWidth] = {31'd0, payload_i[p], 7'd0, open[p], 8'd0,
                                             {16-CountWidth{1'b0}}, rest[p*CountWidth +: CountWidth], 63'd0, packet_i[p]};
    packet_reader #(.Buffers(3)) i_reader (
      .buffer_i(buffer_i[2*p +: 2]), .has_flit_i(has_flit), .has_two_i(has_two), .tail_i(tail), .flit_i(flits),
      .has_flit_o(seen_flit[p]), .tail_o(seen_tail[p]), .flit_o(seen[p*FlitWidth +: FlitWidth]), .take_i(take_i[p]),
      .more_o(seen_more[p])
    );
    assign starts[p]  = open[p] && opened[2*p +: 2] == which;
    assign follows[p] = follow[p] && held_q && arrived_q != length_q && port_q == p;
    assign takes[p]   = take_i[p] && buffer_i[2*p +: 2] == which;
  end
  packet_store #(.NumPorts(2), .Buffers(3), .Flits(N)) dut (
    .clk_i, .rst_ni(rst_n), .open_i(open), .follow_i(follow), .flit_i(flit), .opened_o(opened), .has_flit_o(has_flit),
    .has_two_o(has_two), .tail_o(tail), .flit_o(flits), .take_i, .buffer_i
  );

  assign free = ~\dut.used_q ;
  always_comb begin
    lengths  = {\dut.gen_buffer[2].length_q , \dut.gen_buffer[1].length_q , \dut.gen_buffer[0].length_q };
    arrivals = {\dut.gen_buffer[2].arrived_q , \dut.gen_buffer[1].arrived_q , \dut.gen_buffer[0].arrived_q };
    lefts    = {\dut.gen_buffer[2].left_q , \dut.gen_buffer[1].left_q , \dut.gen_buffer[0].left_q };
    into     = {\dut.gen_opener[1].into_q , \dut.gen_opener[0].into_q };
    header   = which == 2'd0 ? \dut.gen_buffer[0].header_q : which == 2'd1 ? \dut.gen_buffer[1].header_q
             : \dut.gen_buffer[2].header_q ;
    payloads = which == 2'd0 ? \dut.gen_buffer[0].payloads_q : which == 2'd1 ? \dut.gen_buffer[1].payloads_q
             : \dut.gen_buffer[2].payloads_q ;
    payload = payload_q;
    arrived = arrived_q;
    for (int p = 0; p < 2; p++) begin
      if (follows[p]) begin
        payload[arrived_q] = payload_i[p];
        arrived            = arrived_q + 1'b1;
      end
    end
    expected = {31'd0, payload[left_q], 7'd0, left_q == '0, 8'd0, 16'd0, 63'd0, packet_q};
    expected[64 +: CountWidth] = length_q - left_q;
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      for (int p = 0; p < 2; p++)
        rest_q[p*CountWidth +: CountWidth] <= rest[p*CountWidth +: CountWidth] - CountWidth'(comes_i[p]);
      if (starts != '0) begin
        held_q       <= 1'b1;
        port_q       <= starts[1];
        packet_q     <= packet_i[starts[1]];
        length_q     <= starts[1] ? length_i[CountWidth +: CountWidth] : length_i[0 +: CountWidth];
        payload_q[0] <= payload_i[starts[1]];
        arrived_q    <= CountWidth'(1);
        left_q       <= '0;
      end else begin
        payload_q <= payload;
        arrived_q <= arrived;
        left_q    <= left_q + CountWidth'(takes != '0);
        if (takes != '0 && left_q + 1'b1 == length_q) held_q <= 1'b0;
      end
    end
  end

  always @(posedge clk_i) begin
    assume (which != 2'd3 && buffer_i[1:0] != 2'd3 && buffer_i[3:2] != 2'd3);
    for (int p = 0; p < 2; p++)
      assume (length_i[p*CountWidth +: CountWidth] != '0 && length_i[p*CountWidth +: CountWidth] <= N);
    assume (take_i != 2'b11 || buffer_i[1:0] != buffer_i[3:2]);
    if (rst_n) begin
      assume (open == '0 || free != '0 && (open != 2'b11 || (free & (free - 1'b1)) != '0));
      for (int p = 0; p < 2; p++) begin
        if (take_i[p]) assume (\dut.used_q [buffer_i[2*p +: 2]] && has_flit[buffer_i[2*p +: 2]]);
        if (open[p]) assert (opened[2*p +: 2] != 2'd3 && free[opened[2*p +: 2]]);
        if (held_q && buffer_i[2*p +: 2] == which) begin
          assert (seen_flit[p] == (arrived != left_q));
          assert (seen_tail[p] == (length_q - left_q == CountWidth'(1)));
          assert (seen_more[p] == (left_q + CountWidth'(take_i[p]) < arrived));
          if (seen_flit[p]) assert (seen[p*FlitWidth +: FlitWidth] == expected);
        end
      end
      assert (starts != 2'b11 && (starts == '0 || !held_q));
      assert (held_q == \dut.used_q [which]);
      // Invariants.
      if (held_q) begin
        assert (header == {63'd0, packet_q});
        for (int f = 0; f < N; f++) if (f < arrived_q) assert (payloads[f*32 +: 32] == 32'(payload_q[f]));
        assert ({lengths[which*CountWidth +: CountWidth], arrivals[which*CountWidth +: CountWidth],
                 lefts[which*CountWidth +: CountWidth]} == {length_q, arrived_q, left_q});
        if (arrived_q != length_q) assert (rest_q[port_q*CountWidth +: CountWidth] != '0 && into[2*port_q +: 2] == which);
      end
      for (int b = 0; b < 3; b++) begin
        if (!free[b]) assert (lengths[b*CountWidth +: CountWidth] <= N
                              && arrivals[b*CountWidth +: CountWidth] <= lengths[b*CountWidth +: CountWidth]
                              && arrivals[b*CountWidth +: CountWidth] != '0
                              && lefts[b*CountWidth +: CountWidth] <= arrivals[b*CountWidth +: CountWidth]
                              && lefts[b*CountWidth +: CountWidth] < lengths[b*CountWidth +: CountWidth]);
        for (int p = 0; p < 2; p++) begin               // A packet that has not come whole is in its port's buffer.
          assert (rest_q[p*CountWidth +: CountWidth] < N);
          if (rest_q[p*CountWidth +: CountWidth] != '0 && into[2*p +: 2] == b) begin
            assert (!free[b] && (which != b || port_q == p));
            assert (rest_q[p*CountWidth +: CountWidth]
                    == lengths[b*CountWidth +: CountWidth] - arrivals[b*CountWidth +: CountWidth]);
          end
        end
      end
      for (int p = 0; p < 2; p++) if (rest_q[p*CountWidth +: CountWidth] != '0) assert (into[2*p +: 2] != 2'd3);
      if (rest_q[0 +: CountWidth] != '0 && rest_q[CountWidth +: CountWidth] != '0) assert (into[1:0] != into[3:2]);
      cover (held_q && take_i == 2'b11 && comes_i == 2'b11 && left_q == N - 1);
      cover (free == '0);
      cover (follows[1] && takes[0] && arrived_q == left_q);  // As it comes.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : packet_store_formal
