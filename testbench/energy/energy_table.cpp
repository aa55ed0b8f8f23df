#include "testbench/energy/energy_table.h"

#include <fmt/format.h>

#include <stdexcept>

#include "hw/config/config_node.h"
#include "testbench/cosim/router/vc_router_pins.h"

namespace switchyard {
namespace {

constexpr RealRange kAnyAmount{0, 1e9};
constexpr RealRange kAnyFactor{1e-6, 1e6};
constexpr IntRange kAnySize{1, 1 << 16};

EnergyByPart read_parts(const ConfigNode& event, double scale) {
  EnergyByPart energy{};
  for (std::size_t part = 0; part < energy.size(); ++part)
    energy[part] = event.real(kEnergyParts[part], kAnyAmount) * scale;
  return energy;
}

EnergyTable read_table(const ConfigNode& root) {
  EnergyTable table;
  const ConfigNode router = root.child("router");
  table.ports = router.integer<int>("ports", kAnySize);
  table.virtual_channels = router.integer<int>("virtual_channels", kAnySize);
  table.input_depth = router.integer<int>("input_depth", kAnySize);
  table.technology = root.string("technology");
  const ConfigNode scale = root.child("scale");
  const double energy = scale.real("energy", kAnyFactor, 1);
  table.period = root.real("period", {1e-3, 1e6}) * scale.real("period", kAnyFactor, 1);
  table.area = root.real("area", kAnyAmount) * scale.real("area", kAnyFactor, 1);
  table.leakage = root.real("leakage", kAnyAmount) * scale.real("leakage", kAnyFactor, 1);
  table.clock = root.real("clock", kAnyAmount) * energy;
  table.flit = read_parts(root.child("flit"), energy);
  table.burst = read_parts(root.child("burst"), energy);
  table.rise = read_parts(root.child("rise"), energy);
  return table;
}

std::string shape_text(int ports, int virtual_channels, int input_depth) {
  return fmt::format("{} ports with {} VCs of {} flits", ports, virtual_channels, input_depth);
}

}  // namespace

EnergyTable read_energy_table(const std::filesystem::path& file, const Design& design) {
  ConfigDocument document = ConfigDocument::from_file(file);
  EnergyTable table = read_table(document.root());
  document.finish();
  const VcRouterShape shape = vc_router_shape(design);
  const VcRouterShape usual{.ports = shape.ports,
                            .virtual_channels = shape.virtual_channels,
                            .depth = shape.depth,
                            .radix = shape.radix};
  if (shape != usual)
    throw std::invalid_argument(
        fmt::format("{} is of routers with the default allocators and stages, and those of {} are of {}",
                    file.string(), design.name, describe(shape)));
  const std::string of_table = shape_text(table.ports, table.virtual_channels, table.input_depth);
  const std::string of_design = shape_text(shape.ports, shape.virtual_channels, shape.depth);
  if (of_table != of_design)
    throw std::invalid_argument(fmt::format("{} is of routers of {}, and those of {} have {}", file.string(),
                                            of_table, design.name, of_design));
  return table;
}

}  // namespace switchyard
