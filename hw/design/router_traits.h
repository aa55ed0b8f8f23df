#pragma once

#include <any>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/alloc/arbiter_starts.h"
#include "hw/analysis/deadlock.h"
#include "hw/analysis/wave_plan.h"
#include "hw/analysis/zero_load.h"
#include "hw/base/vc_depths.h"
#include "hw/base/virtual_networks.h"

namespace switchyard {

/// What a terminal must know of the router's terminal port.
struct TerminalPort {
  int virtual_channels = 1;       ///< VCs in each direction.
  int injection_vcs = 1;          ///< VCs 0 .. n-1 of each virtual network that the source may use.
  VcDepths input_depth = 1;       ///< Flits per VC, at the router and at the terminal.
  VirtualNetworks networks = {};  ///< Where there are several, of all VCs; one: of those that are used.
  int first_vc = 0;               ///< Injection VC that sends first after reset; TerminalPort of a node only.

  /// VCs by which a source may send packets of a virtual network.
  VcMask injection_mask(int network) const { return networks.first_vcs(network, injection_vcs); }
};

/// Routers that send packets the wrong way rather than let them wait, and where those are meanwhile.
struct Derouting {
  int buffers_per_node = 0;  ///< Packets.
  int buffers_per_link = 0;  ///< Packets.
};

/// Routers with queues before their output links.
struct LinkQueues {
  int per_port = 1;  ///< Of a link, and of a terminal.
  int size = 0;      ///< Packets; 0: without bound.
};

inline constexpr int kAnyPacket = 65535;  ///< What Flit::remaining can count.

/// The longest packet that routers can carry.
struct PacketLimit {
  int flits = kAnyPacket;  ///< In all virtual networks.
  std::string key = {};    ///< Of `router`, which sets it; empty if none does.
  /// Why it is the router that is at fault if packets are longer; empty: the traffic is.
  std::string because = {};
  std::vector<int> of_networks = {};  ///< [virtual network]; none: all as above.

  int of(int network) const {
    return of_networks.empty() ? flits : of_networks[static_cast<std::size_t>(network)];
  }
};

/// What all but its own kind knows of a router, checked. A value.
struct RouterTraits {
  std::string kind = {};     ///< Its name in the catalog, which fills it in.
  int virtual_channels = 1;  ///< Of a port, or central queues of a node, whichever are more.
  TerminalPort terminal = {};
  PipelineTiming timing = {};
  ArbiterStart arbiter_start = ArbiterStart::Equal;  ///< Equal also where no arbiters are.
  Holding holding = Holding::OwnVcs;                 ///< What a waiting packet may hold.
  std::optional<Derouting> derouting = {};           ///< Set if it deroutes packets.
  std::vector<int> queue_sizes = {};                 ///< Packets of each central queue; none: VCs only.
  std::optional<LinkQueues> link_queues = {};        ///< Set if packets wait there by the link they take.
  PacketLimit packets = {};
  bool has_blocks = true;          ///< Whether it asks blocks for its decisions, if given some.
  bool injection_control = false;  ///< Routers tell each other what they inject, on the request wires.
  /// A credit of VC 1 says that the head flit on VC 0 was refused, and frees its slot.
  bool refuses = false;
  /// Cycles after which the time slots repeat in which alone packets move: a credit of VC 1 offers a place
  /// for one cycle. 0: packets move at any time.
  int slot_period = 0;
  int circulating_packets = 0;  ///< That are under way even when all is delivered.
  double link_rate = 1;         ///< Flits per cycle over a link,
  double ejection_rate = 1;     ///< and to a terminal.
  /// Set if it is for programs of its own alone and carries no packets of others: what it is for.
  std::string own_use = {};
  std::shared_ptr<const WavePlan> waves = {};  ///< Of barriers; null if it has none.
  bool holds_behind_waves = false;             ///< No packet comes before its receiver is released.
  std::string left_by_faults = {};             ///< What faults leave of it, if that is not just links.
  std::any parameters = {};                    ///< For those who know its kind.
  std::any rtl = {};      ///< What stands for it at level rtl_router, if a project brings that: OwnRtl.
  bool has_model = true;  ///< Filled in: else it exists as RTL only.

  bool carries_packets() const { return own_use.empty(); }
  /// Null if the router is of another kind.
  template <class Parameters>
  const Parameters* as() const {
    return std::any_cast<Parameters>(&parameters);
  }
};

}  // namespace switchyard
