`include "net_types.svh"

/// combining_router as co-simulation clocks it: its pins are registers here, and its straps, which the reset loads. See
/// registered_router.
module registered_combining_router
  // verilator tracing_off
#(
  parameter int StraightLinks = 1,
  parameter int Depth = 2,
  parameter int Directions = 64,
  parameter int Words = 16,
  parameter int KeyWidth = 8,
  parameter int Rows = 2,
  localparam int NumPorts = 2 * (StraightLinks + 1) + 1,
  localparam int NumVcs = StraightLinks == 1 ? 3 : 1,
  localparam int PlaceWidth = 6
) (
  input  logic                                   clk_i,
  input  logic                                   rst_ni,
  input  combining_site_t                        site_i,
  input  logic [10*PlaceWidth-1:0]               place_i,
  input  logic [Rows-1:0]                        odd_i,
  input  logic [KeyWidth*KeyWidth-1:0]           multiples_i,
  input  logic [KeyWidth-1:0]                    offset_i,
  input  logic [KeyWidth-1:0]                    prime_i,
  input  logic [4:0]                             shift_i,
  input  logic [$clog2(Words)-1:0]               inverse_i,
  input  logic [NumPorts*net_pkg::FlitWidth-1:0] flit_i,
  output logic [NumPorts*NumVcs-1:0]             credit_o,
  output logic [NumPorts*net_pkg::FlitWidth-1:0] flit_o,
  input  logic [NumPorts*NumVcs-1:0]             credit_i
);
  combining_site_t site;
  logic [10*PlaceWidth-1:0] place;
  logic [Rows-1:0] odd;
  logic [KeyWidth*KeyWidth-1:0] multiples;
  logic [KeyWidth-1:0] offset, prime;
  logic [4:0] shift;
  logic [$clog2(Words)-1:0] inverse;
  logic [NumPorts*net_pkg::FlitWidth-1:0] flit;
  logic [NumPorts*NumVcs-1:0] credit;

  always_ff @(negedge rst_ni) begin
    site      <= site_i;
    place     <= place_i;
    odd       <= odd_i;
    multiples <= multiples_i;
    offset    <= offset_i;
    prime     <= prime_i;
    shift     <= shift_i;
    inverse   <= inverse_i;
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
  combining_router #(.StraightLinks(StraightLinks), .Depth(Depth), .Directions(Directions), .Words(Words), .KeyWidth(KeyWidth),
    .Rows(Rows)) combining_router (
    .clk_i, .rst_ni, .site_i(site), .place_i(place), .odd_i(odd), .multiples_i(multiples), .offset_i(offset), .prime_i(prime),
    .shift_i(shift), .inverse_i(inverse), .flit_i(flit), .credit_o, .flit_o, .credit_i(credit)
  );
endmodule : registered_combining_router
