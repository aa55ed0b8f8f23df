#include "testbench/platform/step_monitors.h"

#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_paths.h"

namespace switchyard {

StepMonitors::StepMonitors(const Design& design)
    : scoreboard_(design.router.as<RanadeConfig>()->paths->processors(),
                  design.router.as<RanadeConfig>()->map->words()),
      links_(*design.topology, design.router.as<RanadeConfig>()->queue,
             design.router.as<RanadeConfig>()->combining) {}

void StepMonitors::reset() {
  if (failure_.empty()) failure_ = "the monitors of a machine cannot look on beyond a reset";
}

void StepMonitors::check_drained() {
  if (failure().empty() && !links_.drained()) failure_ = "messages or credits are left after the last step";
}

const std::string& StepMonitors::failure() const {
  if (!failure_.empty()) return failure_;
  return scoreboard_.failure().empty() ? links_.failure() : scoreboard_.failure();
}

}  // namespace switchyard
