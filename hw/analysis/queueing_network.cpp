#include "hw/analysis/queueing_network.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "hw/base/bits.h"
#include "hw/base/ratio.h"

namespace switchyard {

/// Finds the stations and the flows between them.
class QueueingNetwork::Builder {
 public:
  Builder(QueueingNetwork& network, const ResourceSpace& space, const Config& config)
      : network_(network),
        config_(config),
        topology_(space.topology()),
        space_(space),
        at_port_(topology_.node_count() * static_cast<std::size_t>(topology_.port_count())),
        station_of_(space.size(), kNone) {}

  void add(const TrafficFlow::Fork& fork) {
    const Resource resource = space_.at(fork.held);
    const bool enters = space_.is_source(resource);
    if (enters) station_of_[fork.held] = create(fork.here, fork.flits);
    targets_.clear();
    const bool throttled = enters && config_.open_to_entering != nullptr;
    for (const RouteChoice& choice : fork.direct) {
      const VcMask vcs = throttled ? config_.open_to_entering(choice.vcs) : choice.vcs;
      targets_.push_back(station_at(fork.here, choice.port, vcs));
      for_each_bit(choice.vcs, [&](VcId vc) {
        Index& by = station_of_[space_.beyond(fork.here, choice.port, vc)];
        if (by == kNone) by = targets_.back();
      });
    }
    const std::size_t hops = targets_.size();
    for (const RouteChoice& choice : fork.fallback) {
      if (choice.preference == Preference::Detour) throw std::invalid_argument("detours");
      if (!throttled) targets_.push_back(station_at(fork.here, choice.port, choice.vcs));
    }
    add_flow(station_of_[fork.held], hops, fork.each());
  }

  void add_arrivals(NodeId destination, const TrafficFlow& flow) {
    targets_ = {exit_of(destination)};
    for (PortId port = 0; port < topology_.port_count(); ++port) {
      if (topology_.channel_to({destination, port}) < 0) continue;
      for (VcId vc = 0; vc < config_.virtual_channels; ++vc) {
        const ResourceId held = space_.id({destination, port, vc});
        if (flow.through(held) > 0) add_flow(station_of_[held], 1, flow.through(held));
      }
    }
  }

  /// From one terminal of a node to another.
  void add_local(NodeId node, double flits) {
    const Index source = create(node, flits);
    targets_ = {exit_of(node)};
    add_flow(source, 1, flits);
  }

  /// When all flows are there.
  void finish() {
    std::vector<Station>& stations = network_.stations;
    for (const std::vector<Entry>& entries : at_port_) {
      find_places(entries);
      double link = 0;
      for (const Entry& entry : entries)
        if (stations[entry.station].kind != Station::Kind::Source) link += stations[entry.station].rate;
      for (const Entry& entry : entries) stations[entry.station].link = link;
    }
    for (Station& station : stations)
      for (double* flits : {&station.rate, &station.link, &station.by_vcs}) *flits /= station.terminals;
    std::vector<double> by_input(input_count_ * out_of_node());
    for_each_hop([&](const Fork& fork, const Hop& hop) { by_input[turn(fork.from, hop.to)] += hop.rate; });
    for (Fork& fork : network_.forks) fork.from = stations[fork.from].place;
    for_each_hop([&](const Fork& fork, Hop& hop) {
      const Station& to = stations[hop.to];
      hop.place = to.place;
      const double own =
          ratio(by_input[turn(fork.from, hop.to)], stations[fork.from].terminals * to.terminals);
      hop.merging = std::max(0.0, to.link - own);
      hop.merging_share = hop.merging / to.link;
      hop.goes_there = hop.rate / stations[fork.from].at_place;
      hop.comes_from_there = hop.rate / to.at_place;
    });
  }

 private:
  static constexpr Index kNone = ~Index{0};
  struct Entry {
    VcMask vcs;
    Station::Kind kind;
    Index station;
  };

  std::size_t port_index(NodeId node, PortId port) const {
    return node * static_cast<std::size_t>(topology_.port_count()) + static_cast<std::size_t>(port);
  }
  std::size_t out_of_node() const { return static_cast<std::size_t>(topology_.port_count()); }
  /// Of all packets that take this way through a router, by the number of the input and the output port.
  std::size_t turn(Index from, Index to) const {
    return input_of_[from] * out_of_node() + port_of_[to] % out_of_node();
  }
  template <class Visit>
  void for_each_hop(Visit&& visit) {
    for (const Fork& fork : network_.forks)
      for (Index i = 0; i < fork.hop_count; ++i) visit(fork, network_.hops[fork.first_hop + i]);
  }

