#pragma once

#include <systemc>

#include "hw/design/network.h"
#include "tlm/fast_engine.h"

namespace switchyard {

/// FastEngine as a SystemC module: one process runs one cycle of the whole network per clock period.
class FastNetwork final : public sc_core::sc_module, public Network {
 public:
  /// The engine steps for the first time at `first_edge`, then every `period`.
  /// `observer` may be null; it and `design` must outlive the network.
  FastNetwork(const sc_core::sc_module_name& name, const Design& design, const TerminalFactory& make_terminal,
              LinkObserver* observer, const sc_core::sc_time& first_edge, const sc_core::sc_time& period);

  const RouterCore& router(NodeId node) const override { return engine_.router(node); }

 private:
  void on_edge();

  FastEngine engine_;
  sc_core::sc_time first_edge_;
  sc_core::sc_time period_;
};

}  // namespace switchyard
