#include "hw/routing/non_minimal.h"

#include <algorithm>

#include "hw/routing/vc_classes.h"
#include "hw/routing/wrong_bits.h"

namespace switchyard {
namespace {

/// dims(i) of the paper, the same for every node.
NodeId detours_of_phase(int i) {
  switch (i) {
    case 0:
    case 1:
    case 2:
    case 3: return 0;
    case 4: return 0b101;
    case 5: return 0b1010;
    default: return NodeId{0b10101} << (i - 6);
  }
}

// Detours through dimension j are of the phases 2, 4 and 6 above it. Phases below 4 have none, so that those
// through 0 and 1 are of the phases 4 and 6 above only.
int unused_classes(int j) { return j < 2 ? 1 : 0; }
int class_of_detour(int phase, int j) { return (phase - j) / 2 - unused_classes(j); }
int phase_of_detour(int j, int vc_class) { return j + 2 * (vc_class + unused_classes(j)); }

}  // namespace

int NonMinimal::classes(int dimensions) { return std::clamp((dimensions - 1) / 2, 1, kMaxClasses); }

NonMinimal::NonMinimal(int dimensions, int vc_count) : dimensions_(dimensions) {
  for (int c = 0; c < classes(dimensions); ++c) {
    vcs_[c] = vcs_of_class(c, classes(dimensions), vc_count);
    for_each_bit(vcs_[c], [&](VcId vc) { class_of_vc_[vc] = static_cast<std::uint8_t>(c); });
  }
}

void NonMinimal::route(const RouteQuery& query, RouteSet& routes) const {
  const NodeId wrong = query.here ^ query.destination;
  const LastHop last = last_hop(query, dimensions_);
  if (last.enters && wrong == 0) return;
  const int held_class = last.enters ? 0 : class_of_vc_[query.held_vc];
  bool made_detour = held_class != 0;
  int phase = last.enters   ? dimensions_ - 1
              : made_detour ? phase_of_detour(last.dimension, held_class)
                            : last.dimension - 1;
  for (; phase >= 0; --phase) {
    const NodeId detours = made_detour ? 0 : detours_of_phase(phase);
    for_each_bit(detours,
                 [&](PortId j) { routes.add(j, vcs_[class_of_detour(phase, j)], Preference::Adaptive); });
    if (detours != 0) return;
    if ((wrong >> phase & 1) != 0) return routes.add(phase, vcs_[0], Preference::Adaptive);
    made_detour = false;
  }
}

}  // namespace switchyard
