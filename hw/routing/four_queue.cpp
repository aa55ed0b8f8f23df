#include "hw/routing/four_queue.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <tuple>

#include "hw/routing/central_queues.h"
#include "hw/topology/builders.h"

namespace switchyard {
namespace {

using Ports = ShuffleExchangeConfig;
constexpr std::uint8_t kNoWay = std::numeric_limits<std::uint8_t>::max();

}  // namespace

FourQueue::FourQueue(int dimensions)
    : dimensions_(dimensions),
      node_count_(NodeId{1} << dimensions),
      turn_(node_count_, -1),
      to_go_(static_cast<std::size_t>(node_count_) * node_count_ * kQueues, kNoWay) {
  number_necklaces();
  const std::vector<Place> last_first = last_places_first();
  for (NodeId node = 0; node < node_count_; ++node) measure_paths_to(node, last_first);
}

void FourQueue::number_necklaces() {
  for (NodeId smallest = 0; smallest < node_count_; ++smallest) {
    int turn = 0;
    for (NodeId node = smallest; turn_[node] < 0; node = rotated(node)) turn_[node] = turn++;
  }
}

FourQueue::Steps FourQueue::static_steps(const Place& place) const {
  Steps steps;
  const bool up = ascends(place.queue);
  const bool first_class = place.queue == kA0 || place.queue == kB0;
  const VcId first = up ? kA0 : kB0;
  const bool zero = (place.node & 1) == 0;
  if (zero == up) steps.add(Ports::kExchange, {place.node ^ 1, first});
  const NodeId next = rotated(place.node);
  const bool to_smallest = turn_[next] == 0;
  if (next != place.node && (first_class || !to_smallest)) {
    steps.add(Ports::kShuffle, {next, first_class && !to_smallest ? first : first + 1});
  }
  if (up) steps.add(kCentralQueues, {place.node, kB0});
  return steps;
}

/// An order in which every static step leads to an earlier place: it proves that they make no cycle.
std::vector<FourQueue::Place> FourQueue::last_places_first() const {
  std::vector<Place> places;
  for (NodeId node = 0; node < node_count_; ++node) {
    for (VcId queue = 0; queue < kQueues; ++queue) places.push_back({node, queue});
  }
  const auto rank = [this](const Place& place) {
    const bool up = ascends(place.queue);
    const int ones = std::popcount(place.node);
    const int second_class = place.queue == kA1 || place.queue == kB1 ? 1 : 0;
    return std::tuple(up, up ? -ones : ones, -second_class, -turn_[place.node]);
  };
  std::sort(places.begin(), places.end(), [&](const Place& a, const Place& b) { return rank(a) < rank(b); });
  return places;
}

void FourQueue::measure_paths_to(NodeId destination, const std::vector<Place>& last_first) {
  const auto hops = to_go_.begin() + destination * std::size_t{node_count_} * kQueues;
  for (const Place& place : last_first) {
    int least = place.node == destination ? 0 : kNoWay;
    for (const Step& step : static_steps(place)) least = std::min(least, length(step, destination));
    hops[index(place)] = static_cast<std::uint8_t>(least);
  }
}

void FourQueue::route(const RouteQuery& query, RouteSet& routes) const {
  if (enters_queue(query, routes)) return;
  const Place here{query.here, query.held_vc};
  const int left = to_go(here, query.destination);
  const Step dynamic{Ports::kExchange, {query.here ^ 1, kA0}};
  const bool zeros_left = ascends(here.queue) && to_go({query.here, kB0}, query.destination) > left;
  if (zeros_left && (query.here & 1) != 0 && length(dynamic, query.destination) <= left) {
    add_hop(routes, dynamic.port, dynamic.next.queue, Preference::Adaptive);
  }
  for (const Step& step : static_steps(here)) {
    if (length(step, query.destination) == left)
      routes.add(step.port, bit<VcMask>(step.next.queue), Preference::Static);
  }
}

}  // namespace switchyard
