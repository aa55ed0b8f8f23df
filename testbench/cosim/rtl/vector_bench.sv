`include "block_sizes.svh"

/// Replays vectors of sy_block_vectors (+vectors=FILE) on one block and compares every output in every cycle:
/// the block regression under simulators other than Verilator. Then the block is reset in the middle of its work, and the first
/// eighth of the vectors comes again; and so on with the first 16th, down to a 64th. The macro of the
/// block's name chooses it, SIZE its size.
module vector_bench;
  localparam int N = `SIZE;
  localparam int Bits = 256 + 32 * (N + 1) * (N + 1);     // More than any block has.
  localparam int CountWidth = $clog2(N + 1);
  localparam int W = $clog2(N);

  logic clk = 1'b0;
  logic rst_n = 1'b1;
  logic [Bits-1:0] in = '0;
  logic [Bits-1:0] expected, differ;
  logic [8*16-1:0] signal;                                // The first output that differs.
  logic [1023:0] file;
  integer vectors, cycle, cycles, part, read;
  logic agrees;

`ifdef rr_arbiter
  localparam int Out = N;
  logic [Out-1:0] out;
  rr_arbiter #(.NumReq(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(in[W-1:0]), .req_i(in[W +: N]), .accept_i(in[W + N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif matrix_arbiter
  localparam int Out = N;
  logic [Out-1:0] out;
  matrix_arbiter #(.NumReq(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(in[W-1:0]), .req_i(in[W +: N]), .accept_i(in[W + N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif sep_if_allocator
  localparam int Out = N * N;
  logic [Out-1:0] out;
  sep_if_allocator #(.NumIn(N), .NumOut(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .input_start_i(in[N*W-1:0]), .output_start_i(in[N*W +: N*W]),
    .req_i(in[2*N*W +: N*N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif sep_of_allocator
  localparam int Out = N * N;
  logic [Out-1:0] out;
  sep_of_allocator #(.NumPorts(N), .Arbiters(`ARBITERS_OF_ALLOCATOR(N))) dut (
    .clk_i(clk), .rst_ni(rst_n), .input_start_i(in[N*W-1:0]), .output_start_i(in[N*W +: N*W]),
    .req_i(in[2*N*W +: N*N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif islip_allocator
  localparam int Out = N * N;
  logic [Out-1:0] out;
  islip_allocator #(.NumPorts(N), .Iterations(`PASSES_OF_ALLOCATOR(N))) dut (
    .clk_i(clk), .rst_ni(rst_n), .input_start_i(in[N*W-1:0]), .output_start_i(in[N*W +: N*W]),
    .req_i(in[2*N*W +: N*N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif wavefront_allocator
  localparam int Out = N * N;
  logic [Out-1:0] out;
  wavefront_allocator #(.NumPorts(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(in[W-1:0]), .req_i(in[W +: N*N]), .gnt_o(out)
  );
  assign signal = "gnt_o";
`elsif vc_allocator
  localparam int Out = N * N;
  localparam int Vcs = `VCS_OF_ALLOCATOR(N);
  localparam int Ports = `PORTS_OF_ALLOCATOR(N);
  localparam int TotalVcs = Ports * Vcs;                  // The first N are used.
  localparam int PortWidth = $clog2(Ports);
  localparam int StartWidth = PortWidth + Ports * $clog2(Vcs);
  logic [Out-1:0] out;
  logic [TotalVcs*TotalVcs-1:0] req, gnt;
  vc_allocator #(.NumPorts(Ports), .NumVcs(Vcs)) dut (
    .clk_i(clk), .rst_ni(rst_n), .port_start_i(in[PortWidth-1:0]), .vc_start_i(in[StartWidth-1:PortWidth]),
    .req_i(req), .gnt_o(gnt)
  );
  for (genvar i = 0; i < TotalVcs; i++) begin : gen_row
    assign req[i*TotalVcs +: TotalVcs] = i < N ? TotalVcs'(in[StartWidth + (i%N)*N +: N]) : '0;
    if (i < N) begin : gen_used
      assign out[i*N +: N] = gnt[i*TotalVcs +: N];
    end
  end
  assign signal = "gnt_o";
`elsif mux_crossbar
  localparam int Width = `CROSSBAR_WIDTH;
  localparam int Out = N * Width;
  logic [Out-1:0] out;
  mux_crossbar #(.NumIn(N), .NumOut(N), .Width(Width)) dut (
    .data_i(in[N*Width-1:0]), .sel_i(in[N*Width +: N*N]), .data_o(out)
  );
  assign signal = "data_o";
`elsif compare_exchange
  localparam int R = N + `COMPARE_DATA_WIDTH;
  localparam int Out = 1 + R;
  logic [Out-1:0] out;
  compare_exchange #(.KeyWidth(N), .DataWidth(`COMPARE_DATA_WIDTH)) dut (
    .own_i(in[R-1:0]), .other_i(in[R +: R]), .keep_smaller_i(in[2*R]), .takes_o(out[0]), .record_o(out[1 +: R])
  );
  assign signal = differ[0] ? "takes_o" : "record_o";
`elsif flit_fifo
  localparam int Width = `FIFO_WIDTH;
  localparam int Next = Width + 1;                        // After front_o and front_valid_o.
  localparam int Count = 2 * Next;
  localparam int Out = Count + CountWidth;
  logic [Out-1:0] out;
  flit_fifo #(.Width(Width), .Depth(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .push_i(in[0]), .data_i(in[Width:1]), .pop_i(in[Width + 1]), .front_o(out[Width-1:0]),
    .front_valid_o(out[Width]), .next_o(out[Next +: Width]), .next_valid_o(out[Next + Width]),
    .count_o(out[Count +: CountWidth])
  );
  assign signal = differ[Width-1:0] != '0 ? "front_o" : differ[Width] ? "front_valid_o"
                : differ[Next +: Width] != '0 ? "next_o" : differ[Next + Width] ? "next_valid_o" : "count_o";
`elsif credit_counter
  localparam int Out = 2 * CountWidth;
  logic [Out-1:0] out;
  credit_counter #(.Depth(N)) dut (
    .clk_i(clk), .rst_ni(rst_n), .incr_i(in[0]), .decr_i(in[1]),
    .count_o(out[CountWidth-1:0]), .next_o(out[CountWidth +: CountWidth])
  );
  assign signal = differ[CountWidth-1:0] != '0 ? "count_o" : "next_o";
`elsif merge_switch
  localparam int Out = 237;
  logic [Out-1:0] out;
  merge_switch #(.Depth(`QUEUE_OF_MERGE_SWITCH(N))) dut (
    .clk_i(clk), .rst_ni(rst_n), .site_i(in[8:0]), .odd_i(1'b0), .push_i(in[10:9]), .message_i(in[202:11]), .credit_i(in[204:203]),
    .link_i(in[206:205]), .idle_i(in[208:207]), .room_i(in[209]), .credit_o(out[1:0]), .send_o(out[3:2]),
    .ghost_o(out[5:4]), .message_o(out[197:6]), .remember_o(out[198]), .output_o(out[199]), .end_o(out[200]),
    .operation_o(out[204:201]), .operand_o(out[236:205])
  );
  assign signal = differ[1:0] != '0 ? "credit_o" : differ[3:2] != '0 ? "send_o" : differ[5:4] != '0 ? "ghost_o"
                : differ[197:6] != '0 ? "message_o" : differ[198] ? "remember_o" : differ[199] ? "output_o"
                : differ[200] ? "end_o" : differ[204:201] != '0 ? "operation_o" : "operand_o";
`elsif node_buffers
  localparam int Banks = `BANKS_OF_BUFFERS(N);
  localparam int S = Banks == 1 ? 4 : 12;
  localparam int Out = 80 + Banks * 12;
  logic [Out-1:0] out;
  node_buffers #(.Banks(Banks), .Capacity(N), .CoordWidth(`COORD_WIDTH), .DataWidth(`DATA_WIDTH)) dut (
    .clk_i(clk), .rst_ni(rst_n), .start_i(in[S-1:0]), .here_i(in[S +: 8]), .colour_i(in[S + 8]),
    .push_i(in[S + 9 +: 4]), .vc_i(in[S + 13 +: 12]), .packet_i(in[S + 25 +: 64]),
    .withheld_i(in[S + 89 +: Banks*12]), .send_o(out[3:0]), .vc_o(out[15:4]), .packet_o(out[79:16]),
    .withheld_o(out[80 +: Banks*12])
  );
  assign signal = differ[3:0] != '0 ? "send_o" : differ[15:4] != '0 ? "vc_o" : differ[79:16] != '0 ? "packet_o"
                : "withheld_o";
