#pragma once

#include <cstdint>
#include <string>

#include "hw/base/types.h"
#include "testbench/energy/energy_table.h"

namespace switchyard {

/// What came to the routers of a network. Bursts and rises tell what flits alone do not, how much switches:
/// between bursts the header on a link changes, and a queue that rises takes a new slot and clears it later.
struct FlitCounts {
  std::uint64_t flits = 0;   ///< From links and from terminals.
  std::uint64_t bursts = 0;  ///< Flits of one packet in successive cycles on one link, as one.
  std::uint64_t rises = 0;   ///< Flits that came when no other left their queue.
};

/// The energy of the routers of a network in a measured window.
struct EnergyFigures {
  std::string technology;
  FlitCounts counts;
  EnergyByPart parts{};   ///< pJ per flit-hop: a flit that comes to a router. 0 without any.
  double clock = 0;       ///< The same, of the clock.
  double leakage = 0;     ///< The same.
  double power = 0;       ///< mW, of all routers.
  double idle_power = 0;  ///< mW: of the clock and of leakage.
  double area = 0;        ///< mm^2, of all routers.
  double period = 0;      ///< ns, of the clock.

  /// pJ per flit-hop that flits cause.
  double of_flits() const;
  /// pJ per flit-hop in all.
  double total() const { return of_flits() + clock + leakage; }
};

/// Of what came to `routers` routers in so many cycles.
EnergyFigures energy_figures(const EnergyTable& table, const FlitCounts& counts, Cycle cycles,
                             NodeId routers);

}  // namespace switchyard
