#include "testbench/traffic/uniform.h"

namespace switchyard {

std::shared_ptr<const Pattern> build_uniform(const TrafficContext& context) {
  if (context.topology == nullptr) return nullptr;
  return std::make_shared<UniformPattern>(context.topology->node_count());
}

}  // namespace switchyard
