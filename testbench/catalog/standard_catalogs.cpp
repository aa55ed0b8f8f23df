#include "testbench/catalog/standard_catalogs.h"

#include "testbench/mesh/mesh_machine.h"
#include "testbench/pram/pram_machine.h"
#include "testbench/workload/traffic_catalog.h"

namespace switchyard {
namespace {

std::vector<const Machine*> machines() { return {&pram_machine(), &mesh_machine()}; }

}  // namespace

Catalogs standard_catalogs() {
  Catalogs catalogs{standard_catalog(), standard_traffic_catalog(), machines()};
  for (const Machine* machine : catalogs.machines) {
    for (TrafficCatalog::Workload& workload : machine->workloads())
      catalogs.traffic.workloads.push_back(std::move(workload));
  }
  return catalogs;
}

const Machine* machine_of(const std::string& router_kind) {
  for (const Machine* machine : machines()) {
    if (machine->words().router_kind == router_kind) return machine;
  }
  return nullptr;
}

}  // namespace switchyard
