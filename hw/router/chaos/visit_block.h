#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/port_array.h"
#include "hw/router/chaos/visit_sequencer.h"

namespace switchyard {

/// What the visits are given in a cycle.
struct VisitArrivals {
  struct Packet {
    PacketId packet = 0;
    std::uint32_t created = 0;
    PortMask ways = 0;  ///< Channels that bring it nearer; none: it is for this node.
  };

  PortMask faulty = 0;          ///< Channels that get no packet of the queue; they are still read.
  PortMask free = 0;            ///< Channels whose output frame is free.
  PortMask full = 0;            ///< Channels with a packet in their input frame.
  PortArray<Packet> packets{};  ///< [channel]: those.
  int room = 0;                 ///< In the ejection buffer.
  int waiting = 0;              ///< Flits in the injection buffer.
  bool has_next = false;        ///< A packet is to be injected,
  Packet next = {};             ///< this one.
};

/// What they do, in turn.
struct VisitDecisions {
  struct Visit {
    PortId channel = 0;
    bool sends = false;  ///< A packet of the queue leaves for the output frame,
    PacketId sent = 0;   ///< this one.
    bool reads = false;
    bool injects = false;
  };

  std::vector<Visit> visits;
};

/// The central queue and the visits as their node asks them, with packets and turns of their own: what RTL
/// can stand in for.
///
/// Whatever stands behind it must do as VisitSequencer does, or the network behaves differently. A cycle in
/// which it is not asked is one in which nothing is free.
class VisitBlock {
 public:
  virtual ~VisitBlock() = default;

  virtual void reset() = 0;
  /// What it returns stays until the next call.
  virtual const VisitDecisions& step(const VisitArrivals& arrivals) = 0;
};

using VisitFactory = std::function<std::unique_ptr<VisitBlock>(const VisitSite&)>;

}  // namespace switchyard
