#pragma once

#include <cassert>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/huge_pages.h"
#include "hw/base/port_array.h"
#include "hw/base/types.h"

namespace switchyard {

/// What arrives at a node in one cycle. `flits[p]`, `credits[p]` count only where their port's bit is set.
struct PortInputs {
  PortMask flit_ports = 0;
  PortMask credit_ports = 0;
  PortMask request_ports = 0;  ///< Half-duplex links: the far side asks for the link.
  const Flit* flits = nullptr;
  const VcMask* credits = nullptr;  ///< Bit v: VC v at the far end freed a slot.

  bool any() const { return (flit_ports | credit_ports | request_ports) != 0; }
};

/// What a node drives in one cycle: registered, so it arrives at least one cycle later.
struct PortOutputs {
  PortMask flit_ports = 0;
  PortMask request_ports = 0;
  PortMask credit_ports = 0;
  PortArray<Flit> flits;
  PortArray<VcMask> credits{};  ///< 0 where the port's bit is not set.

  void clear() {
    flit_ports = credit_ports = request_ports = 0;
    credits.fill(0);
  }
  /// One flit per port and cycle.
  void send(PortId port, const Flit& flit) {
    assert(!flit_ports.test(port));
    flits[port] = flit;
    flit_ports.set(port);
  }
  /// One credit per VC and cycle.
  void return_credit(PortId port, VcId vc) {
    VcMask& vcs = credits[port];
    assert(!vcs.test(vc));
    vcs.set(vc);
    credit_ports.set(port);
  }
};

/// Which buffers of a node: those behind an input port, those before an output port, or its central queues.
enum class Side : std::uint8_t { Input, Output, Central };

/// Names one buffer of a node. A central queue is a buffer of the port kCentralQueues, its number the `vc`.
struct BufferRef {
  Side side = Side::Input;
  PortId port = 0;
  VcId vc = 0;
  friend auto operator<=>(const BufferRef&, const BufferRef&) = default;
};

/// A buffer as the monitors see it from outside.
struct BufferView {
  BufferRef buffer;
  int occupancy = 0;  ///< Flits; of central queues and ejection buffers, which count packets, packets.
  int capacity = 0;   ///< Flits; 0 if what comes is not kept here.
  const Flit* front = nullptr;  ///< Null if empty; of a central queue the oldest.
  bool allocated = false;       ///< Held by a packet whose tail has not passed.
  int most = 0;                 ///< Packets that it has held at once since reset(); 0 if nobody counts.
};

/// A buffer that another buffer waits for.
struct WaitFor {
  enum class Where : std::uint8_t {
    Here,    ///< A buffer of the same node.
    Far,     ///< The input VC at the far end of output (port, vc).
    Feeder,  ///< The output VC at the far end of input (port, vc): the rest of a packet is still there.
    Repair   ///< The faulty link of output (port, vc): some packet here has no other way.
  } where;
  BufferRef buffer;
};

/// The behaviour of a router, free of pins, statistics and time: one step per cycle.
///
/// Ports:   topology order, the terminal port last.
/// Timing:  inputs of a step are used in that step; outputs are registered, so a neighbour sees them
///          `link_latency` >= 1 cycles later.
/// Idle:    the first cycle is stepped. step() returns false when nothing would happen in the next cycle
///          without new inputs. A shell may then leave out steps until an input arrives; the core must not
///          notice.
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
  /// already, first the core's own first two cache lines, then what prefetch_state() fetched.
  virtual void prefetch_state() const {}
  virtual void prefetch_flits(const PortInputs& /*inputs*/) const {}

  /// Every buffer, occupied or not, in a fixed order.
  virtual void visit_buffers(const std::function<void(const BufferView&)>& visit) const = 0;
  /// The buffers of which any one, by moving on, would let this buffer move on; empty if it can move
  /// already. Precondition: the buffer is occupied or allocated.
  virtual std::vector<WaitFor> waits_for(const BufferRef& buffer) const = 0;
  /// Of a buffer, in waves.
  virtual std::string buffer_name(const BufferRef& buffer) const {
    return (buffer.side == Side::Central ? "queue_" : "vc_") + std::to_string(buffer.vc);
  }
};

}  // namespace switchyard
