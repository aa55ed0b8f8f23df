#pragma once

#include <array>
#include <cassert>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/huge_pages.h"
#include "hw/base/types.h"

namespace switchyard {

/// What arrives at a node in one cycle. `flits[p]`, `credits[p]` count only where their port's bit is set.
struct PortInputs {
  PortMask flit_ports = 0;
  PortMask credit_ports = 0;
  PortMask request_ports = 0;  ///< Half-duplex links: the far side asks for the link.
  const Flit* flits = nullptr;
  const VcMask* credits = nullptr;  ///< Bit v: lane v at the far end freed a slot.

  bool any() const { return (flit_ports | credit_ports | request_ports) != 0; }
};

/// What a node drives in one cycle: registered, so it arrives at least one cycle later.
struct PortOutputs {
  PortMask flit_ports = 0;
  PortMask request_ports = 0;
  PortMask credit_ports = 0;
  std::array<Flit, kMaxPorts> flits;
  std::array<VcMask, kMaxPorts> credits{};  ///< 0 where the port's bit is not set.

  void clear() {
    flit_ports = credit_ports = request_ports = 0;
    credits.fill(0);
  }
  /// One flit per port and cycle.
  void send(PortId port, const Flit& flit) {
    assert((flit_ports >> port & 1) == 0);
    flits[static_cast<std::size_t>(port)] = flit;
    flit_ports |= PortMask{1} << port;
  }
  /// One credit per lane and cycle.
  void return_credit(PortId port, VcId vc) {
    VcMask& lanes = credits[static_cast<std::size_t>(port)];
    assert((lanes >> vc & 1) == 0);
    lanes = static_cast<VcMask>(lanes | (VcMask{1} << vc));
    credit_ports |= PortMask{1} << port;
  }
};

/// Which buffers of a node: those behind an input port, those before an output port, or its central queues.
enum class Side : std::uint8_t { Input, Output, Central };

/// Names one lane of a node. A central queue is a lane of the port kCentralQueues, its number the `vc`.
struct LaneRef {
  Side side = Side::Input;
  PortId port = 0;
  VcId vc = 0;
  friend auto operator<=>(const LaneRef&, const LaneRef&) = default;
};

/// A lane as the monitors see it from outside.
struct LaneView {
  LaneRef lane;
  int occupancy = 0;  ///< Flits; of central queues and delivery buffers, which count packets, packets.
  int capacity = 0;   ///< Flits; 0 if what comes is not kept here.
  const Flit* front = nullptr;  ///< Null if empty; of a central queue the oldest.
  bool bound = false;           ///< Held by a packet whose tail has not passed.
};

/// A lane that another lane waits for.
struct Want {
  enum class Where : std::uint8_t {
    Here,    ///< A lane of the same node.
    Far,     ///< The input lane at the far end of output (port, vc).
    Feeder,  ///< The output lane at the far end of input (port, vc): the rest of a packet is still there.
    Repair   ///< The faulty link of output (port, vc): some packet here has no other way.
  } where;
  LaneRef lane;
};

/// The behaviour of a router, free of pins, statistics and time: one step per cycle.
///
/// Ports:   topology order, the terminal port last.
/// Timing:  inputs of a step are used in that step; outputs are registered, so a neighbour sees them
///          `link_latency` >= 1 cycles later.
/// Idle:    the first cycle is stepped. step() returns false when nothing would happen in the next cycle
/// without new inputs. A
///          shell may then leave out steps until an input arrives; the core must not notice.
class RouterCore : public InHugePages {
 public:
  virtual ~RouterCore() = default;

  virtual void reset() = 0;
  /// One cycle. `outputs` is cleared by the caller. Returns whether the core must be stepped next cycle.
  virtual bool step(const PortInputs& inputs, PortOutputs& outputs) = 0;
  /// From the next step on the links at these ports are faulty: they look busy for ever, until this says
  /// otherwise. A packet that has begun to take one finishes. A state of the links, which reset() leaves
  /// alone; the core must be stepped in the next cycle.
  virtual void set_faulty_ports(PortMask ports) {
    if (ports != 0) throw std::logic_error("this router cannot have faulty links");
  }
  /// Hints that a step comes soon: each may fetch state into the cache that it finds through what is there
  /// already, first the core's own first two cache lines, then what prefetch_lanes() fetched.
  virtual void prefetch_lanes() const {}
  virtual void prefetch_flits(const PortInputs& /*inputs*/) const {}

  /// Every lane, occupied or not, in a fixed order.
  virtual void visit_lanes(const std::function<void(const LaneView&)>& visit) const = 0;
  /// The lanes of which any one, by moving on, would let this lane move on; empty if it can move
  /// already. Precondition: the lane is occupied or bound.
  virtual std::vector<Want> wants(const LaneRef& lane) const = 0;
  /// Of a lane, in waves.
  virtual std::string lane_name(const LaneRef& lane) const {
    return (lane.side == Side::Central ? "queue_" : "lane_") + std::to_string(lane.vc);
  }
};

}  // namespace switchyard
