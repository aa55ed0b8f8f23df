#include "testbench/experiment/physical_units.h"

namespace switchyard {

std::optional<PhysicalUnits> read_physical_units(const ConfigNode& root) {
  constexpr RealRange kPeriod{0.001, 1'000'000};
  constexpr IntRange kWidth{1, 1 << 20};
  const ConfigNode clock = root.child("clock");
  const ConfigNode flit = root.child("flit");
  if (flit.exists() && !clock.exists())
    flit.fail("flit says how many bytes a flit has, which needs clock.period to become bytes per second");
  std::optional<PhysicalUnits> units;
  if (clock.exists()) units = PhysicalUnits{clock.real("period", kPeriod), std::nullopt};
  if (flit.exists()) {
    const auto width = static_cast<int>(flit.integer("width", kWidth));
    if (units) units->flit_width = width;
  }
  return units;
}

}  // namespace switchyard
