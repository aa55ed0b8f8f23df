`include "net_types.svh"

/// Proof harness of split_switch, with queues of N, and any directions in any order. By induction.
///
/// Any one message is followed from where it comes in. It is not freed before its direction says so and it has left, once,
/// through each output that the direction names, as it came, or changed for the second's processors; nothing else leaves. No
/// buffer beyond overflows. Progress, in every cycle: if what the direction waits for is there, it leaves through each output
/// that it is for and that takes it, whatever the other does; and the direction goes with the last of them.
module split_switch_formal #(
  parameter int N = 2
) (
  input logic       clk_i,
  input logic [1:0] push_i,
  input logic [7:0] message_i,                          // [input]: {word, is a reply}, of which other bits are zero.
  input logic [1:0] credit_i,
  input logic [1:0] link_i,
  input logic       guided_i,
  input logic [9:0] direction_i,                        // {operand, operation, to, input, end}
  input logic       follow_i                            // The message that is pushed at `who` is the one to follow.
);
  localparam int Width = net_pkg::PacketWidth;
  localparam int CountWidth = $clog2(N + 1);

  (* anyconst *) logic joins, splits, who;
  (* hierconn *) logic [N*Width-1:0] \dut.gen_input[0].i_queue.flits_q , \dut.gen_input[1].i_queue.flits_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_input[0].i_queue.count_q , \dut.gen_input[1].i_queue.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.gen_output[0].i_credits.count_q , \dut.gen_output[1].i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.sent_q ;
  logic [2*Width-1:0] pushed, message;
  logic [1:0] credit, send;
  logic done;
  logic guided_q = 1'b0, done_q = 1'b0;                 // In the cycle before: a direction that has not been done stays.
  logic [9:0] direction_q = '0;
  logic is_end, from_second;
  logic [1:0] to, wanted;
  logic [3:0] operation;
  logic [31:0] operand;
  logic [2*CountWidth-1:0] queued_q = '0, beyond_q = '0;  // [input], [output]: by what went in and out.
  logic [1:0] holds;                                    // [input]: with this cycle's arrival.
  logic follows_q = 1'b0, follows;
  logic [CountWidth-1:0] before_q = '0, ahead;          // Messages before the one that is followed.
  logic [Width-1:0] followed_q = '0, followed, changed;
  logic [1:0] left_q = '0;                              // Outputs through which the oldest has left.
  logic is_next, goes;                                  // The followed one is the oldest; the direction is for it.
  logic [Width-1:0] head;                               // What comes from where the direction says, if anything does.
  logic rst_n = 1'b0;

  for (genvar i = 0; i < 2; i++) begin : gen_in
    assign pushed[i*Width +: Width] = {28'd0, message_i[i*4 + 2 +: 2], 2'd0, 56'd0, message_i[i*4 +: 1], 5'd0,
                                       message_i[i*4 + 1] ? net_pkg::Reply : net_pkg::EndOfStream};
    assign holds[i] = push_i[i] || queued_q[i*CountWidth +: CountWidth] != '0;
  end
  assign {operation, to, from_second, is_end} = direction_i[7:0];
  assign operand = {28'd0, direction_i[9:8], 2'd1};
  split_switch #(.Depth(N)) dut (
    .clk_i, .rst_ni(rst_n), .joins_i(joins), .splits_i(splits), .push_i, .message_i(pushed), .credit_o(credit), .credit_i, .link_i,
    .send_o(send), .message_o(message), .guided_i, .end_i(is_end), .input_i(from_second), .to_i(to), .operation_i(operation),
    .operand_i(operand), .done_o(done)
  );

  assign head = from_second ? queued_q[CountWidth +: CountWidth] == '0 ? pushed[Width +: Width] : \dut.gen_input[1].i_queue.flits_q [0 +: Width]
              : queued_q[0 +: CountWidth] == '0 ? pushed[0 +: Width] : \dut.gen_input[0].i_queue.flits_q [0 +: Width];

  // A message that comes in now may be the one.
  assign follows  = follows_q || push_i[who] && follow_i;
  assign followed = follows_q ? followed_q : pushed[who*Width +: Width];
  assign ahead    = follows_q ? before_q : queued_q[who*CountWidth +: CountWidth];
  assign is_next  = follows && ahead == '0;
  assign wanted   = is_end ? {joins, 1'b1} : to;
  assign goes     = guided_i && is_next && who == (from_second && !is_end)
                    && (!is_end || holds[0] && (holds[1] || !splits));
  always_comb begin
    changed = followed;
    case (operation)
      net_pkg::WriteArbitrary: changed[64 +: 32] = operand;
      net_pkg::Add:            changed[64 +: 32] = followed[64 +: 32] + operand;
      net_pkg::Max:            changed[64 +: 32] = followed[64 +: 32] > operand ? followed[64 +: 32] : operand;
      net_pkg::Min:            changed[64 +: 32] = followed[64 +: 32] > operand ? operand : followed[64 +: 32];
      net_pkg::And:            changed[64 +: 32] = followed[64 +: 32] & operand;
      net_pkg::Or:             changed[64 +: 32] = followed[64 +: 32] | operand;
      net_pkg::Xor:            changed[64 +: 32] = followed[64 +: 32] ^ operand;
      default: ;
    endcase
  end

  always_ff @(posedge clk_i) begin
    rst_n       <= 1'b1;
    guided_q    <= guided_i && rst_n;
    done_q      <= done;
    direction_q <= direction_i;
    if (rst_n) begin
      for (int i = 0; i < 2; i++) begin
        queued_q[i*CountWidth +: CountWidth] <= queued_q[i*CountWidth +: CountWidth] + CountWidth'(push_i[i]) - CountWidth'(credit[i]);
        beyond_q[i*CountWidth +: CountWidth] <= beyond_q[i*CountWidth +: CountWidth] + CountWidth'(send[i]) - CountWidth'(credit_i[i]);
      end
      follows_q  <= follows && !(is_next && credit[who]);
      followed_q <= followed;
      before_q   <= ahead - CountWidth'(credit[who] && ahead != '0);
      left_q     <= done ? '0 : left_q | send;
    end
  end

  always @(posedge clk_i) begin
    assume (!guided_q || done_q || guided_i && direction_i == direction_q);
    assume (splits || !from_second && !push_i[1] && who == 1'b0);
    assume (!is_end || !from_second);
    assume (operation == net_pkg::None || !is_end && to == 2'b11);
    assume (!guided_i || !holds[from_second] || (head[1:0] == net_pkg::EndOfStream) == is_end);  // Replies come in the order of directions.
    assume (is_end || to != '0 && (joins || to == 2'b01));
    if (rst_n) begin
      for (int i = 0; i < 2; i++) begin
        assume (!push_i[i] || queued_q[i*CountWidth +: CountWidth] != N);
        assume (!credit_i[i] || beyond_q[i*CountWidth +: CountWidth] != '0);
        assert (beyond_q[i*CountWidth +: CountWidth] <= N && queued_q[i*CountWidth +: CountWidth] <= N);
        assert (!credit[i] || holds[i]);
      end
      // Nothing leaves, and nothing is freed, but what the direction says.
      assert (send == '0 || guided_i && (send & ~wanted) == '0 && (send & left_q) == '0);
      assert (credit == '0 || done);
      assert (!done || guided_i && (left_q | send) == wanted && credit == (is_end ? {splits, 1'b1} : {from_second, !from_second}));
      if (is_next && guided_i && who == (from_second && !is_end)) begin  // Of two ends, which are alike, that of the first goes on.
        if (goes) begin
          for (int o = 0; o < 2; o++) begin
            assert (send[o] == (wanted[o] && !left_q[o] && link_i[o] && (beyond_q[o*CountWidth +: CountWidth] != N || credit_i[o])));
            if (send[o]) assert (message[o*Width +: Width] == (o == 1 ? changed : followed));
            if (!send[o]) assert (message[o*Width +: Width] == '0);
          end
          assert (done == ((left_q | send) == wanted));
        end else begin
          assert (send == '0 && !done);
        end
      end
      // Invariants.
      assert (!follows_q || before_q < queued_q[who*CountWidth +: CountWidth]);
      assert (queued_q == {\dut.gen_input[1].i_queue.count_q , \dut.gen_input[0].i_queue.count_q });
      assert (beyond_q[0 +: CountWidth] + \dut.gen_output[0].i_credits.count_q == N);
      assert (beyond_q[CountWidth +: CountWidth] + \dut.gen_output[1].i_credits.count_q == N);
      assert (left_q == \dut.sent_q );
      assert (left_q == '0 || guided_q && !done_q && (left_q & ~wanted) == '0 && left_q != wanted);
      assert (splits || queued_q[CountWidth +: CountWidth] == '0);
      for (int s = 0; s < N; s++) begin
        if (follows_q && before_q == CountWidth'(s))
          assert ((who ? \dut.gen_input[1].i_queue.flits_q [s*Width +: Width] : \dut.gen_input[0].i_queue.flits_q [s*Width +: Width])
                  == followed_q);
      end
      cover (goes && !is_end && to == 2'b11 && left_q == 2'b10 && done && operation == net_pkg::Add && who);
      cover (goes && is_end && left_q == 2'b01 && done && splits && before_q == '0);
      cover (is_next && guided_i && from_second == who && !goes && is_end && !who);
      cover (queued_q[0 +: CountWidth] == N && done && credit[0]);
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : split_switch_formal
