#pragma once

#include <systemc>
#include <vector>

#include "testbench/platform/platform_config.h"
#include "testbench/platform/step_monitors.h"
#include "testbench/platform/transaction_waves.h"
#include "testbench/platform/workers.h"
#include "tlm/socket/combining_memory.h"

namespace switchyard {

/// DMA masters and a task graph around a CombiningMemory, as a configuration has them.
///
/// The memory begins with random words, drawn by the seed.
class CombiningPlatform final : public sc_core::sc_module {
 public:
  /// `experiment` has a combining_memory; it and `monitors` must outlive the platform, and so must
  /// `waves`, if it is not null.
  CombiningPlatform(const sc_core::sc_module_name& name, const PlatformExperiment& experiment,
                    const TimedNetworkBuilder& build, StepMonitors& monitors, const sc_core::sc_time& cycle,
                    TransactionWaves* waves = nullptr);

  const Workers& workers() const { return workers_; }
  const CombiningMemory& memory() const { return memory_; }
  /// What the memory holds, byte by byte.
  std::vector<std::uint8_t> bytes();

 private:
  void start_of_simulation() override;
  void transport(tlm::tlm_command command, std::vector<std::uint8_t>& bytes);

  const PlatformExperiment& experiment_;
  StepMonitors& monitors_;
  CombiningMemory memory_;
  Workers workers_;
};

}  // namespace switchyard
