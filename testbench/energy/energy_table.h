#pragma once

#include <array>
#include <filesystem>
#include <string>

#include "hw/design/design.h"

namespace switchyard {

/// The parts of a router whose energy depends on its flits: buffers (writes and reads), the choice of a way
/// and of an output VC, the allocators, the crossbar, and the registers before a link with its credits.
constexpr std::array<const char*, 5> kEnergyParts{"buffer", "routing", "allocation", "crossbar", "link"};
using EnergyByPart = std::array<double, kEnergyParts.size()>;  ///< pJ.

/// What the events of one kind of router cost in one technology, as `script/energy` finds it from gates;
/// already scaled.
struct EnergyTable {
  int ports = 0;
  int virtual_channels = 0;
  int input_depth = 0;     ///< Flits.
  std::string technology;  ///< Text: of the cells.
  double period = 0;       ///< ns: of the clock.
  double area = 0;         ///< mm^2, of a router.
  double leakage = 0;      ///< uW, of a router.
  double clock = 0;        ///< pJ, of a router and cycle.
  EnergyByPart flit{};     ///< Of each flit that comes in.
  EnergyByPart burst{};    ///< Of each burst, on top: see FlitCounts.
  EnergyByPart rise{};     ///< The same of each rise.
};

/// The table in a YAML file; docs/energy.md has its keys.
/// Errors: ConfigError, with all faults and their places; std::invalid_argument, with what differs, if the
/// routers of `design` are not those of the table.
EnergyTable read_energy_table(const std::filesystem::path& file, const Design& design);

}  // namespace switchyard
