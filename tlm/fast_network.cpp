#include "tlm/fast_network.h"

#include <algorithm>

namespace switchyard {

FastNetwork::FastNetwork(const sc_core::sc_module_name& name, const Design& design,
                         const TerminalFactory& make_terminal, LinkObserver* observer,
                         const CycleClock& clock, std::size_t threads)
    : sc_core::sc_module(name), engine_(design, make_terminal, observer, threads), clock_(clock) {
  SC_HAS_PROCESS(FastNetwork);
  SC_METHOD(on_edge);
  sensitive << edge_;
  dont_initialize();
  edge_.notify(clock_.first_edge - sc_core::sc_time_stamp());
}

void FastNetwork::on_edge() {
  if (sc_core::sc_time_stamp() < clock_.first_edge) return;  // A reset came with the edge.
  const Cycle cycle = clock_.cycle_after(sc_core::sc_time_stamp()) - 1;
  if (cycle >= engine_.now()) {  // Else a terminal was woken at this edge, after it was stepped.
    engine_.skip_to(cycle);
    engine_.step_cycle();
  }
  const Cycle next = engine_.next_busy_cycle();
  asleep_ = next != engine_.now();
  if (next != kNever) edge_.notify(clock_.edge(next) - sc_core::sc_time_stamp());
}

void FastNetwork::wake_terminal(NodeId node) {
  if (asleep_) {
    asleep_ = false;
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    const Cycle cycle = std::min(clock_.cycle_after(now), engine_.next_busy_cycle());
    engine_.skip_to(cycle);
    edge_.notify(clock_.edge(cycle) - now);
  }
  engine_.wake_terminal(node);
}

void FastNetwork::reset() {
  const sc_core::sc_time now = sc_core::sc_time_stamp();
  engine_.reset();
  clock_ = clock_.restarted(now);
  asleep_ = false;
  edge_.cancel();
  edge_.notify(clock_.first_edge - now);
}

}  // namespace switchyard
