/// Proof harness of painting_unit in a mesh of N x N nodes: any one node, and whatever its neighbours say. By induction.
///
/// A packet is painted if a token of its own sequence comes, or it is itself the first of one, and its distance from that
/// leader along the snake, its rank, is below the limit. Then a token goes on with the same leader, unless the limit is
/// reached: along the line if it came along it, and across to the next line; over links that there are. Nothing else leaves,
/// but the copy of the packet at the beginning.
module painting_unit_formal #(
  parameter int N = 3,
  localparam int CoordWidth = $clog2(N)
) (
  input logic       clk_i,
  input logic       begin_i,
  input logic       rows_i,
  input logic [2:0] most_i,                             // 0: all of them.
  input logic       stops_i,                            // Another phase begins.
  input logic [3:0] comes_i,
  input logic [4*4-1:0] to_i,                           // [port]; 15: of no packet.
  input logic [4*5-1:0] leader_i,                       // [port]: its place along the snake.
  input logic [1:0] turns_i                             // East, west.
);
  (* anyconst *) logic [CoordWidth-1:0] row, column;
  (* anyconst *) logic [3:0] own;                       // 15: there is no packet here.
  (* hierconn *) logic \dut.second_q ;
  (* hierconn *) logic \dut.rows_q ;
  (* hierconn *) logic [31:0] \dut.most_q ;
  logic [4*32-1:0] to, leader, to_out, leader_out;
  logic [3:0] send, turns, links;
  logic [31:0] rank, most, index, own_node, own_sequence, limit;
  logic [4*32-1:0] sequences, of_leaving;               // [port]
  logic painted, running_q = 1'b0, run, by_row;
  logic begun_q = 1'b0;                                 // Since then the node has painted, or not, by these rules alone.
  logic expects_q = 1'b0, expects;                      // It must be painted,
  logic [31:0] rank_q = '0, rank_now;                   // of this rank.
  logic [2:0] age_q = '0;                               // Cycles since the beginning.
  logic [4:0] takes;                                    // Sources by which it is painted.
  logic rst_n = 1'b0;

  for (genvar p = 0; p < 4; p++) begin : gen_port
    assign to[p*32 +: 32]     = to_i[p*4 +: 4] == 4'd15 ? '1 : 32'(to_i[p*4 +: 4]);
    assign leader[p*32 +: 32] = 32'(leader_i[p*5 +: 5]);
    assign sequences[p*32 +: 32]    = by_row && to[p*32 +: 32] != '1 ? 32'(to_i[p*4 +: 4] / 4'(N)) : to[p*32 +: 32];
    assign of_leaving[p*32 +: 32]   = by_row && to_out[p*32 +: 32] != '1 ? 32'(to_out[p*32 +: 4] / 4'(N)) : to_out[p*32 +: 32];
  end
  assign own_node = own == 4'd15 ? '1 : 32'(own);
  assign own_sequence = by_row && own != 4'd15 ? 32'(own / 4'(N)) : own_node;
  assign limit = most_i == '0 ? '1 : 32'(most_i);
  assign run   = begin_i || running_q && !stops_i;
  assign index = 32'(column) * N + (column[0] ? N - 1 - 32'(row) : 32'(row));
  assign links = {row != '0, row != CoordWidth'(N - 1), column != '0, column != CoordWidth'(N - 1)};
  painting_unit #(.Side(N)) dut (
    .clk_i, .here_i({row, column}), .begin_i, .rows_i, .most_i(limit), .run_i(run),
    .own_i(own_node), .comes_i, .to_i(to), .leader_i(leader), .turns_i, .send_o(send), .to_o(to_out), .leader_o(leader_out),
    .turns_o(turns), .painted_o(painted), .rank_o(rank)
  );

  // By the definition. The node before on the snake, if there is one, is the neighbour over this port.
  logic [1:0] onward, prior;
  logic first;
  assign onward = column[0] ? 2'd3 : 2'd2;
  assign first  = index == 0;
  always_comb begin
    prior = 2'd1;
    if (!column[0] && row != '0) prior = 2'd3;
    if (column[0] && row != CoordWidth'(N - 1)) prior = 2'd2;
  end
  assign by_row = \dut.rows_q ;
  assign most   = \dut.most_q ;
  always_comb begin
    takes = '0;
    if (run && !begin_i && own != 4'd15 && age_q == 3'd1)
      takes[4] = first || sequences[prior*32 +: 32] != own_sequence;
    for (int p = 0; p < 4; p++) begin
      if (run && !begin_i && own != 4'd15 && age_q > 3'd1)
        takes[p] = comes_i[p] && sequences[p*32 +: 32] == own_sequence;
    end
    expects  = expects_q && !begin_i;
    rank_now = rank_q;
    for (int k = 0; k < 5; k++) begin
      if (takes[k] && (k == 4 ? 32'd0 : index - leader[k*32 +: 32]) < most) begin
        expects  = 1'b1;
        rank_now = k == 4 ? 32'd0 : index - leader[k*32 +: 32];
      end
    end
  end

  logic [3:0] may;                                      // [port]: a token may leave there.
  always_comb begin
    may = '0;
    if (begin_i) may = 4'b1111 & links;
    for (int k = 0; k < 5; k++) begin
      if (takes[k] && most != '0 && (k == 4 ? 32'd0 : index - leader[k*32 +: 32]) < most - 1) begin
        may[0] = links[0];
        if (k >= 2 || turns_i[k % 2]) may[onward] = links[onward];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      running_q <= run;
      if (run) begin
        begun_q   <= begun_q || begin_i;
        expects_q <= expects;
        rank_q    <= rank_now;
        age_q     <= begin_i ? 3'd1 : age_q == 3'd7 ? age_q : age_q + 1'b1;
      end
    end
  end

  always @(posedge clk_i) begin
    assume (row < N && column < N && (own < N*N || own == 4'd15));
    assume (running_q || begin_i || !stops_i);
    for (int p = 0; p < 4; p++) assume (to_i[p*4 +: 4] < N*N || to_i[p*4 +: 4] == 4'd15);
    if (rst_n) begin
      assert ((send & ~may) == '0);
      if (run && !begin_i) assert (send == may);
      if (begin_i) assert ((send & (send - 1'b1)) == '0 && (send != '0 || index == N*N - 1));
      assert (!send[1]);                                // Nothing goes west.
      for (int k = 1; k < 4; k++) begin                 // 1 stands for port 0.
        if (begin_i) assert (!send[k == 1 ? 0 : k] || to_out[(k == 1 ? 0 : k)*32 +: 32] == own_node);
        if (send[k == 1 ? 0 : k] && !begin_i) begin
          assert (of_leaving[(k == 1 ? 0 : k)*32 +: 32] == own_sequence);
          assert (index - leader_out[(k == 1 ? 0 : k)*32 +: 32] + 1 < most);
          assert (!turns[k == 1 ? 0 : k] || takes[4] && k == 1);
        end
      end
      assert (!begun_q || painted == expects_q && (!painted || rank == rank_q && rank < most));
      // Invariants.
      assert (!running_q || begun_q);
      assert (!running_q || \dut.second_q == (age_q == 3'd1) && age_q != 3'd0);
      assert (begun_q || age_q == 3'd0);
      cover (takes[4] && send == 4'b0101);
      cover (takes[3:0] != '0 && send == '0 && expects && !expects_q && links[0]);  // The limit is reached.
      cover (takes[1] && turns_i[1] && send[onward]);
      cover (begin_i && own == 4'd15 && send != '0);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : painting_unit_formal
