/// Proof harness of visit_sequencer: two channels, a queue of N packets, one or two visits per cycle. By induction.
///
/// Whatever comes: any one packet that is read or injected is in the queue, if it is not for this node, until it is sent, once, by a
/// channel; if it is, it goes to the ejection buffer. The queue holds what came and was not sent, and never more than it may.
/// One packet at most is injected in a cycle. A channel that may be visited is not passed over twice.
module visit_sequencer_formal #(
  parameter int N = 2,                                  // Slots.
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic       clk_i,
  input logic [1:0] faulty_i,                           // [channel]
  input logic [1:0] free_i,
  input logic [1:0] full_i,
  input logic [5:0] ways_i,                             // [port]
  input logic [2:0] tag_i,                              // [port]: the packet to follow.
  input logic [2:0] age_i,                              // [port]
  input logic [1:0] room_i,
  input logic       next_i,
  input logic [1:0] waiting_i
);
  localparam int Width = 64 + 2 + 1;

  (* anyconst *) logic [1:0] variant;
  (* anyconst *) logic counted;
  (* anyconst *) logic [CountWidth-1:0] capacity;
  (* anyconst *) logic [1:0] visits;
  (* anyconst *) logic [23:0] seed;
  (* anyconst *) logic start;
  (* anyconst *) logic who;                             // Any one channel.
  (* hierconn *) logic [CountWidth-1:0] \dut.i_queue.count_q ;
  (* hierconn *) logic [N*Width-1:0] \dut.i_queue.packet_o ;
  (* hierconn *) logic [N-1:0] \dut.i_queue.waits ;
  (* hierconn *) logic [23:0] \dut.i_random.state_q ;
  (* hierconn *) logic [1:0] \dut.turn_q ;
  (* hierconn *) logic [1:0] \dut.gen_visit[0].i_visit.open , \dut.gen_visit[1].i_visit.open ;
  (* hierconn *) logic [1:0] \dut.gen_visit[0].i_visit.useful , \dut.gen_visit[1].i_visit.useful ;
  (* hierconn *) logic [1:0] \dut.gen_visit[0].visited , \dut.gen_visit[1].visited ;
  logic [3*Width-1:0] entry;
  logic [1:0] send, sent, read;
  logic injects;
  logic [1:0] inject;                                   // [visit]
  logic [1:0] ejects, ejected;
  logic [2:0] here, leaves_frame;                       // [port]
  logic [CountWidth-1:0] stored_q = '0;
  logic following_q = 1'b0;                             // The tagged packet is in the queue.
  logic [N-1:0] tagged, placeless;                      // [slot]
  logic enters, goes;
  logic [1:0] may, others_q = '0, others;               // Visits of the other channel while `who` may be visited.
  logic passed_over;
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 3; p++) begin : gen_port
    assign entry[p*Width +: Width] = {31'd0, age_i[p], 32'(p), ways_i[2*p +: 2], tag_i[p]};
    assign here[p] = ways_i[2*p +: 2] == '0;
  end
  visit_sequencer #(.NumPorts(3), .Slots(N), .EjectionSlots(2), .Visits(2), .BufferWidth(1)) dut (
    .clk_i, .rst_ni(rst_n), .variant_i(variant), .counted_i(counted), .capacity_i(capacity), .visits_i(visits), .seed_i(seed),
    .start_i(start), .faulty_i, .free_i, .full_i, .entry_i(entry), .room_i, .next_i, .waiting_i, .visited_o(), .send_o(send),
    .sent_o(sent), .read_o(read), .inject_o(inject), .ejects_o(ejects), .ejected_o(ejected)
  );
  for (genvar s = 0; s < N; s++) begin : gen_slot
    assign tagged[s]    = s < \dut.i_queue.count_q && \dut.i_queue.packet_o [s*Width];
    assign placeless[s] = s < \dut.i_queue.count_q && \dut.i_queue.packet_o [s*Width + 1 +: 2] == '0;
  end

  assign injects      = inject != '0;
  assign leaves_frame = {injects, read};
  assign enters       = (leaves_frame & tag_i & ~here) != '0;
  assign goes         = (send & sent) != '0;
  always_comb begin
    may         = '0;
    others      = others_q;
    passed_over = 1'b0;
    for (int k = 0; k < 2; k++) begin
      may = k == 0 ? \dut.gen_visit[0].i_visit.open & \dut.gen_visit[0].i_visit.useful
                   : \dut.gen_visit[1].i_visit.open & \dut.gen_visit[1].i_visit.useful ;
      if (k < visits) begin
        if (!may[who]) others = '0;
        else if (k == 0 ? \dut.gen_visit[0].visited [who] : \dut.gen_visit[1].visited [who]) others = '0;
        else others = others + 1'b1;
        if (others > 2'd1) passed_over = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      stored_q    <= stored_q + CountWidth'(read[0] && !here[0]) + CountWidth'(read[1] && !here[1])
                   + CountWidth'(injects && !here[2]) - CountWidth'(send[0]) - CountWidth'(send[1]);
      following_q <= (following_q || enters) && !goes;
      others_q    <= others;
    end
  end

  always @(posedge clk_i) begin
    assume (variant != 2'd3 && capacity >= 2 && capacity <= N && visits != '0 && visits != 2'd3 && seed != '0);
    assume (room_i <= 2);
    for (int p = 0; p < 2; p++) assume (full_i[p] || !tag_i[p]);
    assume (next_i || !tag_i[2]);
    assume ((tag_i & (tag_i - 1'b1)) == '0 && (!following_q || tag_i == '0));  // There is one such packet.
    if (rst_n) begin
      assert ((send & (~free_i | faulty_i)) == '0 && (read & ~full_i) == '0 && (!injects || next_i));
      assert (!goes || following_q);
      assert (2'(read[0] && here[0]) + 2'(read[1] && here[1]) + 2'(injects && here[2]) == ejects);
      assert ((ejects > 0 && ejected[0] || ejects > 1 && ejected[1]) == ((leaves_frame & here & tag_i) != '0));
      assert (ejects <= room_i && inject != 2'b11);
      assert (stored_q <= capacity);
      assert (!passed_over);
      // Invariants.
      assert (stored_q == \dut.i_queue.count_q );
      assert ((tagged != '0) == following_q && (tagged & (tagged - 1'b1)) == '0 && placeless == '0);
      assert (\dut.i_queue.waits == '0 || stored_q == '0);
      assert (\dut.i_random.state_q != seed);
      assert (others_q <= 2'd1 && (others_q == '0 || (\dut.turn_q ^ (start ? 2'b01 : 2'b00)) == (who ? 2'b10 : 2'b00)));
      assert ((\dut.turn_q ^ (start ? 2'b01 : 2'b00)) != 2'b01);
      cover (goes && read == 2'b11 && injects);
      cover (ejects == 2'd2);
      cover (stored_q == capacity && send == 2'b11 && variant == net_pkg::Chaos);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : visit_sequencer_formal
