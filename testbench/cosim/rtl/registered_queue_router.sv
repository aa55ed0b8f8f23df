`include "net_types.svh"

/// queue_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router.
module registered_queue_router
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int NumQueues = 3,
  parameter int Slots = 4,
  parameter int Depth = 2,
  parameter int EjectionSlots = 2,
  parameter int Radix = 2,
  parameter int TableNodes = 1,
  parameter int Departures = NumPorts - 1,
  parameter int Admissions = Slots,
  localparam int NumVcs = NumQueues * NumPorts,
  localparam int CapacityWidth = NumQueues * $clog2(Slots + 1),
  localparam int TableWidth = NumQueues * TableNodes * NumVcs,
  localparam int StartWidth = $clog2(NumQueues) + NumQueues * $clog2(NumPorts + NumQueues) + $clog2(NumVcs)
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  queue_site_t                            site_i,
  input  logic [CapacityWidth-1:0]               capacity_i,
  input  logic [TableWidth-1:0]                  table_i,
  input  logic [StartWidth-1:0]                  start_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  output logic [NumVcs-1:0]                      credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumVcs-1:0]                      credit_i
);
  queue_site_t site;
  logic [CapacityWidth-1:0] capacity;
  logic [TableWidth-1:0] ways;
  logic [StartWidth-1:0] start;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumVcs-1:0] credit;

  always_ff @(negedge rst_ni) begin
    site     <= site_i;
    capacity <= capacity_i;
    ways     <= table_i;
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
  queue_router #(
    .NumPorts(NumPorts), .NumQueues(NumQueues), .Slots(Slots), .Depth(Depth), .EjectionSlots(EjectionSlots), .Radix(Radix),
    .TableNodes(TableNodes), .Departures(Departures), .Admissions(Admissions)
  ) queue_router (
    .clk_i, .rst_ni, .site_i(site), .capacity_i(capacity), .table_i(ways), .start_i(start), .flit_i(flit), .credit_o, .flit_o,
    .credit_i(credit)
  );
endmodule : registered_queue_router
