#pragma once

#include <functional>
#include <memory>

#include "hw/design/design.h"
#include "hw/design/network.h"
#include "hw/terminal/terminal.h"

namespace switchyard {

struct CycleClock;

/// A network that runs in SystemC time by itself, whatever its level: what an Interconnect asks of it.
class TimedNetwork : public Network {
 public:
  /// Since the last reset.
  virtual CycleClock clock() const = 0;
  /// Steps the terminal of `node` at the first edge strictly after now, whatever it asked for. At an edge it
  /// may be stepped besides.
  virtual void wake_terminal(NodeId node) = 0;
  /// Resets routers and terminals from now on, as if nothing had ever been sent; clock() tells when they
  /// begin again.
  virtual void reset() = 0;
};

/// Builds one during elaboration. The design outlives it.
using TimedNetworkBuilder =
    std::function<std::unique_ptr<TimedNetwork>(const Design&, const TerminalFactory&)>;

}  // namespace switchyard
