#include "hw/design/proof/require_paths.h"

#include <algorithm>
#include <string>

namespace switchyard {
namespace {

/// The first entry of `faults` without which the link would be there.
NodeId entry_of(const PortRef& link, const Topology& whole, const Faults& faults) {
  const PortRef& far_end = whole.peer(link);
  const auto found = std::find_if(faults.known.begin(), faults.known.end(),
                                  [&](const PortRef& end) { return end == link || end == far_end; });
  return faults.known_by.at(found - faults.known.begin());
}

std::string to_text(const RanadePaths::Cut& cut, const Topology& whole, NodeId entry) {
  return "from row " + std::to_string(cut.from_row) + " over the link from node " +
         std::to_string(cut.link.node) + " to node " + std::to_string(whole.peer(cut.link).node) +
         " (faults[" + std::to_string(entry) + "])";
}

}  // namespace

void require_paths(const ConfigNode& root, const Topology& whole, const Faults& faults,
                   const RanadePaths& paths) {
  const ConfigNode list = root.child("faults");
  if (paths.rows().empty()) {
    list.fail("faults leave no row: each has a faulty link on the way of its phases 1 and 3");
    return;
  }
  if (!paths.gap()) return;
  const auto& [row, cuts] = *paths.gap();
  NodeId last = 0;
  std::string paths_cut;
  for (const RanadePaths::Cut& cut : cuts) {
    const NodeId entry = entry_of(cut.link, whole, faults);
    last = std::max(last, entry);
    paths_cut += (paths_cut.empty() ? "" : ", through odd rows, ") + to_text(cut, whole, entry);
  }
  const bool has_choice = paths.butterfly().has_extra_column();
  list.items()[last].fail("faults[" + std::to_string(last) + "] leaves requests no way to row " +
                          std::to_string(row) +
                          (has_choice ? ": they would go, through even rows, " : ": they would go ") +
                          paths_cut + (has_choice ? "" : "; topology.extra_column = true makes another"));
}

}  // namespace switchyard
