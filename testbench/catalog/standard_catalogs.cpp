#include "testbench/catalog/standard_catalogs.h"

#include "testbench/mesh/mesh_machine.h"
#include "testbench/pram/pram_machine.h"
#include "testbench/sorting/sorting_machine.h"
#include "testbench/workload/traffic_catalog.h"

namespace switchyard {

const std::vector<const Machine*>& standard_machines() {
  static const std::vector<const Machine*> kMachines{&pram_machine(), &mesh_machine(), &sorting_machine()};
  return kMachines;
}

Catalogs standard_catalogs() {
  Catalogs catalogs{standard_catalog(), standard_traffic_catalog(), standard_machines()};
  for (const Machine* machine : catalogs.machines) {
    for (TrafficCatalog::Workload& workload : machine->workloads())
      catalogs.traffic.workloads.push_back(std::move(workload));
  }
  return catalogs;
}

}  // namespace switchyard
