/// Proof harness of vc_allocator, of N ports with two lanes. Besides the assertions at its foot: a header that waits
/// is served within as many grants as there are lanes. By induction over more cycles than that.
module vc_allocator_formal #(
  parameter int N = 4
) (
  input logic               clk_i,
  input logic [4*N*N-1:0]   req_i
);
  localparam int Lanes = 2 * N;
  localparam int CountWidth = $clog2(Lanes + 1) + 1;

  (* anyconst *) logic [$clog2(Lanes)-1:0] who;         // Any one input lane.
  logic [Lanes*Lanes-1:0] gnt;
  logic [Lanes-1:0] row, granted;
  logic [CountWidth-1:0] waited_d, waited_q = '0;       // Grants to others while `who` requests.
  logic rst_n = 1'b0;

  vc_allocator #(.NumPorts(N), .NumVcs(2)) dut (.clk_i, .rst_ni(rst_n), .req_i, .gnt_o(gnt));

  assign row      = req_i[who*Lanes +: Lanes];
  assign granted  = gnt[who*Lanes +: Lanes];
  assign waited_d = (row == '0 || granted != '0) ? '0 : waited_q + 1'b1;

  always_ff @(posedge clk_i) begin
    rst_n    <= 1'b1;
    waited_q <= rst_n ? waited_d : '0;
  end

  always @(posedge clk_i) begin
    assume (who < Lanes);
    for (int i = 0; i < Lanes; i++) begin
      assume ((req_i[i*Lanes +: Lanes] & (req_i[i*Lanes +: Lanes] - 1'b1)) == '0);
    end
    if (rst_n) begin
      assert (waited_d < Lanes);
      assert (granted == '0 || granted == row);
    end
  end
endmodule : vc_allocator_formal
