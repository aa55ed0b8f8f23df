#pragma once

#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"
#include "testbench/energy/energy_figures.h"

namespace switchyard {

/// Counts what comes to the routers of a network, for its energy.
///
/// Timing:  a look at the flits of each arrival; on one thread.
class EnergyMeter final : public LinkObserver {
 public:
  EnergyMeter(EnergyTable table, const Topology& topology);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle /*now*/, TerminalId /*terminal*/, const PortInputs& /*arrivals*/) override {}

  /// The measured window begins.
  void open() { counts_ = {}; }
  /// It has ended, after so many cycles.
  EnergyFigures close(Cycle cycles) const { return energy_figures(table_, counts_, cycles, routers_); }

 private:
  /// What came last to an input port.
  struct Last {
    PacketId packet = 0;
    Cycle next = kNever;  ///< The cycle in which its burst can go on.
  };

  EnergyTable table_;
  NodeId routers_;
  std::size_t ports_;
  std::vector<Last> last_;  ///< [node][input port]
  FlitCounts counts_;
};

}  // namespace switchyard
