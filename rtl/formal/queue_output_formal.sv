`include "net_types.svh"

/// Proof harness of the assembly of queue_output, of two classes to buffers of up to N packets. By induction.
///
/// Whenever credits come back: no buffer beyond overflows; a class is free if and only if the link rests and its buffer has
/// room; and each packet is on the link one cycle later, with its class, and nothing else is.
module queue_output_formal #(
  parameter int N = 4                                   // Packets of a buffer beyond, at most.
) (
  input logic        clk_i,
  input logic [1:0]  credit_i,
  input logic [1:0]  sends_i,
  input logic [2:0]  packet_i                           // {payload, destination, packet}
);
  localparam int CountWidth = $clog2(N + 1);

  (* anyconst *) logic [3:0] phits;
  (* anyconst *) logic [7:0] depth;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_class[0].i_credits.count_q , \dut.gen_class[1].i_credits.count_q ;
  (* hierconn *) logic [3:0] \dut.i_transfer.left_q ;
  logic [net_pkg::PacketWidth-1:0] packet;
  logic [net_pkg::FlitWidth-1:0] flit;
  header_t header;
  logic [1:0] free, send, send_q = '0;
  logic [2:0] packet_q = '0;
  logic [2*CountWidth-1:0] beyond_q = '0;               // [class]: packets that were sent, and have given no credit.
  logic [1:0] since_q = '1;                             // Cycles since the last one was sent, up to 3.
  logic rst_n = 1'b0;

  assign packet = {31'd0, packet_i[2], 31'd0, packet_i[1], 31'd0, packet_i[0]};
  assign send   = sends_i & free & {!(sends_i[0] && free[0]), 1'b1};
  queue_output #(.NumQueues(2), .Depth(N)) dut (
    .clk_i, .rst_ni(rst_n), .depth_i(depth), .phits_i(phits), .credit_i, .free_o(free), .send_i(send), .packet_i(packet),
    .flit_o(flit)
  );
  assign header = flit[net_pkg::HeaderWidth-1:0];

  always_ff @(posedge clk_i) begin
    rst_n    <= 1'b1;
    send_q   <= rst_n ? send : '0;
    packet_q <= packet_i;
    if (rst_n) begin
      since_q <= send != '0 ? 2'd1 : since_q + 2'(since_q != 2'd3);
      for (int c = 0; c < 2; c++)
        beyond_q[c*CountWidth +: CountWidth] <= beyond_q[c*CountWidth +: CountWidth] + CountWidth'(send[c])
                                              - CountWidth'(credit_i[c]);
    end
  end

  always @(posedge clk_i) begin
    assume (phits != '0 && phits <= 3);
    assume (depth != '0 && depth <= N);
    if (rst_n) begin
      for (int c = 0; c < 2; c++) begin
        assume (!credit_i[c] || beyond_q[c*CountWidth +: CountWidth] != '0);
        assert (beyond_q[c*CountWidth +: CountWidth] <= depth);
        assert (free[c] == (since_q >= phits && beyond_q[c*CountWidth +: CountWidth] - CountWidth'(credit_i[c]) < depth));
      end
      if (send_q == '0) begin
        assert (flit == '0);
      end else begin
        assert (header.vc == 8'(send_q[1]) && header.remaining == 16'd1 && header.head && header.unused == '0);
        assert (header.packet == 32'(packet_q[0]) && header.destination == 32'(packet_q[1]));
        assert (flit[127:96] == 32'(packet_q[2]));
      end
      // Invariants.
      assert (beyond_q[0 +: CountWidth] + \dut.gen_class[0].i_credits.count_q == N);
      assert (beyond_q[CountWidth +: CountWidth] + \dut.gen_class[1].i_credits.count_q == N);
      assert (\dut.i_transfer.left_q == (since_q >= phits ? 4'd0 : phits - since_q));
      cover (beyond_q[CountWidth +: CountWidth] == N && send[0] && credit_i[1]);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_output_formal
