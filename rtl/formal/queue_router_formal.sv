`include "net_types.svh"

/// Proof harness of queue_router: a node of one link and its terminal, with two queues of N packets. By induction.
///
/// Whatever its neighbours do within their credits, for any setting: no buffer overflows, here or beyond; a credit goes back
/// for every packet that came, once; and packets are neither lost nor doubled: those that are here are those that came and
/// have not left.
module queue_router_formal #(
  parameter int N = 2,
  localparam int CountWidth = $clog2(N + 1)
) (
  input logic       clk_i,
  input logic [1:0] comes_i,                            // [port]
  input logic       class_i,                            // Of what comes over the link.
  input logic [1:0] destination_i,                      // [port]
  input logic [3:0] credit_i                            // [port][class]
);
  localparam int FlitWidth = net_pkg::FlitWidth;

  (* anyconst *) queue_site_t site;
  (* anyconst *) logic [2*CountWidth-1:0] capacity;
  (* anyconst *) logic [6:0] switch_start;
  (* anyconst *) logic [1:0] ejection_start;
  (* hierconn *) logic [1:0] \dut.gen_input[0].i_port.gen_class[0].i_buffer.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_input[0].i_port.gen_class[1].i_buffer.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_input[1].i_port.gen_class[0].i_buffer.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_output[0].i_port.gen_class[0].i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_output[0].i_port.gen_class[1].i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_output[1].i_port.gen_class[0].i_credits.count_q ;
  (* hierconn *) logic [1:0] \dut.gen_output[1].i_port.gen_class[1].i_credits.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.i_switch.gen_queue[0].i_queue.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.i_switch.gen_queue[1].i_queue.count_q ;
  (* hierconn *) logic [CountWidth-1:0] \dut.i_ejection.i_queue.count_q ;
  (* hierconn *) logic [4*N-1:0] \dut.i_switch.gen_queue[0].i_queue.waits , \dut.i_switch.gen_queue[1].i_queue.waits ;
  (* hierconn *) logic [4*N-1:0] \dut.i_ejection.i_queue.waits ;
  logic [2*FlitWidth-1:0] flit_in, flit_out;
  header_t to_link, to_node, from_link, from_node;
  logic [3:0] credit, comes, leaves;                    // [port][class]
  logic [11:0] here_q = '0;                             // [port][class]: packets that came and gave no credit.
  logic [11:0] beyond_q = '0;                           // [port][class]: packets that left and whose credit has not come.
  logic [3*CountWidth-1:0] stored;                      // [ejection, queues]: packets.
  logic [3*N*4-1:0] waits;                              // [ejection, queues][slot]
  logic [11:0] buffered, credits, departing;
  logic [4:0] total_q = '0, came, gone;
  logic rst_n = 1'b0;

  always_comb begin
    from_link = '0;
    from_node = '0;
    if (comes_i[0]) begin
      from_link.head        = 1'b1;
      from_link.remaining   = 16'd1;
      from_link.vc          = 8'(class_i);
      from_link.destination = 32'(destination_i[0]);
    end
    if (comes_i[1]) begin
      from_node.head        = 1'b1;
      from_node.remaining   = 16'd1;
      from_node.destination = 32'(destination_i[1]);
    end
  end
  assign flit_in = {32'd0, from_node, 32'd0, from_link};
  assign to_link = flit_out[net_pkg::HeaderWidth-1:0];
  assign to_node = flit_out[FlitWidth +: net_pkg::HeaderWidth];
  assign comes   = {1'b0, comes_i[1], comes_i[0] && class_i, comes_i[0] && !class_i};
  assign leaves  = {to_node.remaining != '0 && to_node.vc[0], to_node.remaining != '0 && !to_node.vc[0],
                    to_link.remaining != '0 && to_link.vc[0], to_link.remaining != '0 && !to_link.vc[0]};

  queue_router #(.NumPorts(2), .NumQueues(2), .Slots(N), .Depth(2), .EjectionSlots(N), .Radix(2), .TableNodes(1)) dut (
    .clk_i, .rst_ni(rst_n), .site_i(site), .capacity_i(capacity), .table_i(8'd0), .start_i({switch_start, ejection_start}),
    .flit_i(flit_in), .credit_o(credit), .flit_o(flit_out), .credit_i
  );

  assign stored = {\dut.i_ejection.i_queue.count_q , \dut.i_switch.gen_queue[1].i_queue.count_q ,
                   \dut.i_switch.gen_queue[0].i_queue.count_q };
  assign waits  = {\dut.i_ejection.i_queue.waits , \dut.i_switch.gen_queue[1].i_queue.waits ,
                   \dut.i_switch.gen_queue[0].i_queue.waits };
  always_comb begin
    buffered  = {3'd0, 1'b0, \dut.gen_input[1].i_port.gen_class[0].i_buffer.count_q ,
                 1'b0, \dut.gen_input[0].i_port.gen_class[1].i_buffer.count_q ,
                 1'b0, \dut.gen_input[0].i_port.gen_class[0].i_buffer.count_q };
    credits   = {1'b0, \dut.gen_output[1].i_port.gen_class[1].i_credits.count_q ,
                 1'b0, \dut.gen_output[1].i_port.gen_class[0].i_credits.count_q ,
                 1'b0, \dut.gen_output[0].i_port.gen_class[1].i_credits.count_q ,
                 1'b0, \dut.gen_output[0].i_port.gen_class[0].i_credits.count_q };
    came = '0;
    gone = '0;
    for (int v = 0; v < 4; v++) begin
      came = came + 5'(comes[v]);
      gone = gone + 5'(leaves[v]);
      departing[v*3 +: 3] = 3'(leaves[v]);
    end
  end
  always_ff @(posedge clk_i) begin
    rst_n <= 1'b1;
    if (rst_n) begin
      total_q <= total_q + came - gone;
      for (int v = 0; v < 4; v++) begin
        here_q[v*3 +: 3]   <= here_q[v*3 +: 3] + 3'(comes[v]) - 3'(credit[v]);
        beyond_q[v*3 +: 3] <= beyond_q[v*3 +: 3] + 3'(leaves[v]) - 3'(credit_i[v]);
      end
    end
  end

  always @(posedge clk_i) begin
    assume (site.seed != '0 && site.phits != '0 && site.phits <= 2 && site.relation <= 2'd2 && site.relation != 2'd1);
    assume (site.depth != '0 && site.depth <= 2 && site.ejection_slots != '0 && site.ejection_slots <= N);
    assume (site.node <= 1 && switch_start[2:0] < 4 && switch_start[5:3] < 4);
    assume (site.ejection_period == 32'd65536 * 32'(site.phits));
    for (int q = 0; q < 2; q++)
      assume (capacity[q*CountWidth +: CountWidth] != '0 && capacity[q*CountWidth +: CountWidth] <= N);
    if (rst_n) begin
      for (int v = 0; v < 4; v++) begin
        assume (!comes[v] || here_q[v*3 +: 3] < site.depth);
        assume (!credit_i[v] || beyond_q[v*3 +: 3] + departing[v*3 +: 3] != '0);
        assert (!credit[v] || here_q[v*3 +: 3] != '0);
        assert (beyond_q[v*3 +: 3] + departing[v*3 +: 3] <= site.depth);
        // Invariants.
        assert (here_q[v*3 +: 3] == buffered[v*3 +: 3] + 3'(credit[v]) && here_q[v*3 +: 3] <= site.depth);
        assert (credits[v*3 +: 3] + beyond_q[v*3 +: 3] + departing[v*3 +: 3] == 3'd2);
      end
      assert (!credit[3] && to_link.vc[7:1] == '0 && to_node.vc[7:1] == '0);
      for (int q = 0; q < 2; q++) assert (stored[q*CountWidth +: CountWidth] <= capacity[q*CountWidth +: CountWidth]);
      assert (stored[2*CountWidth +: CountWidth] <= site.ejection_slots);
      assert (total_q == 5'(buffered[0 +: 3]) + 5'(buffered[3 +: 3]) + 5'(buffered[6 +: 3]) + 5'(stored[0 +: CountWidth])
                       + 5'(stored[CountWidth +: CountWidth]) + 5'(stored[2*CountWidth +: CountWidth]) + gone);
      for (int q = 0; q < 3; q++) begin
        for (int n = 0; n < N; n++)
          if (n < stored[q*CountWidth +: CountWidth]) assert (waits[(q*N + n)*4 +: 4] < site.phits);
        for (int n = 1; n < N; n++)                     // Who came later is not eligible earlier.
          if (n < stored[q*CountWidth +: CountWidth]) assert (waits[(q*N + n - 1)*4 +: 4] <= waits[(q*N + n)*4 +: 4]);
      end
      cover (to_link.remaining != '0 && to_link.vc[0] && to_node.remaining != '0);
      cover (total_q == 5'(6 + 2*N));                   // Full.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : queue_router_formal
