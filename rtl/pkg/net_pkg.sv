/// Constants of the pins and straps of a router; rtl/include/net_types.svh has the types. Only numbers stand
/// here, as Icarus 11 does not read a struct in a package. Models: hw/base/flit.h, hw/alloc/port_allocator.h,
/// hw/router/vc/duato_config.h, hw/router/combining/ranade_message.h, hw/routing/turn_buffers.h,
/// hw/router/mesh/mesh16_message.h.
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
  // site_t::vc_reallocation
  localparam logic [1:0] Atomic      = 2'd0;
  localparam logic [1:0] WholePacket = 2'd1;
  localparam logic [1:0] Immediate   = 2'd2;

  // Kinds of arbiters: `Kind` of arbiter.
  localparam int RoundRobin = 0;
  localparam int Matrix     = 1;
  localparam int Fixed      = 2;
  // Kinds of switch allocators: `Kind` of port_allocator.
  localparam int InputFirst  = 0;
  localparam int OutputFirst = 1;
  localparam int Wavefront   = 2;
  localparam int Islip       = 3;
  localparam int OneHeadFlit = 4;              ///< Of VC allocation alone: a vc_arbiter.

  localparam int PacketWidth = 96;            ///< A packet of one flit, without what is the same in all: {payload, destination, packet}.

  // queue_site_t::relation
  localparam logic [1:0] Hanging    = 2'd0;
  localparam logic [1:0] ThreeQueue = 2'd1;
  localparam logic [1:0] TwoQueue   = 2'd2;
  localparam logic [1:0] ByTable    = 2'd3;

  // chaos_site_t::variant
  localparam logic [1:0] Chaos    = 2'd0;
  localparam logic [1:0] Priority = 2'd1;
  localparam logic [1:0] Natural  = 2'd2;

  // exchange_site_t::priority_of
  localparam logic [1:0] ByAge      = 2'd0;
  localparam logic [1:0] ByDistance = 2'd1;
  localparam logic [1:0] ByArrival  = 2'd2;

  // Commands to a mesh node: the VC of a flit from its processor.
  localparam logic [2:0] Load            = 3'd0;
  localparam logic [2:0] SortRowMajor    = 3'd1;
  localparam logic [2:0] SortColumnMajor = 3'd2;
  localparam logic [2:0] Colour          = 3'd3;
  localparam logic [2:0] Count           = 3'd4;
  localparam logic [2:0] Maximum         = 3'd5;
  localparam logic [2:0] Combine         = 3'd6;
  localparam logic [2:0] Route           = 3'd7;

  localparam int MessageHeaderWidth = 32;     ///< Of message_t, the low end of a message.
  localparam int StepWidth = 8;

  // message_t::kind
  localparam logic [1:0] Request     = 2'd0;
  localparam logic [1:0] Reply       = 2'd1;
  localparam logic [1:0] Ghost       = 2'd2;
  localparam logic [1:0] EndOfStream = 2'd3;
  // message_t::operation
  localparam logic [3:0] None           = 4'd0;
  localparam logic [3:0] WriteArbitrary = 4'd1;
  localparam logic [3:0] WritePriority  = 4'd2;
  localparam logic [3:0] Add            = 4'd3;
  localparam logic [3:0] Max            = 4'd4;
  localparam logic [3:0] Min            = 4'd5;
  localparam logic [3:0] And            = 4'd6;
  localparam logic [3:0] Or             = 4'd7;
  localparam logic [3:0] Xor            = 4'd8;

  // Buffers of a mesh node, by what a packet does there.
  localparam logic [1:0] Straight  = 2'd0;
  localparam logic [1:0] TurnLeft  = 2'd1;
  localparam logic [1:0] TurnRight = 2'd2;
  localparam logic [1:0] Home      = 2'd3;    ///< It has arrived and needs none.

endpackage : net_pkg
