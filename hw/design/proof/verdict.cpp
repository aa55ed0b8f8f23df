#include "hw/design/proof/verdict.h"

#include "hw/design/proof/preemptive.h"

namespace switchyard {

DeadlockVerdict nothing_waits(const Design&) {
  DeadlockVerdict verdict;
  verdict.kind = DeadlockVerdict::Kind::Acyclic;
  return verdict;
}

DeadlockVerdict verdict_of(const Design& design, const AnalysisProgress& progress) {
  if (design.own_verdict) return design.own_verdict(design);
  if (!design.router.derouting) {
    return find_verdict(design.resources(), *design.routing, design.router.holding, progress);
  }
  DeadlockVerdict verdict;
  verdict.kind = DeadlockVerdict::Kind::Preemptive;
  for (const Condition& condition :
       preemptive_conditions(*design.topology, *design.routing, *design.router.derouting)) {
    if (condition.holds) continue;
    verdict.kind = DeadlockVerdict::Kind::Unsafe;
    verdict.reason = condition.fault;
    break;
  }
  return verdict;
}

}  // namespace switchyard
