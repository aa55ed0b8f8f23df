#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "hw/base/flit.h"
#include "hw/base/port_array.h"

namespace switchyard {

/// What the crosspoints of a circuit switch are set to.
struct CircuitSite {
  int ports = 0;
  bool drops = false;            ///< A header that does not get its output at once is refused; else it waits.
  bool answers = true;           ///< Flits follow a header when it has been answered; else at once.
  std::vector<int> starts = {};  ///< [output]: the input that its arbiter prefers after reset.
  friend bool operator==(const CircuitSite&, const CircuitSite&) = default;
};

/// What the crosspoints are given in a cycle.
struct CircuitArrivals {
  PortMask offered = 0;   ///< Inputs with a flit that wants to leave.
  PortMask headers = 0;   ///< Of these, the flits that ask for an output; the others follow their header.
  PortMask room = 0;      ///< Outputs with room behind them.
  PortMask faulty = 0;    ///< Outputs that no header may take.
  PortMask answered = 0;  ///< Outputs whose header has been answered,
  PortMask refused = 0;   ///< or refused further on.
  PortArray<const Flit*> flits;    ///< [input]: where it offers one.
  PortArray<std::uint8_t> wanted;  ///< [input]: the output, where it offers a header.
};

/// What they do then.
struct CircuitDepartures {
  PortMask sent = 0;      ///< Outputs through which a flit leaves.
  PortMask taken = 0;     ///< Inputs whose flit that was.
  PortMask answered = 0;  ///< Inputs to which an answer goes back,
  PortMask refused = 0;   ///< or a refusal.
  PortArray<Flit> flits;  ///< [output]: what is sent.
};

/// The crosspoints of a circuit switch as its router asks them, with circuits and arbiters of their own: what
/// RTL can stand in for.
///
/// Whatever stands behind it must do as CircuitSwitch does, or the network behaves differently. While nothing
/// arrives and nothing is offered it may miss cycles.
class CircuitBlock {
 public:
  virtual ~CircuitBlock() = default;

  virtual void reset() = 0;
  virtual CircuitDepartures step(const CircuitArrivals& arrivals) = 0;
};

using CircuitFactory = std::function<std::unique_ptr<CircuitBlock>(NodeId, const CircuitSite&)>;

}  // namespace switchyard
