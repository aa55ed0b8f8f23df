/// Proof harness of visit, of three channels and a queue of N packets. It has no state.
///
/// The channel that is visited is the first in turn whose output frame is free, whose packet in the input frame would have a place,
/// and whose visit would do something, or counts. It sends the oldest packet that it brings nearer. It deroutes only if there is
/// none, the queue is full, two may leave and its own packet must enter: with priority the youngest, natural the last,
/// else the one at the number that was drawn. It reads whenever there is a packet, and injects whenever there is a place.
/// A faulty channel gets nothing. The queue and the ejection buffer never hold more than they may.
module visit_formal #(
  parameter int N = 3,                                  // Slots.
  localparam int CountWidth = $clog2(N + 1),
  localparam int IndexWidth = $clog2(N)
) (
  input logic [N*3-1:0]              ways_i,
  input logic [N*3-1:0]              age_i,
  input logic [(N+1)*IndexWidth-1:0] draw_i,
  input logic                        visits_i,
  input logic [1:0]                  first_i,           // The channel whose turn is first.
  input logic [N-1:0]                present_i,
  input logic [CountWidth-1:0]       count_i,
  input logic [2:0]                  faulty_i,
  input logic [2:0]                  free_i,
  input logic [2:0]                  full_i,
  input logic [2:0]                  here_i,
  input logic [1:0]                  room_i,
  input logic                        next_i,
  input logic                        next_here_i,
  input logic                        waiting_i
);
  (* anyconst *) logic [1:0] variant;
  (* anyconst *) logic counted;
  (* anyconst *) logic [CountWidth-1:0] capacity;
  logic [N*N-1:0] younger;
  logic [2:0] channel, turn;
  logic [N-1:0] leave;
  logic draws, read, injects;
  // By the definition, of each channel.
  logic [2:0] nearer, sends, place, acts, good;
  logic [CountWidth-1:0] eligible, left;
  int winner, sent, older;
  logic found, same_age;

  for (genvar s = 0; s < N; s++) begin : gen_slot
    for (genvar o = 0; o < N; o++) begin : gen_other
      assign younger[s*N + o] = age_i[o*3 +: 3] > age_i[s*3 +: 3];
    end
  end
  assign turn = 3'b111 << first_i;
  visit #(.NumLinks(3), .Slots(N), .RoomWidth(2)) dut (
    .variant_i(variant), .counted_i(counted), .capacity_i(capacity), .ways_i, .younger_i(younger), .draw_i, .visits_i, .turn_i(turn), .present_i, .count_i,
    .faulty_i, .free_i, .full_i, .here_i, .room_i, .next_i, .next_here_i, .waiting_i, .channel_o(channel), .leave_o(leave),
    .draws_o(draws), .read_o(read), .inject_o(injects)
  );

  always_comb begin
    eligible = '0;
    same_age = 1'b0;
    for (int s = 0; s < N; s++) begin
      eligible = eligible + CountWidth'(present_i[s]);
      for (int o = 0; o < s; o++)
        if (present_i[s] && present_i[o] && age_i[o*3 +: 3] == age_i[s*3 +: 3]) same_age = 1'b1;
    end
    for (int c = 0; c < 3; c++) begin
      nearer[c] = 1'b0;
      for (int s = 0; s < N; s++) if (present_i[s] && ways_i[s*3 + c] && !faulty_i[c]) nearer[c] = 1'b1;
      sends[c] = nearer[c] || count_i == capacity && eligible >= 2 && full_i[c] && !here_i[c] && !faulty_i[c];
      place[c] = !full_i[c] || (here_i[c] ? room_i != 0 : count_i - CountWidth'(sends[c]) < capacity);
      acts[c]  = sends[c] || full_i[c] || next_i && (next_here_i ? room_i != 0 : count_i < capacity);
      good[c]  = visits_i && free_i[c] && place[c]
                 && (counted ? full_i != 0 || count_i != 0 || waiting_i : acts[c]);
    end
    winner = 3;
    for (int k = 2; k >= 0; k--) if (good[(32'(first_i) + k) % 3]) winner = (32'(first_i) + k) % 3;
    sent  = N;
    older = 0;
    found = 1'b0;
    for (int s = 0; s < N; s++) begin
      if (leave[s]) sent = s;
      if (winner < 3 && !found && present_i[s] && ways_i[s*3 + winner] && !faulty_i[winner]) begin
        found = 1'b1;
        older = s;                                      // The oldest that comes nearer.
      end
    end
    left = count_i - CountWidth'(leave != '0) + CountWidth'(read && winner < 3 && !here_i[winner])
         + CountWidth'(injects && !next_here_i);
  end

  int before, position;                                 // Of the victim: how many that may leave come before it.
  logic behind, younger_is_there, older_is_there;
  always_comb begin
    before           = 0;
    behind           = 1'b0;
    younger_is_there = 1'b0;
    older_is_there   = 1'b0;
    for (int s = 0; s < N; s++) begin
      if (present_i[s] && s < sent) before = before + 1;
      if (present_i[s] && s > sent) behind = 1'b1;
      if (sent < N && present_i[s] && age_i[s*3 +: 3] > age_i[sent*3 +: 3]) younger_is_there = 1'b1;
      if (sent < N && present_i[s] && age_i[s*3 +: 3] < age_i[sent*3 +: 3]) older_is_there = 1'b1;
    end
    position = 0;
    for (int n = 2; n <= N; n++) if (eligible == n) position = 32'(draw_i[n*IndexWidth +: IndexWidth]);
  end

  always @(*) begin
    assume (variant != 2'd3 && first_i != 2'd3 && capacity >= 2 && capacity <= N && count_i <= capacity);
    assume (eligible <= count_i && !same_age);
    for (int n = 2; n <= N; n++) assume (32'(draw_i[n*IndexWidth +: IndexWidth]) < n);
    for (int s = 0; s < N; s++)
      assume (!present_i[s] || ways_i[s*3 +: 3] != '0);  // Of no packet for this node.
    assert (channel == (winner < 3 ? 3'd1 << winner : 3'd0));
    assert ((leave & ~present_i) == '0 && (leave & (leave - 1'b1)) == '0);
    assert ((leave != '0) == (winner < 3 && sends[winner]));
    if (winner < 3 && nearer[winner]) assert (sent == older && !draws);
    if (leave != '0 && !nearer[winner]) begin           // Derouted.
      assert (count_i == capacity && eligible >= 2 && full_i[winner] && !here_i[winner] && !faulty_i[winner]);
      assert (draws == (variant == net_pkg::Chaos));
      if (variant == net_pkg::Chaos) assert (before == position);
      if (variant == net_pkg::Priority) assert (!younger_is_there && older_is_there);
      if (variant == net_pkg::Natural) assert (!behind);
    end
    assert (read == (winner < 3 && full_i[winner]));
    assert (left <= capacity && 2'(read && here_i[winner]) + 2'(injects && next_here_i) <= room_i);
    if (winner == 3) assert (!injects && !draws);
    if (winner < 3 && next_i && !injects)               // There was no place.
      assert (next_here_i ? room_i == 2'(read && here_i[winner]) : left == capacity);
    assert (!injects || next_i);
    cover (draws && before == N - 1);
    cover (draws && before == 0 && injects && next_here_i);
    cover (leave != '0 && sent == N - 1 && nearer[winner] && read && injects);
    cover (winner < 3 && faulty_i[winner] && read && leave == '0 && count_i == capacity - 1'b1);
    cover (winner < 3 && counted && leave == '0 && !read && !injects);
  end
endmodule : visit_formal
