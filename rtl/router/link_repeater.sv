/// Registers of a link that takes more than one cycle.
module link_repeater #(
  parameter int Stages = 1,                              ///< Cycles, >= 1.
  parameter int Width = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,                       ///< Asynchronous, active low.
  input  logic [Width-1:0] data_i,
  output logic [Width-1:0] data_o
);
  logic [Stages*Width-1:0] data_q;                       // [cycles ago]

  assign data_o = data_q[(Stages-1)*Width +: Width];
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) data_q <= '0;
    else         data_q <= (Stages*Width)'({data_q, data_i});
  end
endmodule : link_repeater
