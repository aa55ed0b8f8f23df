`include "block_sizes.svh"

/// Every allocator in every size of `Sizes`, side by side; see arbiter_bank.
/// Kind 0: sep_if_allocator, as many inputs as outputs; 1: wavefront_allocator; 2: vc_allocator; 3: sep_of_allocator; 4:
/// islip_allocator.
module allocator_bank #(
  parameter logic [63:0] Sizes = '1              ///< Bit n - 1: there are instances of size n.
) (
  input  logic [64:0] clk_i  [5],                ///< [kind][size]
  input  logic [64:0] rst_ni [5],
  input  logic [5:0]  input_start_i  [5][65][64], ///< [kind][size][input]; of those that have arbiters
  input  logic [5:0]  output_start_i [5][65][64], ///< [kind][size][output]
  input  logic [5:0]  diagonal_start_i [65],
  input  logic [5:0]  port_start_i     [65],
  input  logic [1:0]  vc_start_i     [65][64], ///< [size][port]
  input  logic [63:0] req_i  [5][65][64],        ///< [kind][size][input]: by output.
  output logic [63:0] gnt_o  [5][65][64]
);
  for (genvar n = 0; n <= 64; n++) begin : gen_size
    if (n >= 2 && Sizes[n-1]) begin : gen_allocators
      localparam int Width = $clog2(n);
      logic [n*Width-1:0] input_start [5], output_start [5];
      logic [n*n-1:0] req [5];
      logic [n*n-1:0] gnt [5];

      sep_if_allocator #(.NumIn(n), .NumOut(n)) i_separable (
        .clk_i(clk_i[0][n]), .rst_ni(rst_ni[0][n]), .input_start_i(input_start[0]), .output_start_i(output_start[0]),
        .req_i(req[0]), .gnt_o(gnt[0])
      );
      if (n <= `LARGEST_OUTPUT_FIRST) begin : gen_output_first
        sep_of_allocator #(.NumPorts(n), .Arbiters(`ARBITERS_OF_ALLOCATOR(n))) i_output_first (
          .clk_i(clk_i[3][n]), .rst_ni(rst_ni[3][n]), .input_start_i(input_start[3]), .output_start_i(output_start[3]),
          .req_i(req[3]), .gnt_o(gnt[3])
        );
        islip_allocator #(.NumPorts(n), .Iterations(`PASSES_OF_ALLOCATOR(n))) i_islip (
          .clk_i(clk_i[4][n]), .rst_ni(rst_ni[4][n]), .input_start_i(input_start[4]), .output_start_i(output_start[4]),
          .req_i(req[4]), .gnt_o(gnt[4])
        );
      end else begin : gen_no_output_first
        assign gnt[3] = '0;
        assign gnt[4] = '0;
      end
      wavefront_allocator #(.NumPorts(n)) i_wavefront (
        .clk_i(clk_i[1][n]), .rst_ni(rst_ni[1][n]), .start_i(diagonal_start_i[n][Width-1:0]), .req_i(req[1]), .gnt_o(gnt[1])
      );

      // Of the VCs of its ports the first n are used.
      localparam int Vcs   = `VCS_OF_ALLOCATOR(n);
      localparam int Ports = `PORTS_OF_ALLOCATOR(n);
      localparam int TotalVcs = Ports * Vcs;
      localparam int VcWidth = $clog2(Vcs);
      logic [Ports*VcWidth-1:0] vc_start;
      logic [TotalVcs*TotalVcs-1:0] vc_req, vc_gnt;
      vc_allocator #(.NumPorts(Ports), .NumVcs(Vcs)) i_vc (
        .clk_i(clk_i[2][n]), .rst_ni(rst_ni[2][n]), .port_start_i(port_start_i[n][$clog2(Ports)-1:0]),
        .vc_start_i(vc_start), .req_i(vc_req), .gnt_o(vc_gnt)
      );
      always_comb begin
        for (int p = 0; p < Ports; p++) vc_start[p*VcWidth +: VcWidth] = vc_start_i[n][p][VcWidth-1:0];
      end
      always_comb begin
        vc_req = '0;
        for (int i = 0; i < n; i++) vc_req[i*TotalVcs +: n] = req_i[2][n][i][n-1:0];
      end
      always_comb begin
        for (int i = 0; i < 64; i++) gnt_o[2][n][i] = i < n ? 64'(vc_gnt[i%n*TotalVcs +: n]) : '0;
      end

      for (genvar k = 0; k < 5; k++) if (k != 2) begin : gen_kind
        always_comb begin
          for (int p = 0; p < n; p++) begin
            input_start[k][p*Width +: Width]  = input_start_i[k][n][p][Width-1:0];
            output_start[k][p*Width +: Width] = output_start_i[k][n][p][Width-1:0];
          end
        end
        always_comb begin
          for (int i = 0; i < n; i++) req[k][i*n +: n] = req_i[k][n][i][n-1:0];
        end
        always_comb begin
          for (int i = 0; i < 64; i++) gnt_o[k][n][i] = i < n ? 64'(gnt[k][i%n*n +: n]) : '0;
        end
      end
    end else begin : gen_nothing
      always_comb begin
        for (int i = 0; i < 64; i++) begin
          gnt_o[0][n][i] = '0;
          gnt_o[1][n][i] = '0;
          gnt_o[2][n][i] = '0;
          gnt_o[3][n][i] = '0;
          gnt_o[4][n][i] = '0;
        end
      end
    end
  end
endmodule : allocator_bank
