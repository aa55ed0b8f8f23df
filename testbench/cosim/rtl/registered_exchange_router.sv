`include "net_types.svh"

/// exchange_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router.
module registered_exchange_router
  // verilator tracing_off
#(
  parameter int NumPorts = 5,
  parameter int Buffers = 5,
  parameter int InjectionFlits = 2,
  parameter int EjectionSlots = 2,
  parameter int TableNodes = 16,
  localparam int NumLinks = NumPorts - 1,
  localparam int TableWidth = TableNodes * (NumLinks + 8),
  localparam int StartWidth = $clog2(NumLinks)
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  exchange_site_t                         site_i,
  input  logic [Buffers-1:0]                     buffers_i,
  input  logic [NumLinks-1:0]                    links_i,
  input  logic [TableWidth-1:0]                  table_i,
  input  logic [StartWidth-1:0]                  start_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  output logic [NumPorts*2-1:0]                  credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumPorts*2-1:0]                  credit_i
);
  exchange_site_t site;
  logic [Buffers-1:0] buffers;
  logic [NumLinks-1:0] links;
  logic [TableWidth-1:0] ways;
  logic [StartWidth-1:0] start;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumPorts*2-1:0] credit;

  always_ff @(negedge rst_ni) begin
    site    <= site_i;
    buffers <= buffers_i;
    links   <= links_i;
    ways    <= table_i;
    start   <= start_i;
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
  exchange_router #(
    .NumPorts(NumPorts), .Buffers(Buffers), .InjectionFlits(InjectionFlits), .EjectionSlots(EjectionSlots),
    .TableNodes(TableNodes)
  ) exchange_router (
    .clk_i, .rst_ni, .site_i(site), .buffers_i(buffers), .links_i(links), .table_i(ways), .start_i(start), .flit_i(flit),
    .credit_o, .flit_o, .credit_i(credit)
  );
endmodule : registered_exchange_router
