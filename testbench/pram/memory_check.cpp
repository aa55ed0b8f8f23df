#include "testbench/pram/memory_check.h"

#include <fmt/format.h>

#include "hw/router/combining/ranade_config.h"
#include "hw/router/combining/ranade_router.h"
#include "hw/topology/butterfly.h"

namespace switchyard {

std::string memory_fault(const Design& design, const Network& network, const PramOracle& oracle) {
  const Butterfly& butterfly = *design.topology->shape<Butterfly>();
  const AddressMap& map = *design.router.as<RanadeConfig>()->map;
  for (std::uint32_t address = 0; address < map.words(); ++address) {
    const ModuleId module = map.module_of(address);
    const NodeId node = butterfly.node_at(module.column(), module.row());
    const auto& router = dynamic_cast<const RanadeRouter&>(network.router(node));
    const std::uint32_t word = router.memory().at(map.word_of(map.key_of(address)));
    if (!oracle.may_hold(address, word))
      return fmt::format("memory of node {} holds {} at address {} after the last step, which is wrong", node,
                         word, address);
  }
  return {};
}

}  // namespace switchyard