  /// Where packets come from that are created at a node.
  Index create(NodeId node, double flits) {
    const PortMask ports = topology_.entry_ports(node);
    const Index index = station(port_index(node, lowest_bit(ports)), 0, Station::Kind::Source);
    network_.stations[index].terminals = ports.count();
    network_.stations[index].rate += flits;
    network_.created += flits;
    return index;
  }
  Index exit_of(NodeId node) {
    const PortMask ports = topology_.exit_ports(node);
    const auto all = low_bits<VcMask>(config_.virtual_channels);
    const Index index = station(port_index(node, lowest_bit(ports)), all, Station::Kind::Exit);
    network_.stations[index].terminals = ports.count();
    return index;
  }
  int delay_of(std::size_t port, Station::Kind kind) const {
    if (kind != Station::Kind::Link) return 1;
    const PortRef from{static_cast<NodeId>(port / out_of_node()), static_cast<PortId>(port % out_of_node())};
    return topology_.channels()[topology_.channel_from(from)].delay();
  }
  Index station_at(NodeId here, PortId port, VcMask vcs) {
    return station(port_index(here, port), vcs, Station::Kind::Link);
  }
  Index station(std::size_t port, VcMask vcs, Station::Kind kind) {
    for (const Entry& entry : at_port_[port]) {
      if (entry.vcs == vcs && entry.kind == kind) return entry.station;
    }
    const auto index = static_cast<Index>(network_.stations.size());
    const bool is_source = kind == Station::Kind::Source;
    const int servers = is_source ? config_.injection_vcs : vcs.count();
    network_.stations.push_back(
        {.kind = kind, .mask = vcs, .delay = delay_of(port, kind), .vcs = servers, .place = index});
    const auto same = std::ranges::find(at_port_[port], kind, &Entry::kind);
    input_of_.push_back(same == at_port_[port].end() ? input_count_++ : input_of_[same->station]);
    port_of_.push_back(port);
    outgoing_.emplace_back();
    at_port_[port].push_back({vcs, kind, index});
    return index;
  }

  /// To the first `hops` of targets_, so many flits to each; the others are fallbacks.
  void add_flow(Index from, std::size_t hops, double each) {
    for (std::size_t i = 0; i < hops; ++i) network_.stations[targets_[i]].rate += each;
    for (const std::size_t index : outgoing_[from]) {
      const Fork& fork = network_.forks[index];
      if (!leads_to_targets(fork, hops)) continue;
      for (Index i = 0; i < fork.hop_count; ++i) network_.hops[fork.first_hop + i].rate += each;
      return;
    }
    outgoing_[from].push_back(network_.forks.size());
    network_.forks.push_back({from, static_cast<Index>(network_.hops.size()), static_cast<Index>(hops),
                              static_cast<Index>(network_.fallbacks.size()),
                              static_cast<Index>(targets_.size() - hops)});
    for (std::size_t i = 0; i < hops; ++i) network_.hops.push_back({targets_[i], targets_[i], each});
    network_.fallbacks.insert(network_.fallbacks.end(), targets_.begin() + hops, targets_.end());
  }
  bool leads_to_targets(const Fork& fork, std::size_t hops) const {
    if (fork.hop_count != hops || fork.hop_count + fork.fallback_count != targets_.size()) return false;
    for (std::size_t i = 0; i < hops; ++i)
      if (network_.hops[fork.first_hop + i].to != targets_[i]) return false;
    return std::equal(targets_.begin() + hops, targets_.end(),
                      network_.fallbacks.begin() + fork.first_fallback);
  }

  /// Of the stations of a port.
  void find_places(const std::vector<Entry>& entries) {
    std::vector<Station>& stations = network_.stations;
    std::vector<VcMask> masks;  // Of places.
    std::vector<std::vector<Index>> places;
    for (const auto& [vcs, kind, index] : entries) {
      VcMask mask = vcs;
      std::vector<Index> place{index};
      for (std::size_t i = places.size(); i-- > 0;) {
        if ((masks[i] & mask) == 0) continue;
        mask |= masks[i];
        place.insert(place.begin(), places[i].begin(), places[i].end());
        masks.erase(masks.begin() + i);
        places.erase(places.begin() + i);
      }
      masks.push_back(mask);
      places.push_back(std::move(place));
    }
    for (std::vector<Index>& place : places) {
      double all = 0;
      for (const Index index : place) all += stations[index].rate;
      for (const Index index : place) {
        Station& station = stations[index];
        station.place = place.front();
        station.at_place = all;
        for (const Index other : place)
          station.by_vcs += ratio(stations[other].rate * (stations[other].mask & station.mask).count(),
                                  stations[other].vcs);
      }
      if (place.size() > 1) network_.shared_places.push_back(std::move(place));
    }
  }

  QueueingNetwork& network_;
  const Config& config_;
  const Topology& topology_;
  const ResourceSpace& space_;
  std::vector<std::vector<Entry>> at_port_;  ///< [node, port]: those of its link.
  std::vector<Index> station_of_;            ///< [resource]: by which station a packet got it.
  std::vector<std::size_t> input_of_;        ///< [station]: number of the link or source that it is of.
  std::vector<std::size_t> port_of_;         ///< [station]
  std::vector<std::vector<std::size_t>> outgoing_;  ///< [station]: forks there.
  std::vector<Index> targets_;                      ///< Stations that a fork leads to.
  std::size_t input_count_ = 0;
};

QueueingNetwork::QueueingNetwork(const ResourceSpace& space, const RoutingFunction& routing,
                                 const TrafficShares& shares, const Config& config) {
  Builder builder(*this, space, config);
  TrafficFlow flow(space, routing);
  for (const NodeId destination : space.topology().destinations()) {
    const bool ends = flow.walk(destination, shares, [&](const TrafficFlow::Fork& fork) {
      if (fork.flits > 0) builder.add(fork);
    });
    if (!ends) throw std::invalid_argument("packets that may go round in circles");
    builder.add_arrivals(destination, flow);
    const bool has_several = space.topology().terminal_ports(destination).count() > 1;
    if (const double local = has_several ? shares(destination, destination) : 0; local > 0)
      builder.add_local(destination, local);
  }
  builder.finish();
}

std::map<int, double> QueueingNetwork::mean_hops() const {
  std::map<int, double> mean;
  for (const Station& station : stations)
    if (station.kind == Station::Kind::Link) mean[station.delay] += station.rate / created;
  return mean;
}

}  // namespace switchyard
