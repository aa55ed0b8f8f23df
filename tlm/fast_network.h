#pragma once

#include <systemc>

#include "tlm/fast_engine.h"
#include "tlm/socket/cycle_clock.h"
#include "tlm/socket/timed_network.h"

namespace switchyard {

/// FastEngine as a SystemC module: one process runs one cycle of the whole network per clock period, and none
/// while nothing happens.
class FastNetwork final : public sc_core::sc_module, public TimedNetwork {
 public:
  /// The engine steps at the edges of `clock`, on so many threads. `observer` may be null; it and `design`
  /// must outlive the network.
  FastNetwork(const sc_core::sc_module_name& name, const Design& design, const TerminalFactory& make_terminal,
              LinkObserver* observer, const CycleClock& clock, std::size_t threads = 1);

  const RouterCore& router(NodeId node) const override { return engine_.router(node); }
  CycleClock clock() const override { return clock_; }
  void wake_terminal(NodeId node) override;
  void reset() override;

 private:
  void on_edge();

  FastEngine engine_;
  CycleClock clock_;
  sc_core::sc_event edge_;
  bool asleep_ = false;  ///< The next edge is further than a period, if there is one.
};

}  // namespace switchyard
