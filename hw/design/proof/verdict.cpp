#include "hw/design/proof/verdict.h"

#include "hw/design/proof/preemptive.h"
#include "hw/design/proof/six_phases.h"

namespace switchyard {

DeadlockVerdict verdict_of(const Design& design, const AnalysisProgress& progress) {
  if (design.ranade) return verdict_of_six_phases(design);
  if (!design.derouting) {
    return find_verdict(ResourceSpace(*design.topology, design.lanes), *design.routing, design.holding,
                        progress);
  }
  DeadlockVerdict verdict;
  verdict.kind = DeadlockVerdict::Kind::Preemptive;
  for (const Condition& condition :
       preemptive_conditions(*design.topology, *design.routing, *design.derouting)) {
    if (condition.holds) continue;
    verdict.kind = DeadlockVerdict::Kind::Unsafe;
    verdict.reason = condition.fault;
    break;
  }
  return verdict;
}

}  // namespace switchyard
