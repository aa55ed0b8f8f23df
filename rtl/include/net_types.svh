/// Structs that cross module borders. The numbers in their fields are those of rtl/pkg/net_pkg.sv.
`ifndef NET_TYPES_SVH
`define NET_TYPES_SVH

/// The low end of a flit; its payload is what lies above. Model: hw/base/flit.h, whose bytes these are.
typedef struct packed {
  logic [6:0]  unused;
  logic        head;
  logic [7:0]  vc;            ///< VC at the far end of the link that carries the flit.
  logic [15:0] remaining;     ///< Flits of the packet from this one to the tail; 0: no flit.
  logic [31:0] destination;
  logic [31:0] packet;
} header_t;

/// Straps: where a router stands and what it is set to. Static. Model: DuatoConfig and RouterSite.
typedef struct packed {
  logic [4:0]  throttle;      ///< Adaptive VCs per port open to packets that enter; 0: all.
  logic [1:0]  vc_reallocation;
  logic        selection;
  logic        dateline;      ///< Two virtual networks on a torus; DimensionOrder only.
  logic        routing;
  logic [1:0]  topology;
  logic [31:0] node;
} site_t;

/// The low end of a message of the combining machine; above it stand the key, and then the word.
/// Model: hw/router/combining/ranade_message.h.
typedef struct packed {
  logic [15:0] home;          ///< The memory module: its row, and its column in the low four bits.
  logic [7:0]  step;
  logic        below;         ///< Of a ghost: its bound is just below the label.
  logic        reads;
  logic [3:0]  operation;
  logic [1:0]  kind;
} message_t;

/// Straps of a merge switch. Static. Model: MergeSwitch::Shape and RanadeConfig.
typedef struct packed {
  logic        combining;     ///< Requests to one address become one.
  logic        ghosts;        ///< What the outputs lead to compares labels.
  logic        joins;         ///< Both inputs are there; else the first only.
  logic        splits;        ///< Both outputs are there; else the first only.
  logic        row_bit;       ///< Bit `route_bit` of the switch's own row.
  logic [3:0]  route_bit;     ///< A request for a row that differs in this bit takes the second output.
} merge_site_t;

`endif
