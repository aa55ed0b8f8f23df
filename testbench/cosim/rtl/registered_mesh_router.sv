/// mesh_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router.
module registered_mesh_router
  // verilator tracing_off
#(
  parameter int Side = 4,
  parameter int Capacity = 2,
  parameter int Banks = 1,
  parameter int Passes = 8,
  localparam int NumPorts = 5,
  localparam int NumVcs = 10,
  localparam int NodeWidth = $clog2(Side * Side),
  localparam int EntryWidth = $clog2(Side + 1) + $clog2(Side) + 10,
  localparam int Starts = Banks == 1 ? 4 : 12
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  logic [NodeWidth-1:0]                   node_i,
  input  logic [2*Passes*EntryWidth-1:0]         schedule_i,
  input  logic [Starts-1:0]                      start_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  output logic [NumPorts*NumVcs-1:0]             credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumPorts*NumVcs-1:0]             credit_i
);
  logic [NodeWidth-1:0] node;
  logic [2*Passes*EntryWidth-1:0] schedule;
  logic [Starts-1:0] start;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumPorts*NumVcs-1:0] credit;

  always_ff @(negedge rst_ni) begin
    node     <= node_i;
    schedule <= schedule_i;
    start    <= start_i;
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      flit   <= '0;
      credit <= '0;
    end else begin
      flit   <= flit_i;
      credit <= credit_i;
    end
  end

  // verilator tracing_on
  mesh_router #(.Side(Side), .Capacity(Capacity), .Banks(Banks), .Passes(Passes)) mesh_router (
    .clk_i, .rst_ni, .node_i(node), .schedule_i(schedule), .start_i(start), .flit_i(flit), .credit_o, .flit_o,
    .credit_i(credit)
  );
endmodule : registered_mesh_router