`elsif tag_switch
  localparam int P = `PORTS_OF_TAG_SWITCH(N);
  localparam int Digits = `DIGITS_OF_TAG_SWITCH(N);
  localparam int D = $clog2(P);
  localparam int S = $clog2(Digits);
  localparam int F = P * `TAG_FLIT_WIDTH;
  localparam int Start = S + 2;                           // After digit_i, drops_i and answers_i.
  localparam int Offered = Start + P * D;
  localparam int Tag = Offered + 3 * P;
  localparam int Data = Tag + P * D * Digits;
  localparam int Room = Data + F;
  localparam int Out = F + 4 * P;
  logic [Out-1:0] out;
  tag_switch #(.NumPorts(P), .Width(`TAG_FLIT_WIDTH), .NumDigits(Digits)) dut (
    .clk_i(clk), .rst_ni(rst_n), .digit_i(in[S-1:0]), .drops_i(in[S]), .answers_i(in[S + 1]), .start_i(in[Start +: P*D]),
    .offered_i(in[Offered +: P]), .header_i(in[Offered + P +: P]), .tail_i(in[Offered + 2*P +: P]),
    .tag_i(in[Tag +: P*D*Digits]), .data_i(in[Data +: F]), .room_i(in[Room +: P]), .faulty_i(in[Room + P +: P]),
    .answered_i(in[Room + 2*P +: P]), .refused_i(in[Room + 3*P +: P]), .sent_o(out[P-1:0]), .data_o(out[P +: F]),
    .taken_o(out[P + F +: P]), .answered_o(out[2*P + F +: P]), .refused_o(out[3*P + F +: P])
  );
  assign signal = differ[P-1:0] !== '0 ? "sent_o" : differ[P +: F] !== '0 ? "data_o" : differ[P + F +: P] !== '0 ? "taken_o"
                : differ[2*P + F +: P] !== '0 ? "answered_o" : "refused_o";
