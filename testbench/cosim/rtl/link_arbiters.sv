/// The link arbiters of a router, one per output port, as co-simulation drives them.
///
/// Pins are registers here, which both edges of `load_i` load, and straps those that a reset loads. Verilator evaluates the logic behind an input whenever it
/// evaluates anything, and once more behind a register that an edge has changed; behind registers alone it does so once.
/// So `load_i` changes together with the rising edge that ends the cycle before, and a cycle costs one evaluation.
module link_arbiters
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumVcs = 4,
  localparam int VcWidth = $clog2(NumVcs)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        load_i,
  input  logic [NumPorts*VcWidth-1:0] start_i,
  input  logic [NumPorts*NumVcs-1:0]  req_i,
  output logic [NumPorts*NumVcs-1:0]  gnt_o
);
  logic [NumPorts*VcWidth-1:0] start;
  logic [NumPorts*NumVcs-1:0] req;

  always_ff @(negedge rst_ni) start <= start_i;
  always_ff @(posedge load_i or negedge load_i) req <= req_i;

  // verilator tracing_on
  rr_arbiter #(.NumReq(NumVcs)) link_arbiter [NumPorts-1:0] (
    .clk_i, .rst_ni, .start_i(start), .req_i(req), .gnt_o, .accept_i(1'b1)
  );
endmodule : link_arbiters
