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

/// Straps of a router with central queues. Static. Model: KonstantinidouConfig.
typedef struct packed {
  logic [31:0] ejection_period;  ///< From packet to packet that leaves the network, in 1/65536 clock cycles.
  logic [7:0]  ejection_slots;   ///< Packets of the ejection buffer.
  logic [7:0]  depth;            ///< Packets of an input buffer.
  logic [3:0]  phits;            ///< Clock cycles of a routing cycle.
  logic        head_only;        ///< Only the oldest packet of a queue may leave.
  logic        random;           ///< The link is chosen at random; else the first.
  logic [1:0]  relation;
  logic [23:0] seed;             ///< Of the random choice.
  logic [31:0] node;
} queue_site_t;

/// Straps of a chaos router. Static. Model: ChaosConfig.
typedef struct packed {
  logic [15:0] injection_flits;  ///< Flits of the terminal's input.
  logic [7:0]  ejection_slots;   ///< Packets of the ejection buffer.
  logic [7:0]  visits;           ///< Per cycle.
  logic [7:0]  queue_size;       ///< Packets.
  logic        half_duplex;      ///< The links are.
  logic        counted;          ///< A visit that finds nothing to do counts.
  logic [1:0]  variant;
  logic        by_table;         ///< Else by the coordinates.
  logic [1:0]  topology;
  logic [23:0] seed;             ///< Of the random choice.
  logic [31:0] node;
} chaos_site_t;

/// Straps of an exchange router. Static. Model: ExchangeConfig.
typedef struct packed {
  logic [15:0] injection_flits;  ///< Flits of the terminal's input.
  logic [7:0]  ejection_slots;   ///< Packets of the ejection buffer.
  logic [1:0]  priority_of;      ///< Which packet goes first.
  logic [23:0] seed;             ///< Of the random choice.
} exchange_site_t;

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

/// Straps of a node of the combining machine. Static. Model: RanadeConfig and RanadePaths.
typedef struct packed {
  logic [15:0] home;          ///< Its memory module, as message_t has it.
  logic [3:0]  route_bit;     ///< The bit of a row that phase 2 puts right here; not in column 0.
  logic [16:0] directions;    ///< Entries of a direction FIFO that may be used.
  logic        combining;     ///< Requests to one address become one.
  logic        ghosts;        ///< Where labels are compared there are ghosts.
} combining_site_t;

`endif
