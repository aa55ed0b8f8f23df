#include "testbench/platform/platform_network.h"

#include "testbench/experiment/machine.h"

#include "hw/base/ratio.h"

namespace switchyard {

Experiment network_of(const PlatformExperiment& platform, const std::vector<const Machine*>& machines) {
  Experiment experiment;
  experiment.design = platform.design;
  experiment.config = platform.config;
  experiment.injection.finite = true;
  experiment.machine = find_machine(machines, platform.design.router.kind);
  if (platform.combining_memory) return experiment;
  const MessageFormat& format = platform.interconnect.format;
  std::uint64_t flits = 0;
  std::uint64_t packets = 0;
  for (const MasterConfig& master : platform.platform.masters) {
    for (const unsigned bytes :
         {0U, master.burst}) {  // A request or response without data, and one with them.
      flits += format.flits(bytes);
      packets += format.packets(bytes);
    }
  }
  experiment.injection.longest_packet = format.longest_packet;
  experiment.injection.mean_packet = ratio(flits, packets);
  return experiment;
}

}  // namespace switchyard
