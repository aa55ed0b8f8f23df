#include "hw/analysis/path_count.h"

#include <algorithm>

#include "hw/topology/metrics.h"

namespace switchyard {

PathCount::PathCount(const ResourceSpace& space, const RoutingFunction& routing)
    : space_(space),
      topology_(space.topology()),
      looks_at_held_(routing.looks_at_held()),
      walk_(space, routing),
      kind_(space.size()),
      kinds_(topology_.node_count()),
      single_(topology_.node_count()) {}

void PathCount::begin(NodeId destination) {
  destination_ = destination;
  minimal_ = true;
  circles_ = false;
  distance_ = hops_to(topology_, destination);
  shortest_.assign(topology_.node_count(), -1);
  for (auto& kinds : kinds_) kinds.clear();
  choices_.clear();
  states_.clear();
  members_.clear();
  for (auto& states : single_) states.clear();
  sets_.clear();
}

bool PathCount::leads_nearer(NodeId node, PortId port) const {
  return !topology_.is_open({node, port}) && distance_[topology_.peer({node, port}).node] < distance_[node];
}

void PathCount::add(ResourceId held, const RouteSet& routes) {
  const NodeId node = space_.at(held).node;
  std::vector<Range>& kinds = kinds_[node];
  const auto is_same = [&](const Range& kind) {
    return !looks_at_held_ || std::equal(routes.begin(), routes.end(), choices_.begin() + kind.begin,
                                         choices_.begin() + kind.end);
  };
  const auto same = std::find_if(kinds.begin(), kinds.end(), is_same);
  kind_[held] = static_cast<Kind>(same - kinds.begin());
  if (same != kinds.end()) return;
  const std::size_t first = choices_.size();
  choices_.insert(choices_.end(), routes.begin(), routes.end());
  kinds.push_back({first, choices_.size()});
  for (const RouteChoice& choice : routes)
    minimal_ = minimal_ && (choice.port == kCentralQueues || leads_nearer(node, choice.port));
}

double PathCount::shortest_paths(NodeId source) {
  if (source == destination_) return 1;
  double& paths = shortest_[source];
  if (paths >= 0) return paths;
  double sum = 0;
  for (PortId port = 0; port < topology_.port_count(); ++port) {
    if (leads_nearer(source, port)) sum += shortest_paths(topology_.peer({source, port}).node);
  }
  return paths = sum;
}

std::optional<PathCount::Paths> PathCount::offered(NodeId source) {
  const Paths paths = paths_from(source, minimal_ ? Among::Nearer : Among::All);
  return circles_ ? std::nullopt : std::optional(paths);
}

PathCount::StateId PathCount::state_of(NodeId node, std::span<const Kind> kinds) {
  StateId* id = nullptr;
  if (kinds.size() == 1) {
    single_[node].resize(kinds_[node].size(), kNoState);
    id = &single_[node][kinds[0]];
  } else {
    id = &sets_.try_emplace({node, {kinds.begin(), kinds.end()}}, kNoState).first->second;
  }
  if (*id != kNoState) return *id;
  *id = static_cast<StateId>(states_.size());
  const std::size_t first = members_.size();
  members_.insert(members_.end(), kinds.begin(), kinds.end());
  states_.push_back({.node = node, .kinds = {first, members_.size()}, .known = {}});
  return *id;
}

/// The hops from a state, by port, each with every kind to which it may lead.
void PathCount::add_steps(StateId id) {
  const NodeId node = states_[id].node;
  const Range kinds = states_[id].kinds;
  const std::size_t first = steps_.size();
  closure_.assign(members_.begin() + kinds.begin, members_.begin() + kinds.end);
  for (std::size_t i = 0; i < closure_.size(); ++i) {  // Grows by what moves inside the node.
    const Range& of_kind = kinds_[node][closure_[i]];
    for (std::size_t c = of_kind.begin; c < of_kind.end; ++c) {
      const RouteChoice& choice = choices_[c];
      for_each_bit(choice.vcs, [&](VcId vc) {
        const Step step{choice.port, kind_[space_.beyond(node, choice.port, vc)]};
        if (choice.port == kCentralQueues) {
          if (std::find(closure_.begin(), closure_.end(), step.kind) == closure_.end())
            closure_.push_back(step.kind);
        } else if (steps_.size() == first || steps_.back() != step) {
          steps_.push_back(step);
        }
      });
    }
  }
  const auto begin = steps_.begin() + first;
  if (!std::is_sorted(begin, steps_.end())) std::sort(begin, steps_.end());
  steps_.erase(std::unique(begin, steps_.end()), steps_.end());
}

PathCount::Paths PathCount::paths_from(NodeId source, Among among) {
  const Kind kind = kind_[space_.source(source)];
  return paths_from_state(state_of(source, {&kind, 1}), among);
}

PathCount::Paths PathCount::paths_from_state(StateId id, Among among) {
  const auto table = static_cast<std::size_t>(among);
  const auto known = [&]() -> Known& { return states_[id].known[table]; };  // Moves as states are added.
  if (known().progress == Progress::Open) circles_ = true;
  if (known().progress != Progress::New) return known().paths;
  known().progress = Progress::Open;
  const NodeId node = states_[id].node;
  const std::size_t first = steps_.size();
  add_steps(id);
  const std::size_t end = steps_.size();
  const bool arrives = node == destination_ && std::any_of(closure_.begin(), closure_.end(), [&](Kind kind) {
                         return kinds_[node][kind].begin == kinds_[node][kind].end;
                       });
  Paths paths;
  if (arrives) paths = {.count = 1, .shortest = 0, .longest = 0};
  std::vector<Kind> ahead;
  for (std::size_t step = first; step < end;) {
    const PortId port = steps_[step].port;
    ahead.clear();
    for (; step < end && steps_[step].port == port; ++step) ahead.push_back(steps_[step].kind);
    if (among == Among::Nearer && !leads_nearer(node, port)) continue;
    const Paths rest = paths_from_state(state_of(topology_.peer({node, port}).node, ahead), among);
    if (rest.count == 0) continue;
    paths.count += rest.count;
    paths.shortest = std::min(paths.shortest, rest.shortest + 1);
    paths.longest = std::max(paths.longest, rest.longest + 1);
  }
  steps_.resize(first);
  known() = {Progress::Done, paths};
  return paths;
}

}  // namespace switchyard
