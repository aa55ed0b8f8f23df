`include "net_types.svh"

/// Proof harness of the assembly of queue_input, of two classes with buffers of N packets each. By induction.
///
/// Whatever comes within the credits, and whatever is read: each packet is offered at its destination's side, to the queues or
/// as one that has arrived; any one packet comes out once, unchanged, with its class; packets of a class are read a routing
/// cycle apart; each one that is read gives a credit, one cycle later.
module queue_input_formal #(
  parameter int N = 2                                   // Packets of a buffer.
) (
  input logic       clk_i,
  input logic       comes_i,
  input logic       class_i,
  input logic [2:0] packet_i,                           // {it is the one to follow, content, it is for this node}
  input logic [1:0] takes_i
);
  localparam int CountWidth = $clog2(N + 1);
  localparam int Width = net_pkg::PacketWidth;

  (* anyconst *) logic [3:0] phits;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_class[0].i_buffer.count_q , \dut.gen_class[1].i_buffer.count_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.gen_class[0].i_buffer.flits_q , \dut.gen_class[1].i_buffer.flits_q ;
  (* hierconn *) logic [3:0] \dut.gen_class[0].i_transfer.left_q , \dut.gen_class[1].i_transfer.left_q ;
  header_t header;
  logic [1:0] credit, enter, arrived, read, read_q = '0;
  logic [2*Width-1:0] front;
  logic [2*CountWidth-1:0] stored_q = '0;
  logic [2*N-1:0] tagged;
  logic [1:0] now;                                      // [class]: comes in this cycle, the one to follow.
  logic [1:0] goes;
  logic following_q = 1'b0, content_q = 1'b0, class_q = 1'b0;
  logic rst_n = 1'b0;

  always_comb begin
    header = '0;
    if (comes_i) begin
      header.head        = 1'b1;
      header.remaining   = 16'd1;
      header.vc          = 8'(class_i);
      header.packet      = 32'(packet_i[2:1]);
      header.destination = 32'(packet_i[0]);
    end
  end
  assign read = takes_i & (enter | arrived);
  queue_input #(.NumQueues(2), .Depth(N)) dut (
    .clk_i, .rst_ni(rst_n), .node_i(32'd1), .phits_i(phits), .flit_i({32'd0, header}), .credit_o(credit),
    .enter_o(enter), .arrived_o(arrived), .front_o(front), .read_i(read)
  );

  for (genvar n = 0; n < N; n++) begin : gen_slot
    assign tagged[n]     = \dut.gen_class[0].i_buffer.flits_q [n*Width + 1];
    assign tagged[N + n] = \dut.gen_class[1].i_buffer.flits_q [n*Width + 1];
  end
  always_comb begin
    for (int c = 0; c < 2; c++) begin
      now[c]  = comes_i && class_i == c && packet_i[2];
      goes[c] = read[c] && front[c*Width + 1];
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n  <= 1'b1;
    read_q <= rst_n ? read : '0;
    if (rst_n) begin
      for (int c = 0; c < 2; c++)
        stored_q[c*CountWidth +: CountWidth] <= stored_q[c*CountWidth +: CountWidth]
                                              + CountWidth'(comes_i && class_i == c) - CountWidth'(read[c]);
      following_q <= (following_q || now != '0) && goes == '0;
      if (now != '0) {content_q, class_q} <= {packet_i[1], class_i};
    end
  end

  always @(posedge clk_i) begin
    assume (phits != '0 && phits <= 3);
    if (rst_n) begin
      assume (!comes_i || stored_q[class_i*CountWidth +: CountWidth] != N);
      assume (!following_q || !packet_i[2]);
      assert (credit == read_q);
      assert ((enter & arrived) == '0);
      if (goes != '0) begin
        assert (following_q || now != '0);
        assert (goes == 2'd1 << (following_q ? class_q : class_i));
        assert (front[goes[1]*Width] == (following_q ? content_q : packet_i[1]));
      end
      for (int c = 0; c < 2; c++) begin
        if (enter[c] || arrived[c]) assert (arrived[c] == front[c*Width + 32]);
        if (phits > 1 && read_q[c]) assert (!enter[c] && !arrived[c]);
        if (phits == 1 && stored_q[c*CountWidth +: CountWidth] != '0) assert (enter[c] || arrived[c]);
      end
      // Invariants.
      assert (stored_q == {\dut.gen_class[1].i_buffer.count_q , \dut.gen_class[0].i_buffer.count_q });
      assert (\dut.gen_class[0].i_buffer.count_q <= N && \dut.gen_class[1].i_buffer.count_q <= N);
      assert ((tagged != '0) == following_q && (tagged & (tagged - 1'b1)) == '0);
      for (int n = 0; n < N; n++) begin
        if (tagged[n]) assert (!class_q && n < stored_q[0 +: CountWidth]
                               && \dut.gen_class[0].i_buffer.flits_q [n*Width] == content_q);
        if (tagged[N + n]) assert (class_q && n < stored_q[CountWidth +: CountWidth]
                                   && \dut.gen_class[1].i_buffer.flits_q [n*Width] == content_q);
      end
      if (read_q[0]) assert (\dut.gen_class[0].i_transfer.left_q == phits - 1);
      if (read_q[1]) assert (\dut.gen_class[1].i_transfer.left_q == phits - 1);
      assert (\dut.gen_class[0].i_transfer.left_q < phits && \dut.gen_class[1].i_transfer.left_q < phits);
      cover (goes[1] && following_q && read[0] && arrived[1]);
      cover (stored_q[0 +: CountWidth] == N && phits == 3 && read[0]);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_input_formal
