#include "testbench/experiment/physical_units.h"

namespace switchyard {

std::optional<int> read_flit_width(const ConfigNode& root) {
  constexpr IntRange kWidth{1, 1 << 20};
  const ConfigNode flit = root.child("flit");
  flit.child("width",
             {"bits",
              "of a flit: with a clock, figures come in bytes per second, too; a workload in bytes "
              "has flits of so many bits",
              text_of(kWidth), "none: figures in flits; 32 for a workload in bytes"},
             {shape_of(kWidth)});
  if (!flit.exists()) return std::nullopt;
  return flit.integer<int>("width", kWidth);
}

std::optional<PhysicalUnits> read_physical_units(const ConfigNode& root, std::optional<int> flit_width,
                                                 bool workload_in_bytes) {
  constexpr RealRange kPeriod{0.001, 1'000'000};
  const ConfigNode clock = root.child("clock");
  const ConfigNode flit = root.child("flit");
  if (flit.exists() && !clock.exists() && !workload_in_bytes)
    flit.fail("flit says how many bytes a flit has, which needs clock.period to become bytes per second");
  clock.child("period",
              {"ns", "of the clock: figures come in ns, too", text_of(kPeriod), "none: figures in cycles"},
              {shape_of(kPeriod)});
  if (!clock.exists()) return std::nullopt;
  return PhysicalUnits{clock.real("period", kPeriod), flit_width};
}

}  // namespace switchyard
