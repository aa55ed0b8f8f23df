/// Proof harness of vc_allocator, of N ports with two lanes, from any starts, reset at any time. Besides the assertions at
/// its foot: served is the first port with a header behind the last one that was served, and of its lanes the first behind its
/// own last one; these move with a grant only, in idle cycles never. So a header that waits is served within as many cycles as
/// there are lanes. By induction.
module vc_allocator_formal #(
  parameter int N = 4
) (
  input logic               clk_i,
  input logic               reset_i,
  input logic [4*N*N-1:0]   req_i
);
  localparam int Lanes = 2 * N;
  localparam int CountWidth = $clog2(Lanes + 1) + 1;

  (* anyconst *) logic [$clog2(N)-1:0] port_start;
  (* anyconst *) logic [N-1:0] lane_start;
  (* anyconst *) logic [$clog2(Lanes)-1:0] who;         // Any one input lane.
  (* hierconn *) logic [N-1:0] \dut.i_ports.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[0].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[1].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[2].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[3].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[4].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[5].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[6].i_lanes.mask ;
  (* hierconn *) logic [1:0] \dut.gen_port[7].i_lanes.mask ;
  logic [Lanes*Lanes-1:0] gnt;
  logic [Lanes-1:0] row, granted;
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Grants to others while `who` requests.
  logic [N-1:0] ports, below_port, below_next, before;  // Ports with a header; those before that of `who`.
  logic [$clog2(N)-1:0] port_next_q = '0;               // The port that comes first, by the definition;
  logic [N-1:0] lane_next_q = '0;                       // of each port, the lane.
  logic [2*N-1:0] lane_mask;
  logic [CountWidth-1:0] ahead;                         // Ports before it, and all again if its lane is the second.
  logic [Lanes-1:0] asks;
  logic [$clog2(N)-1:0] port;                           // Of `who`.
  logic rst_n, running_q = 1'b0;

  vc_allocator #(.NumPorts(N), .NumVcs(2)) dut (
    .clk_i, .rst_ni(rst_n), .port_start_i(port_start), .lane_start_i(lane_start), .req_i, .gnt_o(gnt)
  );

  assign rst_n       = running_q && !reset_i;
  assign port        = who[$clog2(Lanes)-1:1];
  assign below_port  = (N'(1) << port) - 1'b1;
  assign below_next  = (N'(1) << port_next_q) - 1'b1;
  assign before      = port < port_next_q ? ~below_next | below_port : ~below_next & below_port;
  for (genvar i = 0; i < Lanes; i++) begin : gen_asks
    assign asks[i] = req_i[i*Lanes +: Lanes] != '0;
  end
  for (genvar p = 0; p < N; p++) begin : gen_ports
    assign ports[p] = asks[2*p +: 2] != '0;
  end

  assign lane_mask[0*2 +: 2] = \dut.gen_port[0].i_lanes.mask ;
  assign lane_mask[1*2 +: 2] = \dut.gen_port[1].i_lanes.mask ;
  if (N > 2) assign lane_mask[2*2 +: 2] = \dut.gen_port[2].i_lanes.mask ;
  if (N > 3) assign lane_mask[3*2 +: 2] = \dut.gen_port[3].i_lanes.mask ;
  if (N > 4) assign lane_mask[4*2 +: 2] = \dut.gen_port[4].i_lanes.mask ;
  if (N > 5) assign lane_mask[5*2 +: 2] = \dut.gen_port[5].i_lanes.mask ;
  if (N > 6) assign lane_mask[6*2 +: 2] = \dut.gen_port[6].i_lanes.mask ;
  if (N > 7) assign lane_mask[7*2 +: 2] = \dut.gen_port[7].i_lanes.mask ;
  always_comb begin
    ahead = lane_next_q[port] == who[0] ? '0 : CountWidth'(N);
    for (int p = 0; p < N; p++) ahead = ahead + CountWidth'(before[p]);
  end

  assign row      = req_i[who*Lanes +: Lanes];
  assign granted  = gnt[who*Lanes +: Lanes];
  assign waited_d = (row == '0 || granted != '0) ? '0 : waited_q + 1'b1;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waited_q  <= rst_n ? waited_d : '0;
    for (int i = 0; i < Lanes; i++) begin
      if (gnt[i*Lanes +: Lanes] != '0) begin
        port_next_q      <= (i / 2 + 1) % N;
        lane_next_q[i/2] <= i % 2 == 0;
      end
    end
    if (!rst_n) begin
      port_next_q <= port_start;
      lane_next_q <= lane_start;
    end
  end

  always @(posedge clk_i) begin
    assume (who < Lanes && port_start < N);
    for (int i = 0; i < Lanes; i++) begin
      assume ((req_i[i*Lanes +: Lanes] & (req_i[i*Lanes +: Lanes] - 1'b1)) == '0);
    end
    if (rst_n) begin
      assert (waited_d < Lanes);
      assert (granted == '0 || granted == row);
      assert ((granted != '0) == (asks[who] && (ports & before) == '0
                                  && (lane_next_q[port] == who[0] || !asks[who ^ 1'b1])));
      // Invariants.
      assert (waited_q + ahead < Lanes);
      assert (port_next_q < N);
      assert (\dut.i_ports.mask == ~below_next || \dut.i_ports.mask == '0 && port_next_q == '0);
      for (int p = 0; p < N; p++)
        assert (lane_mask[2*p +: 2] == (lane_next_q[p] ? 2'b10 : 2'b11) || lane_mask[2*p +: 2] == '0 && !lane_next_q[p]);
      cover (granted != '0 && waited_q == Lanes - 1);   // All others first.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : vc_allocator_formal
