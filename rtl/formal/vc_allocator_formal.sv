/// Proof harness of vc_allocator, of N ports with two VCs, from any starts, reset at any time. Besides the assertions at
/// its foot: served is the first port with a head flit behind the last one that was served, and of its VCs the first
/// behind its own last one; these move with a grant only, in idle cycles never. So a head flit that waits is served
/// within as many cycles as there are VCs. By induction.
module vc_allocator_formal #(
  parameter int N = 4
) (
  input logic               clk_i,
  input logic               reset_i,
  input logic [4*N*N-1:0]   req_i
);
  localparam int TotalVcs = 2 * N;
  localparam int CountWidth = $clog2(TotalVcs + 1) + 1;

  (* anyconst *) logic [$clog2(N)-1:0] port_start;
  (* anyconst *) logic [N-1:0] vc_start;
  (* anyconst *) logic [$clog2(TotalVcs)-1:0] who;      // Any one input VC.
  (* hierconn *) logic [N-1:0] \dut.i_arbiter.i_ports.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[0].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[1].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[2].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[3].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[4].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[5].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[6].i_vcs.mask ;
  (* hierconn *) logic [1:0] \dut.i_arbiter.gen_port[7].i_vcs.mask ;
  logic [TotalVcs*TotalVcs-1:0] gnt;
  logic [TotalVcs-1:0] row, granted;
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Grants to others while `who` requests.
  logic [N-1:0] ports, below_port, below_next, before;  // Ports with a head flit; those before that of `who`.
  logic [$clog2(N)-1:0] port_next_q = '0;               // The port that comes first, by the definition;
  logic [N-1:0] vc_next_q = '0;                         // of each port, the VC.
  logic [2*N-1:0] vc_mask;
  logic [CountWidth-1:0] ahead;                         // Ports before it, and all again if its VC is the second.
  logic [TotalVcs-1:0] asks;
  logic [$clog2(N)-1:0] port;                           // Of `who`.
  logic rst_n, running_q = 1'b0;

  vc_allocator #(.NumPorts(N), .NumVcs(2)) dut (
    .clk_i, .rst_ni(rst_n), .port_start_i(port_start), .vc_start_i(vc_start), .req_i, .gnt_o(gnt)
  );

  assign rst_n       = running_q && !reset_i;
  assign port        = who[$clog2(TotalVcs)-1:1];
  assign below_port  = (N'(1) << port) - 1'b1;
  assign below_next  = (N'(1) << port_next_q) - 1'b1;
  assign before      = port < port_next_q ? ~below_next | below_port : ~below_next & below_port;
  for (genvar i = 0; i < TotalVcs; i++) begin : gen_asks
    assign asks[i] = req_i[i*TotalVcs +: TotalVcs] != '0;
  end
  for (genvar p = 0; p < N; p++) begin : gen_ports
    assign ports[p] = asks[2*p +: 2] != '0;
  end

  assign vc_mask[0*2 +: 2] = \dut.i_arbiter.gen_port[0].i_vcs.mask ;
  assign vc_mask[1*2 +: 2] = \dut.i_arbiter.gen_port[1].i_vcs.mask ;
  if (N > 2) assign vc_mask[2*2 +: 2] = \dut.i_arbiter.gen_port[2].i_vcs.mask ;
  if (N > 3) assign vc_mask[3*2 +: 2] = \dut.i_arbiter.gen_port[3].i_vcs.mask ;
  if (N > 4) assign vc_mask[4*2 +: 2] = \dut.i_arbiter.gen_port[4].i_vcs.mask ;
  if (N > 5) assign vc_mask[5*2 +: 2] = \dut.i_arbiter.gen_port[5].i_vcs.mask ;
  if (N > 6) assign vc_mask[6*2 +: 2] = \dut.i_arbiter.gen_port[6].i_vcs.mask ;
  if (N > 7) assign vc_mask[7*2 +: 2] = \dut.i_arbiter.gen_port[7].i_vcs.mask ;
  always_comb begin
    ahead = vc_next_q[port] == who[0] ? '0 : CountWidth'(N);
    for (int p = 0; p < N; p++) ahead = ahead + CountWidth'(before[p]);
  end

  assign row      = req_i[who*TotalVcs +: TotalVcs];
  assign granted  = gnt[who*TotalVcs +: TotalVcs];
  assign waited_d = (row == '0 || granted != '0) ? '0 : waited_q + 1'b1;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    waited_q  <= rst_n ? waited_d : '0;
    for (int i = 0; i < TotalVcs; i++) begin
      if (gnt[i*TotalVcs +: TotalVcs] != '0) begin
        port_next_q      <= (i / 2 + 1) % N;
        vc_next_q[i/2] <= i % 2 == 0;
      end
    end
    if (!rst_n) begin
      port_next_q <= port_start;
      vc_next_q <= vc_start;
    end
  end

  always @(posedge clk_i) begin
    assume (who < TotalVcs && port_start < N);
    for (int i = 0; i < TotalVcs; i++) begin
      assume ((req_i[i*TotalVcs +: TotalVcs] & (req_i[i*TotalVcs +: TotalVcs] - 1'b1)) == '0);
    end
    if (rst_n) begin
      assert (waited_d < TotalVcs);
      assert (granted == '0 || granted == row);
      assert ((granted != '0) == (asks[who] && (ports & before) == '0
                                  && (vc_next_q[port] == who[0] || !asks[who ^ 1'b1])));
      // Invariants.
      assert (waited_q + ahead < TotalVcs);
      assert (port_next_q < N);
      assert (\dut.i_arbiter.i_ports.mask == ~below_next || \dut.i_arbiter.i_ports.mask == '0 && port_next_q == '0);
      for (int p = 0; p < N; p++)
        assert (vc_mask[2*p +: 2] == (vc_next_q[p] ? 2'b10 : 2'b11) || vc_mask[2*p +: 2] == '0 && !vc_next_q[p]);
      cover (granted != '0 && waited_q == TotalVcs - 1);  // All others first.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : vc_allocator_formal
