`include "block_sizes.svh"

/// queue_switch for every size of `Sizes` that it has, side by side; see arbiter_bank.
module queues_bank #(
  parameter logic [63:0] Sizes = '1          ///< Bit n - 1: there is an instance of size n.
) (
  input  logic [64:0] clk_i, rst_ni,         ///< [size]
  input  logic [64:0][15:0] capacity_i,
  input  logic [64:0][3:0] phits_i,
  input  logic [64:0] head_only_i,
  input  logic [64:0] random_i,
  input  logic [64:0][23:0] seed_i,
  input  logic [64:0][15:0] start_i,
  input  logic [64:0][15:0] free_i,
  input  logic [64:0][15:0] enter_i,
  input  logic [64:0][127:0] front_i,
  input  logic [64:0][511:0] preferred_i,
  input  logic [64:0][511:0] escape_i,
  output logic [64:0][15:0] send_o,
  output logic [64:0][31:0] sent_o,
  output logic [64:0][15:0] read_o,
  output logic [64:0][15:0] pushes_o,
  output logic [64:0][127:0] source_o,
  output logic [64:0][15:0] count_o
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && n <= `LARGEST_QUEUES && Sizes[n-1]) begin : gen_queues
      localparam int P = `PORTS_OF_QUEUES(n);
      localparam int Q = `QUEUES_OF_QUEUES(n);
      localparam int C = $clog2(n + 1);
      localparam int S = $clog2(P + Q);
      localparam int W = `QUEUED_WIDTH;
      logic [P*Q-1:0] send, read;
      logic [P*W-1:0] sent;
      logic [Q*C-1:0] pushes, count;
      logic [Q*n*S-1:0] source;

      queue_switch #(
        .NumPorts(P), .NumQueues(Q), .Slots(n), .Departures(`DEPARTURES_OF_QUEUES(n)), .Admissions(`ADMISSIONS_OF_QUEUES(n)),
        .Width(W)
      ) i_queues (
        .clk_i(clk_i[n]), .rst_ni(rst_ni[n]), .capacity_i(capacity_i[n][Q*C-1:0]), .phits_i(phits_i[n]),
        .head_only_i(head_only_i[n]), .random_i(random_i[n]), .seed_i(seed_i[n]),
        .start_i(start_i[n][$clog2(Q)+Q*S-1:0]), .free_i(free_i[n][P*Q-1:0]), .enter_i(enter_i[n][P*Q-1:0]),
        .front_i(front_i[n][P*Q*W-1:0]), .preferred_i(preferred_i[n][Q*n*P*Q-1:0]),
        .escape_i(escape_i[n][Q*n*P*Q-1:0]), .send_o(send), .sent_o(sent), .read_o(read), .pushes_o(pushes),
        .source_o(source), .count_o(count), .packet_o()
      );
      assign send_o[n]   = 16'(send);
      assign sent_o[n]   = 32'(sent);
      assign read_o[n]   = 16'(read);
      assign pushes_o[n] = 16'(pushes);
      assign source_o[n] = 128'(source);
      assign count_o[n]  = 16'(count);
    end else begin : gen_nothing
      assign send_o[n]   = '0;
      assign sent_o[n]   = '0;
      assign read_o[n]   = '0;
      assign pushes_o[n] = '0;
      assign source_o[n] = '0;
      assign count_o[n]  = '0;
    end
  end
endmodule : queues_bank
