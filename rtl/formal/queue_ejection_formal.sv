/// Proof harness of the assembly of queue_ejection, of three input buffers and up to N packets. By induction.
///
/// Any one packet goes to the terminal once and unchanged, and there are never more than the capacity says. If the terminal
/// has room, the oldest goes a routing cycle after it came, as often as the period allows: with one of a cycle in every
/// cycle, with one and a half not in three cycles on end, with two not in two. Where there is room, who has arrived is taken.
module queue_ejection_formal #(
  parameter int N = 2                                   // Packets.
) (
  input logic        clk_i,
  input logic [2:0]  arrived_i,
  input logic [5:0]  front_i,                           // [buffer]: {it is the one to follow, content}
  input logic        free_i
);
  localparam int CountWidth = $clog2(N + 1);
  localparam int Width = net_pkg::PacketWidth;

  (* anyconst *) logic [7:0] capacity;
  (* anyconst *) logic [1:0] halves;                    // Half cycles from packet to packet, and two.
  (* anyconst *) logic [1:0] start;
  (* hierconn *) logic [CountWidth-1:0] \dut.count ;
  (* hierconn *) logic [N-1:0] \dut.i_queue.waits ;
  (* hierconn *) logic [N*Width-1:0] \dut.stored ;
  (* hierconn *) logic [31:0] \dut.wait_q ;
  logic [3*Width-1:0] front;
  logic [Width-1:0] packet;
  logic [2:0] read, comes;
  logic [N-1:0] tagged;
  logic [1:0] sent_q = '0;                              // In the last cycle, and in the one before.
  logic [3:0] total_q = '0;
  logic send, following_q = 1'b0, content_q = 1'b0;
  logic rst_n = 1'b0;

  for (genvar b = 0; b < 3; b++) begin : gen_front
    assign front[b*Width +: Width] = Width'(front_i[b*2 +: 2]);
    assign comes[b] = read[b] && front_i[b*2 + 1];
  end
  for (genvar n = 0; n < N; n++) begin : gen_slot
    assign tagged[n] = n < total_q && \dut.stored [n*Width + 1];
  end
  queue_ejection #(.NumBuffers(3), .Slots(N), .PhitWidth(1)) dut (
    .clk_i, .rst_ni(rst_n), .capacity_i(capacity), .phits_i(1'b1), .period_i(32'd65536 + 32'd32768 * 32'(halves)),
    .start_i(start), .arrived_i, .front_i(front), .read_o(read), .free_i, .send_o(send), .packet_o(packet)
  );

  always_ff @(posedge clk_i) begin
    rst_n  <= 1'b1;
    sent_q <= rst_n ? {sent_q[0], send} : '0;
    if (rst_n) begin
      total_q     <= total_q + 4'(read[0]) + 4'(read[1]) + 4'(read[2]) - 4'(send);
      following_q <= comes != '0 || following_q && !(send && packet[1]);
      for (int b = 0; b < 3; b++) if (comes[b]) content_q <= front_i[b*2];
    end
  end

  always @(posedge clk_i) begin
    assume (capacity != '0 && capacity <= N);
    assume (halves <= 2);
    assume (start < 3);
    if (rst_n) begin
      for (int b = 0; b < 3; b++) begin
        for (int a = 0; a < b; a++) assume (!front_i[b*2 + 1] || !front_i[a*2 + 1]);
        assume (!following_q || !front_i[b*2 + 1]);
      end
      assert ((read & ~arrived_i) == '0);
      assert (!send || free_i && total_q != '0);
      if (send && packet[1]) assert (following_q && packet[0] == content_q);
      if (total_q - 4'(send) < capacity && arrived_i != '0) assert (read != '0);
      if (free_i && total_q != '0 && (halves == 0 || sent_q == '0)) assert (send);
      if (halves == 1) assert (!(send && sent_q == 2'b11));
      if (halves == 2) assert (!(send && sent_q[0]));
      // Invariants.
      assert (total_q <= capacity);
      assert (\dut.count == total_q);
      assert (\dut.i_queue.waits == '0);
      assert ((tagged != '0) == following_q && (tagged & (tagged - 1'b1)) == '0);
      for (int n = 0; n < N; n++) if (tagged[n]) assert (\dut.stored [n*Width] == content_q);
      if (sent_q == 2'b11) assert (\dut.wait_q == 32'd65536 + 32'd65536 * 32'(halves));
      else if (sent_q == 2'b01)
        assert (\dut.wait_q == 32'd65536 + 32'd32768 * 32'(halves) || halves == 1 && \dut.wait_q == 32'd131072);
      else if (sent_q == 2'b10) assert (\dut.wait_q <= 32'd65536);
      else assert (\dut.wait_q <= 32'd32768 * 32'(halves == 1));
      cover (following_q && tagged[N-1] && send && read == 3'b010);
      cover (halves == 1 && sent_q == 2'b11 && total_q != '0 && free_i);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_ejection_formal
