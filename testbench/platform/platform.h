#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "testbench/platform/memory.h"
#include "testbench/platform/platform_config.h"
#include "testbench/platform/transaction_waves.h"
#include "testbench/platform/workers.h"
#include "tlm/socket/interconnect.h"

namespace switchyard {

/// DMA masters, memories and a task graph around an Interconnect, as a configuration has them.
///
/// The memories begin with random bytes, drawn by the seed.
class Platform final : public sc_core::sc_module {
 public:
  /// `experiment` must outlive the platform, and so must `waves`, if it is not null; `cycle` is a clock
  /// period of the network.
  Platform(const sc_core::sc_module_name& name, const PlatformExperiment& experiment,
           const CarrierFactory& make_carrier, const sc_core::sc_time& cycle,
           TransactionWaves* waves = nullptr);

  const Workers& workers() const { return *workers_; }
  const std::vector<std::unique_ptr<Memory>>& memories() const { return memories_; }
  const Interconnect& interconnect() const { return interconnect_; }

 private:
  Interconnect interconnect_;
  std::vector<std::unique_ptr<Memory>> memories_;
  std::unique_ptr<Workers> workers_;
};

}  // namespace switchyard
