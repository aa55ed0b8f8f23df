#include "tlm/fast_network.h"

namespace switchyard {

FastNetwork::FastNetwork(const sc_core::sc_module_name& name, const Design& design,
                         const TerminalFactory& make_terminal, LinkObserver* observer,
                         const sc_core::sc_time& first_edge, const sc_core::sc_time& period)
    : sc_core::sc_module(name),
      engine_(design, make_terminal, observer),
      first_edge_(first_edge),
      period_(period) {
  SC_HAS_PROCESS(FastNetwork);
  SC_METHOD(on_edge);
}

void FastNetwork::on_edge() {
  if (sc_core::sc_time_stamp() < first_edge_) {
    next_trigger(first_edge_ - sc_core::sc_time_stamp());
    return;
  }
  engine_.step_cycle();
  next_trigger(period_);
}

}  // namespace switchyard
