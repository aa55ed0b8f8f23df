#include "testbench/sorting/sorting_problem.h"

#include "testbench/sorting/sorting_instance.h"
#include "testbench/sorting/sorting_machine.h"

namespace switchyard {

Injection build_sorting(const TrafficContext& context) {
  const ConfigNode& node = context.config;
  SortingWorkload workload;
  workload.program = node.choice(
      "program", SortingProgram::kKinds, SortingProgram::Kind::Sort,
      {"",
       "a primitive, or `read`, `write_least` (of several for one word the least issuer's arrives), "
       "`write_combined` (all arrive, added up)"});
  workload.requests = node.choice("requests", kRequests, Requests::Random,
                                  {"", "which words processors want: any, each another one, all the same"});
  workload.share =
      node.real("share", {0, 1}, 1, {"share of the processors", "that want something, or have a record"});
  Injection injection;
  injection.finite = true;
  injection.machine = &sorting_machine();
  injection.program = workload;
  return injection;
}

}  // namespace switchyard
