#include "hw/analysis/path_figures.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "hw/analysis/path_count.h"
#include "hw/analysis/traffic_flow.h"
#include "hw/base/ratio.h"
#include "hw/topology/uniform_shares.h"

namespace switchyard {
namespace {

/// What the paths to one destination after the other add to the figures.
class PathSummary {
 public:
  explicit PathSummary(const std::vector<NodeId>& sources) : sources_(sources) {}

  void add(NodeId destination, PathCount& count) {
    for (const NodeId source : sources_) {
      if (source == destination || count.distance(source) < 0) continue;
      const std::size_t distance = count.distance(source);
      if (distance >= pairs_.size()) {
        pairs_.resize(distance + 1);
        shares_.resize(distance + 1);
      }
      ++pairs_[distance];
      shares_[distance] += count.offered_shortest(source) / count.shortest_paths(source);
      const auto paths = count.offered(source);
      circles_ = circles_ || !paths;
      if (paths && paths->count != 0) add(*paths);
    }
  }

  void put_into(PathFigures& figures) const {
    const std::size_t all = std::accumulate(pairs_.begin(), pairs_.end(), std::size_t{0});
    const double sum = std::accumulate(shares_.begin(), shares_.end(), 0.0);
    if (all != 0) figures.mean_adaptivity = ratio(sum, all);
    figures.adaptivity.resize(pairs_.size());
    for (std::size_t distance = 1; distance < pairs_.size(); ++distance) {
      if (pairs_[distance] != 0) figures.adaptivity[distance] = ratio(shares_[distance], pairs_[distance]);
    }
    if (!circles_) figures.paths = range_;
  }

 private:
  void add(const PathCount::Paths& paths) {
    if (!range_) range_ = {paths.count, paths.count, paths.shortest, paths.longest};
    range_->fewest = std::min(range_->fewest, paths.count);
    range_->most = std::max(range_->most, paths.count);
    range_->shortest = std::min(range_->shortest, paths.shortest);
    range_->longest = std::max(range_->longest, paths.longest);
  }

  const std::vector<NodeId>& sources_;
  std::vector<std::size_t> pairs_;  ///< [distance]
  std::vector<double> shares_;      ///< [distance]: their sum.
  std::optional<PathRange> range_;
  bool circles_ = false;
};

/// The VCs of each channel that some packet may take while it may not take others of them.
class VcClasses {
 public:
  explicit VcClasses(const Topology& topology) : topology_(topology), masks_(topology.channels().size()) {}

  void add(NodeId here, const RouteChoice& choice) {
    if (choice.port == kCentralQueues) return;
    std::vector<VcMask>& masks = masks_[topology_.channel_from({here, choice.port})];
    if (std::find(masks.begin(), masks.end(), choice.vcs) == masks.end()) masks.push_back(choice.vcs);
  }

  std::vector<int> count() const {
    std::vector<int> classes;
    for (const std::vector<VcMask>& masks : masks_) {
      std::set<std::vector<bool>> different;
      for (VcId vc = 0; vc < kMaxVcs; ++vc) {
        std::vector<bool> in;
        for (const VcMask mask : masks) in.push_back(mask.test(vc));
        if (std::find(in.begin(), in.end(), true) != in.end()) different.insert(std::move(in));
      }
      classes.push_back(static_cast<int>(different.size()));
    }
    return classes;
  }

 private:
  const Topology& topology_;
  std::vector<std::vector<VcMask>> masks_;  ///< [channel]: the different sets that a choice has.
};

/// Adds the flow of each hop to that of its channel.
auto load_channels(const Topology& topology, std::vector<double>& load) {
  return [&](const TrafficFlow::Fork& fork) {
    for (const RouteChoice& choice : fork.direct)
      if (choice.port != kCentralQueues) load[topology.channel_from({fork.here, choice.port})] += fork.each();
  };
}

}  // namespace

PathFigures measure_paths(const ResourceSpace& space, const RoutingFunction& routing,
                          const AnalysisProgress& progress) {
  constexpr std::size_t kMaxForAll = 1024;
  const Topology& topology = space.topology();
  const std::vector<NodeId> sources = topology.sources();
  const std::vector<NodeId> destinations = topology.destinations();
  PathFigures figures;
  figures.every_destination = destinations.size() <= kMaxForAll;
  const std::size_t step = figures.every_destination ? 1 : destinations.size() / 64;

  std::vector<bool> used(space.size());
  PathCount count(space, routing);
  PathSummary summary(sources);
  VcClasses classes(topology);
  for (std::size_t i = 0; i < destinations.size(); ++i) {
    count.walk(destinations[i], [&](ResourceId held, const RouteSet& routes) {
      const Resource resource = space.at(held);
      used[held] = !space.is_source(resource);
      for (const RouteChoice& choice : routes) classes.add(resource.node, choice);
    });
    figures.minimal = figures.minimal && count.minimal();
    if (i % step == 0) summary.add(destinations[i], count);
    progress("paths", static_cast<NodeId>(i + 1), static_cast<NodeId>(destinations.size()));
  }
  summary.put_into(figures);
  figures.used_resources = std::count(used.begin(), used.end(), true);
  figures.vc_classes = classes.count();

  figures.channel_load.resize(topology.channels().size());
  const UniformShares uniform(topology);
  TrafficFlow flow(space, routing);
  const auto shares = [&](NodeId from, NodeId to) { return uniform.between(from, to); };
  for (const NodeId destination : destinations) {
    progress("loads", destination, topology.node_count());
    if (flow.walk(destination, shares, load_channels(topology, figures.channel_load))) continue;
    figures.channel_load.clear();
    break;
  }
  return figures;
}

std::vector<double> channel_load(const ResourceSpace& space, const RoutingFunction& routing,
                                 const TrafficShares& shares) {
  std::vector<double> load(space.topology().channels().size());
  TrafficFlow flow(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    if (!flow.walk(destination, shares, load_channels(space.topology(), load))) return {};
  }
  return load;
}

std::optional<ChannelLoad> busiest_channel(const Topology& topology, const std::vector<double>& channel_load,
                                           bool half_duplex) {
  std::optional<ChannelLoad> busiest;
  for (std::size_t c = 0; c < channel_load.size(); ++c) {
    double load = channel_load[c] * topology.channels()[c].cycles_per_flit;
    if (half_duplex) {
      const int reverse = topology.channel_from(topology.channels()[c].to);
      if (reverse >= 0) load += channel_load[reverse];
    }
    if (load > 0 && (!busiest || load > busiest->load)) busiest = {c, load};
  }
  return busiest;
}

}  // namespace switchyard
