`include "net_types.svh"

/// For harnesses of vc_router, of three ports with two VCs of Depth slots, in a ring or line of four nodes or a cube of two
/// dimensions: any settings, and neighbours that do anything that keeps the rules of packets, of up to three flits, and of credits.
module vc_router_neighbours #(
  parameter int Depth = 2,
  parameter int Radix = 4,                               ///< 2: the cube.
  localparam int CountWidth = $clog2(Depth + 1),
  localparam int Width = net_pkg::HeaderWidth + 1
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,
  input  site_t                   site_i,
  input  logic [23:0]             start_i,
  input  logic [20:0]             pins_i,                ///< [port]: {payload, head, vc, remaining, destination}
  output logic [3*Width-1:0]      flit_o,                ///< [port]: the same as a flit, to the router.
  input  logic [5:0]              freed_i,               ///< [input VC]: the router's `credit_o`.
  input  logic [3*Width-1:0]      sent_i,                ///< [port]: its `flit_o`.
  input  logic [5:0]              credit_i,              ///< [output VC]: as the router's.
  output logic [11:0]             left_o,                ///< [input VC]: flits that are to come of the packet behind.
  output logic [6*CountWidth-1:0] stored_o,              ///< [input VC]: flits that it stores.
  output logic [6*CountWidth-1:0] there_o                ///< [output VC]: slots beyond that are taken, without this cycle's flit.
);
  logic [2:0] legal;
  logic [6*CountWidth-1:0] stored_q = '0, there_q = '0;

  always @(*) begin
    assume (site_i.vc_reallocation <= net_pkg::Immediate && site_i.node < 4);
    if (Radix == 2) begin
      assume (site_i.topology == net_pkg::Hypercube && !site_i.dateline);
    end else begin
      assume (site_i.topology == net_pkg::Torus || site_i.topology == net_pkg::Mesh);
      assume (site_i.topology == net_pkg::Mesh || site_i.routing == net_pkg::DimensionOrder);
      assume (site_i.topology == net_pkg::Torus || !site_i.dateline);
    end
    for (int p = 0; p < 3; p++) assume (start_i[3 + 2*p +: 2] < 3 && start_i[9 + 2*p +: 2] < 3);
    assume (start_i[16:15] < 3 && start_i[21:20] < 3 && start_i[23:22] < 3);
    if (rst_ni) assume (legal == '1);
  end

  for (genvar p = 0; p < 3; p++) begin : gen_link
    logic [6:0] pins;
    logic [net_pkg::HeaderWidth-1:0] arriving;
    assign pins = pins_i[7*p +: 7];
    assign flit_o[p*Width +: Width] = pins[3:2] == 2'd0 ? '0
        : {pins[6], 7'd0, pins[5], 7'd0, pins[4], 14'd0, pins[3:2], 30'd0, pins[1:0], 32'd0};
    assign arriving = flit_o[p*Width +: net_pkg::HeaderWidth];
    packet_rules #(.NumVcs(2), .LengthWidth(2)) i_rules (
      .clk_i, .rst_ni, .flit_i(arriving), .legal_o(legal[p]), .left_o(left_o[p*4 +: 4])
    );
  end
  for (genvar l = 0; l < 6; l++) begin : gen_vc
    logic [CountWidth-1:0] stored, there;
    logic arrives, leaves;
    assign arrives = flit_o[l/2*Width + 64 +: 2] != 2'd0 && flit_o[l/2*Width + 80] == (l % 2 == 1);
    assign leaves  = sent_i[l/2*Width + 64 +: 2] != 2'd0 && sent_i[l/2*Width + 80] == (l % 2 == 1);
    assign stored  = stored_q[l*CountWidth +: CountWidth] - CountWidth'(freed_i[l]);
    assign there   = there_q[l*CountWidth +: CountWidth] - CountWidth'(credit_i[l]);
    assign stored_o[l*CountWidth +: CountWidth] = stored;
    assign there_o[l*CountWidth +: CountWidth]  = there;
    always_ff @(posedge clk_i) begin
      stored_q[l*CountWidth +: CountWidth] <= rst_ni ? stored + CountWidth'(arrives) : '0;
      there_q[l*CountWidth +: CountWidth]  <= rst_ni ? there + CountWidth'(leaves) : '0;
    end
    always @(*) if (rst_ni) begin
      assume (!arrives || stored < CountWidth'(Depth));
      assume (!credit_i[l] || there_q[l*CountWidth +: CountWidth] != '0);
      assert (!freed_i[l] || stored_q[l*CountWidth +: CountWidth] != '0);
      assert (there + CountWidth'(leaves) <= CountWidth'(Depth));
    end
  end
endmodule : vc_router_neighbours
