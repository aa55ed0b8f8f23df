#pragma once

#include <vector>

#include "hw/design/design.h"
#include "hw/terminal/terminal.h"
#include "testbench/energy/energy_figures.h"

namespace switchyard {

/// Counts what comes to the routers of a network, for its energy.
///
/// Timing:  a look at the flits and credits of each arrival; on one thread.
class EnergyMeter final : public LinkObserver {
 public:
  /// Precondition: read_energy_table() takes the design.
  EnergyMeter(EnergyTable table, const Design& design);

  void at_router(Cycle now, NodeId node, const PortInputs& arrivals) override;
  void at_terminal(Cycle now, TerminalId terminal, const PortInputs& arrivals) override;

  /// The measured window begins with cycle `now`.
  void open(Cycle now);
  /// It has ended, after so many cycles.
  EnergyFigures close(Cycle cycles) const { return energy_figures(table_, counts_, cycles, routers_); }

 private:
  /// What came last to an input port.
  struct Last {
    PacketId packet = 0;
    Cycle next = kNever;  ///< The cycle in which its burst can go on.
  };
  /// Where credits come from: the far end of a link.
  struct FarEnd {
    std::size_t first_vc = 0;
    Cycle latency = 0;  ///< 0: it is no router.
  };
  using Queue = std::vector<Cycle>;  ///< When those came whose credits are not back, the oldest first.

  std::size_t port_index(PortRef port) const { return port.node * ports_ + port.port; }
  void free_slots(const FarEnd& from, VcMask credits, Cycle now);

  EnergyTable table_;
  NodeId routers_;
  std::size_t ports_;
  std::size_t vcs_;
  std::vector<Last> last_;          ///< [node][input port]
  std::vector<Queue> queues_;       ///< [node][input port][vc]
  std::vector<FarEnd> behind_;      ///< [node][output port]
  std::vector<FarEnd> of_entries_;  ///< [terminal]
  FlitCounts counts_;
  Cycle opened_ = 0;
};

}  // namespace switchyard
