/// Proof harness of vc_allocator, of N ports with two lanes, from any starts, reset at any time. Besides the assertions at
/// its foot: a header that waits is served within as many grants as there are lanes; in the first cycle it is that of the
/// first port and of its first lane, from their starts on. By induction over more cycles than that.
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
  logic [Lanes*Lanes-1:0] gnt;
  logic [Lanes-1:0] row, granted;
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Grants to others while `who` requests.
  logic [N-1:0] ports, below_port, below_start, before; // Ports with a header; those before that of `who` at first.
  logic [Lanes-1:0] asks;
  logic [$clog2(N)-1:0] port;                           // Of `who`.
  logic rst_n, running_q = 1'b0, fresh_q = 1'b0;

  vc_allocator #(.NumPorts(N), .NumVcs(2)) dut (
    .clk_i, .rst_ni(rst_n), .port_start_i(port_start), .lane_start_i(lane_start), .req_i, .gnt_o(gnt)
  );

  assign rst_n       = running_q && !reset_i;
  assign port        = who[$clog2(Lanes)-1:1];
  assign below_port  = (N'(1) << port) - 1'b1;
  assign below_start = (N'(1) << port_start) - 1'b1;
  assign before      = port < port_start ? ~below_start | below_port : ~below_start & below_port;
  for (genvar i = 0; i < Lanes; i++) begin : gen_asks
    assign asks[i] = req_i[i*Lanes +: Lanes] != '0;
  end
  for (genvar p = 0; p < N; p++) begin : gen_ports
    assign ports[p] = asks[2*p +: 2] != '0;
  end

  assign row      = req_i[who*Lanes +: Lanes];
  assign granted  = gnt[who*Lanes +: Lanes];
  assign waited_d = (row == '0 || granted != '0) ? '0 : waited_q + 1'b1;

  always_ff @(posedge clk_i) begin
    running_q <= 1'b1;
    fresh_q   <= !rst_n;
    waited_q  <= rst_n ? waited_d : '0;
  end

  always @(posedge clk_i) begin
    assume (who < Lanes && port_start < N);
    for (int i = 0; i < Lanes; i++) begin
      assume ((req_i[i*Lanes +: Lanes] & (req_i[i*Lanes +: Lanes] - 1'b1)) == '0);
    end
    if (rst_n) begin
      assert (waited_d < Lanes);
      assert (granted == '0 || granted == row);
      if (fresh_q) begin
        assert ((granted != '0) == (asks[who] && (ports & before) == '0
                                    && (lane_start[port] == who[0] || !asks[who ^ 1'b1])));
      end
      cover (granted != '0 && waited_q == Lanes - 1);   // All others first.
    end
  end

  long_run i_run (.clk_i, .rst_ni(rst_n));
endmodule : vc_allocator_formal
