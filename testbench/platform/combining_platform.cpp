#include "testbench/platform/combining_platform.h"

#include <cstring>

#include "hw/base/random_stream.h"
#include "hw/router/combining/address_map.h"
#include "hw/router/combining/ranade_config.h"

namespace switchyard {

CombiningPlatform::CombiningPlatform(const sc_core::sc_module_name& name,
                                     const PlatformExperiment& experiment, const TimedNetworkBuilder& build,
                                     StepMonitors& monitors, const sc_core::sc_time& cycle,
                                     TransactionWaves* waves)
    : sc_core::sc_module(name),
      experiment_(experiment),
      monitors_(monitors),
      memory_("memory", *experiment.combining_memory, experiment.design, build, &monitors),
      workers_(
          experiment.platform,
          [this, waves](std::size_t master) -> tlm::tlm_target_socket<>& {
            return observed(waves, memory_.from_initiator(master), master);
          },
          cycle) {}

void CombiningPlatform::start_of_simulation() {
  std::vector<std::uint8_t> random_bytes;
  RandomStream random(experiment_.design.seed, /*node=*/0, Purpose::Program);
  for (std::uint32_t address = 0; address < experiment_.design.router.as<RanadeConfig>()->map->words();
       ++address) {
    const auto word = static_cast<std::uint32_t>(random.next());
    monitors_.hold(address, word);
    random_bytes.resize(random_bytes.size() + kWordBytes);
    std::memcpy(&random_bytes[std::size_t{address} * kWordBytes], &word, kWordBytes);
  }
  transport(tlm::TLM_WRITE_COMMAND, random_bytes);
}

std::vector<std::uint8_t> CombiningPlatform::bytes() {
  std::vector<std::uint8_t> bytes(std::size_t{experiment_.design.router.as<RanadeConfig>()->map->words()} *
                                  kWordBytes);
  transport(tlm::TLM_READ_COMMAND, bytes);
  return bytes;
}

void CombiningPlatform::transport(tlm::tlm_command command, std::vector<std::uint8_t>& bytes) {
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(experiment_.combining_memory->region.first);
  payload.set_data_ptr(bytes.data());
  payload.set_data_length(static_cast<unsigned>(bytes.size()));
  workers_.masters()[0]->socket->transport_dbg(payload);
}

}  // namespace switchyard
