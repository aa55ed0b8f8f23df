#include "hw/routing/nearest_ancestor.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {

NearestAncestor::NearestAncestor(const FatTree& tree, int vc_count)
    : tree_(tree), vcs_(low_bits<VcMask>(vc_count)) {
  for (int level = 0; level < tree.levels(); ++level)
    max_choices_ = std::max(max_choices_, static_cast<std::size_t>(tree.parents(level)));
}

void NearestAncestor::route(const RouteQuery& query, RouteSet& routes) const {
  if (tree_.is_ancestor(query.here, query.destination)) {
    routes.add(tree_.down_port_towards(query.here, query.destination), vcs_, Preference::Adaptive);
    return;
  }
  const int parents = tree_.parents(tree_.level(query.here));
  for (int which = 0; which < parents; ++which) routes.add(tree_.up_port(which), vcs_, Preference::Adaptive);
}

}  // namespace switchyard