`elsif queue_switch
  localparam int P = `PORTS_OF_QUEUES(N);
  localparam int Q = `QUEUES_OF_QUEUES(N);
  localparam int V = P * Q;
  localparam int S = $clog2(P + Q);
  localparam int F = P * `QUEUED_WIDTH;
  localparam int Start = Q * CountWidth + 30;             // After capacity_i, phits_i, head_only_i, random_i and seed_i.
  localparam int Free = Start + $clog2(Q) + Q * S;
  localparam int Ways = Free + 2*V + V*`QUEUED_WIDTH;
  localparam int Pushes = 2*V + F;
  localparam int Source = Pushes + Q*CountWidth;
  localparam int Count = Source + Q*N*S;
  localparam int Out = Count + Q*CountWidth;
  logic [Out-1:0] out;
  queue_switch #(
    .NumPorts(P), .NumQueues(Q), .Slots(N), .Departures(`DEPARTURES_OF_QUEUES(N)), .Admissions(`ADMISSIONS_OF_QUEUES(N)),
    .Width(`QUEUED_WIDTH)
  ) dut (
    .clk_i(clk), .rst_ni(rst_n), .capacity_i(in[0 +: Q*CountWidth]), .phits_i(in[Start - 30 +: 4]), .head_only_i(in[Start - 26]),
    .random_i(in[Start - 25]), .seed_i(in[Start - 24 +: 24]), .start_i(in[Start +: $clog2(Q) + Q*S]), .free_i(in[Free +: V]),
    .enter_i(in[Free + V +: V]), .front_i(in[Free + 2*V +: V*`QUEUED_WIDTH]), .preferred_i(in[Ways +: Q*N*V]),
    .escape_i(in[Ways + Q*N*V +: Q*N*V]), .send_o(out[V-1:0]), .sent_o(out[V +: F]), .read_o(out[V + F +: V]),
    .pushes_o(out[Pushes +: Q*CountWidth]), .source_o(out[Source +: Q*N*S]), .count_o(out[Count +: Q*CountWidth]), .packet_o()
  );
  assign signal = differ[V-1:0] !== '0 ? "send_o" : differ[V +: F] !== '0 ? "sent_o" : differ[V + F +: V] !== '0 ? "read_o"
                : differ[Pushes +: Q*CountWidth] !== '0 ? "pushes_o" : differ[Source +: Q*N*S] !== '0 ? "source_o" : "count_o";
`endif
  assign differ = out ^ expected[Out-1:0];

  /// Plays the first of the vectors; `agrees` in all of them.
  task play(input integer count);
    cycle = 0;
    read  = 2;
    while (read == 2 && agrees && cycle < count) begin
      read = $fscanf(vectors, "%h %h\n", in, expected);
      #1;
      if (read == 2) begin
        agrees = out === expected[Out-1:0];
        if (agrees) begin
          clk = 1'b1;
          #1 clk = 1'b0;
          cycle = cycle + 1;
        end else begin
          if (part != 1) $display("after another reset:");
          $display("cycle %0d, %0s: the model has %h, the RTL %h", cycle, signal, expected[Out-1:0], out);
        end
      end
    end
  endtask

  initial begin
    if (!$value$plusargs("vectors=%s", file)) $finish;
    vectors = $fopen(file, "r");
    agrees  = 1'b1;
    cycles  = 1 << 30;                                   // All that there are.
    for (part = 1; part <= 64 && agrees; part = part == 1 ? 8 : 2 * part) begin
      #1 rst_n = 1'b0;
      #1 rst_n = 1'b1;
      read = $rewind(vectors);
      play(cycles / part);
      if (part == 1) cycles = cycle;
    end
    if (agrees) $display("%0d cycles agree", cycles);
  end
endmodule : vector_bench
