#include "testbench/energy/energy_figures.h"

#include <numeric>

#include "hw/base/ratio.h"

namespace switchyard {

double EnergyFigures::of_flits() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

EnergyFigures energy_figures(const EnergyTable& table, const FlitCounts& counts, Cycle cycles,
                             NodeId routers) {
  constexpr double kMilli = 1e-3;
  EnergyFigures figures;
  figures.technology = table.technology;
  figures.counts = counts;
  figures.area = table.area * routers;
  figures.period = table.period;
  // A pJ per ns is a mW.
  const double leakage = table.leakage * kMilli * table.period;  // pJ per router and cycle.
  figures.idle_power = routers * (table.clock + leakage) / table.period;
  figures.power = figures.idle_power;
  if (counts.flits == 0) return figures;
  const auto flits = static_cast<double>(counts.flits);
  const double router_cycles = static_cast<double>(cycles) * routers;
  for (std::size_t part = 0; part < figures.parts.size(); ++part)
    figures.parts[part] = table.flit[part] + table.burst[part] * ratio(counts.bursts, counts.flits) +
                          table.rise[part] * ratio(counts.rises, counts.flits);
  figures.clock = table.clock * router_cycles / flits;
  figures.leakage = leakage * router_cycles / flits;
  figures.power += figures.of_flits() * flits / (static_cast<double>(cycles) * table.period);
  return figures;
}

}  // namespace switchyard
