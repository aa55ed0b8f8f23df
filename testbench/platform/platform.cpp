#include "testbench/platform/platform.h"

#include <string>

#include "hw/base/random_stream.h"

namespace switchyard {

Platform::Platform(const sc_core::sc_module_name& name, const PlatformExperiment& experiment,
                   const CarrierFactory& make_carrier, const sc_core::sc_time& cycle, TransactionWaves* waves)
    : sc_core::sc_module(name), interconnect_("interconnect", experiment.interconnect, make_carrier) {
  const PlatformConfig& config = experiment.platform;
  for (std::size_t t = 0; t < config.memories.size(); ++t) {
    const MemoryConfig& memory = config.memories[t];
    const MemoryTiming timing{cycle * static_cast<double>(memory.latency),
                              static_cast<unsigned>(memory.bytes_per_cycle), cycle};
    memories_.push_back(
        std::make_unique<Memory>(("memory_" + std::to_string(t)).c_str(), memory.size, timing));
    interconnect_.to_target(t).bind(observed(waves, memories_[t]->socket, config.masters.size() + t));
    RandomStream random(experiment.design.seed, experiment.interconnect.targets[t], Purpose::Program);
    for (std::uint8_t& byte : memories_[t]->store().bytes()) byte = static_cast<std::uint8_t>(random.next());
  }
  workers_ = std::make_unique<Workers>(
      config,
      [this, waves](std::size_t master) -> tlm::tlm_target_socket<>& {
        return observed(waves, interconnect_.from_initiator(master), master);
      },
      cycle);
}

}  // namespace switchyard
