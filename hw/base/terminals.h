#pragma once

#include "hw/base/bits.h"
#include "hw/base/port_ref.h"
#include "hw/base/types.h"

namespace switchyard {

/// Where a terminal is attached to the network: at one port or at two, which may be of different nodes.
struct Attachment {
  PortRef entry;  ///< Its packets come into the network here; of no node if it only receives.
  PortRef exit;   ///< Packets for it leave the network here; of no node if it only sends.

  bool sends() const { return entry.node != kNoNode; }
  bool receives() const { return exit.node != kNoNode; }
  bool is_split() const { return sends() && receives() && entry != exit; }
  friend bool operator==(const Attachment&, const Attachment&) = default;
};

/// The exits of a network, as routers ask for them. A value of two words; the Topology must outlive it.
class Exits {
 public:
  /// Terminal n at port `port` of node n.
  explicit Exits(PortId port) : port_(port) {}
  /// `table`: [terminal].
  explicit Exits(const PortRef* table) : table_(table) {}

  /// The node and port through which packets for `terminal` leave the network.
  PortRef of(TerminalId terminal) const {
    return table_ == nullptr ? PortRef{terminal, port_} : table_[terminal];
  }

 private:
  const PortRef* table_ = nullptr;
  PortId port_ = -1;
};

/// The terminals of one node, as its router needs to know them.
struct NodeTerminals {
  PortMask entries = 0;     ///< Ports at which terminals send.
  PortMask exits_here = 0;  ///< Ports at which they receive.
  Exits exits = Exits(-1);  ///< Of the whole network.

  /// One at the last of `ports`, both ways, as at every node.
  static NodeTerminals plain(int ports) {
    return {bit<PortMask>(ports - 1), bit<PortMask>(ports - 1), Exits(ports - 1)};
  }
};

}  // namespace switchyard
