#include "hw/design/read/read_barriers.h"

#include <string>

namespace switchyard {

BarrierWave::Discipline read_barriers(const ConfigNode& router) {
  return router.choice(
      "barriers", BarrierWave::kDisciplines, BarrierWave::Discipline::None,
      {"",
       "waves that part what is sent before a barrier from what comes after it: `hold`: nothing passes a "
       "wave; `epoch_bit`: packets carry a bit, and are not held"});
}

std::shared_ptr<const WavePlan> plan_barriers(const RouterSurroundings& around, int classes,
                                              const std::function<WavePlan(const ResourceSpace&)>& plan) {
  const ConfigNode key = around.root.child("router").child("barriers");
  const auto refuse = [&key](const std::string& why) {
    key.fail("router.barriers = " + key.as_string() + ": " + why);
    return nullptr;
  };
  if (!around.topology.all_terminals_send_and_receive())
    return refuse("barriers are for networks whose terminals all send and receive");
  if (!around.faults.empty()) return refuse("barriers are for networks without faults");
  const ResourceSpace space(around.topology, classes);
  auto waves = std::make_shared<const WavePlan>(plan(space));
  if (waves->cycle.empty()) return waves;
  std::string cycle;
  for (const ResourceId resource : waves->cycle) cycle += space.name(resource) + " -> ";
  return refuse("a wave would wait for itself, as packets can go round: " + cycle +
                space.name(waves->cycle.front()));
}

}  // namespace switchyard
