#include "testbench/workload/read_injection.h"

#include "testbench/traffic/read_traffic.h"

namespace switchyard {
namespace {

Injection read_workload(const TrafficContext& context) {
  const ConfigNode name = context.config.child("kind", {"", "which of the kinds above", "a name"},
                                               {shape_of(names_of(context.catalog.workloads))});
  if (const auto* workload = find_part(context.catalog.workloads, name)) {
    const KeysOfKind keys(name, "workload", workload->name);
    return workload->build(context);
  }
  context.config.ignore();  // Which keys the workload would have is not known.
  return {};
}

}  // namespace

Injection read_injection(const ConfigNode& root, const Topology* topology, std::uint64_t seed,
                         const TrafficCatalog& catalog, std::optional<int> flit_width) {
  const ConfigNode traffic = root.child("traffic");
  const ConfigNode workload = root.child("workload");
  if (!traffic.exists() && !workload.exists()) {
    root.fail("traffic and workload are both missing; a run needs one of them");
  } else if (traffic.exists() && workload.exists()) {
    workload.fail("traffic and workload are both given; a run has only one of them");
  }
  Injection injection;
  if (traffic.exists()) injection = read_traffic({traffic, topology, seed, catalog});
  if (!workload.exists()) return injection;
  TrafficContext context{workload, topology, seed, catalog};
  if (flit_width) context.flit_width = *flit_width;
  injection = read_workload(context);
  return injection;
}

}  // namespace switchyard
