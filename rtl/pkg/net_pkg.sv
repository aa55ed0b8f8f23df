/// Constants of the pins and straps of a router; rtl/include/net_types.svh has the types. Only numbers stand
/// here, as Icarus 11 does not read a struct in a package. Model: hw/base/flit.h, hw/router/duato_config.h.
package net_pkg;

  localparam int FlitWidth = 128;             ///< As the C++ flit: 32 bits of payload.
  localparam int HeaderWidth = 96;            ///< Of header_t, the low end of a flit.

  // site_t::topology
  localparam logic [1:0] Torus     = 2'd0;
  localparam logic [1:0] Mesh      = 2'd1;
  localparam logic [1:0] Hypercube = 2'd2;
  // site_t::routing
  localparam logic DimensionOrder  = 1'b0;
  localparam logic Duato           = 1'b1;
  // site_t::selection
  localparam logic First           = 1'b0;
  localparam logic LeastLoaded     = 1'b1;
  // site_t::lane_reuse
  localparam logic [1:0] Atomic      = 2'd0;
  localparam logic [1:0] WholePacket = 2'd1;
  localparam logic [1:0] Immediate   = 2'd2;

endpackage : net_pkg
