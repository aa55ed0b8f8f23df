#pragma once

#include <functional>
#include <memory>

#include "hw/analysis/wave_plan.h"
#include "hw/design/read/catalog.h"
#include "hw/router/queues/barrier_wave.h"

namespace switchyard {

/// Reads `router.barriers`.
BarrierWave::Discipline read_barriers(const ConfigNode& router);

/// How waves pass the nodes, as `plan` says; a fault and null if they cannot. `classes`: of a channel.
std::shared_ptr<const WavePlan> plan_barriers(const RouterSurroundings& around, int classes,
                                              const std::function<WavePlan(const ResourceSpace&)>& plan);

}  // namespace switchyard
