#include "testbench/app/energy_choice.h"

#include <stdexcept>

#include "testbench/app/path_option.h"

namespace switchyard {

void EnergyChoice::add_to(CLI::App& command) {
  command
      .add_option(
          kOption, file,
          "Report energy, power and area by this table of what flits cost in a router; script/energy makes "
          "such tables from gates")
      ->check(a_name())
      ->type_name("FILE");
}

std::optional<EnergyTable> EnergyChoice::read(const Level& level, const Design& design) const {
  if (file.empty()) return std::nullopt;
  if (!level.has_flits)
    throw std::invalid_argument("--energy counts flits, which level " + level.name + " does not have");
  return read_energy_table(file, design);
}

}  // namespace switchyard
