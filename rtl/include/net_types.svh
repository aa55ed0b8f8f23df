/// Structs that cross module borders. The numbers in their fields are those of rtl/pkg/net_pkg.sv.
`ifndef NET_TYPES_SVH
`define NET_TYPES_SVH

/// The low end of a flit; its payload is what lies above. Model: hw/base/flit.h, whose bytes these are.
typedef struct packed {
  logic [6:0]  unused;
  logic        head;
  logic [7:0]  vc;            ///< Lane at the far end of the link that carries the flit.
  logic [15:0] remaining;     ///< Flits of the packet from this one to the tail; 0: no flit.
  logic [31:0] destination;
  logic [31:0] packet;
} header_t;

/// Straps: where a router stands and what it is set to. Static. Model: DuatoConfig and RouterSite.
typedef struct packed {
  logic [4:0]  throttle;      ///< Adaptive lanes per port open to packets that enter; 0: all.
  logic [1:0]  lane_reuse;
  logic        selection;
  logic        dateline;      ///< Two virtual networks on a torus; DimensionOrder only.
  logic        routing;
  logic [1:0]  topology;
  logic [31:0] node;
} site_t;

`endif
