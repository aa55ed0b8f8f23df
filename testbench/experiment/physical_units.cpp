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
  clock.child("period",
              {"ns", "of the clock: figures come in ns, too", text_of(kPeriod), "none: figures in cycles"});
  flit.child("width", {"bits", "of a flit: figures come in bytes per second, too", text_of(kWidth),
                       "none: figures in flits"});
  if (clock.exists()) units = PhysicalUnits{clock.real("period", kPeriod), std::nullopt};
  if (flit.exists()) {
    const auto width = flit.integer<int>("width", kWidth);
    if (units) units->flit_width = width;
  }
  return units;
}

}  // namespace switchyard
