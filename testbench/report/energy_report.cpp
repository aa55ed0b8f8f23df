#include "testbench/report/energy_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace switchyard {

nlohmann::ordered_json to_json(const EnergyFigures& energy) {
  nlohmann::ordered_json per_flit_hop{{"total", energy.total()}};
  for (std::size_t part = 0; part < kEnergyParts.size(); ++part)
    per_flit_hop[kEnergyParts[part]] = energy.parts[part];
  per_flit_hop["clock"] = energy.clock;
  per_flit_hop["leakage"] = energy.leakage;
  return {{"technology", energy.technology}, {"clock_period_ns", energy.period},
          {"flits", energy.counts.flits},    {"bursts", energy.counts.bursts},
          {"rises", energy.counts.rises},    {"pj_per_flit_hop", std::move(per_flit_hop)},
          {"power_mw", energy.power},        {"idle_power_mw", energy.idle_power},
          {"area_mm2", energy.area}};
}

std::string energy_text(const EnergyFigures& energy) {
  std::string parts;
  for (std::size_t part = 0; part < kEnergyParts.size(); ++part)
    parts += fmt::format("{} {:.1f}, ", kEnergyParts[part], energy.parts[part]);
  const std::string per_flit_hop = energy.counts.flits == 0
                                       ? "no flits"
                                       : fmt::format("{:.1f} pJ per flit-hop: {}clock {:.1f}, leakage {:.2g}",
                                                     energy.total(), parts, energy.clock, energy.leakage);
  return fmt::format(
      "  energy            {}\n"
      "  power             {:.4g} mW, idle {:.4g}, at {} ns per cycle; area {:.4g} mm2; {}\n",
      per_flit_hop, energy.power, energy.idle_power, energy.period, energy.area, energy.technology);
}

}  // namespace switchyard
