#include "testbench/monitor/measurement.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "testbench/monitor/spectral_interval.h"

namespace switchyard {

Measurement::Measurement(NodeId node_count, std::function<int(NodeId, NodeId)> distance,
                         std::vector<ClassFigures> classes)
    : distance_(std::move(distance)),
      flow_{std::vector<std::uint64_t>(node_count), std::vector<std::uint64_t>(node_count)},
      window_flits_by_source_(node_count, 0),
      window_flits_by_destination_(node_count, 0),
      nodes_(node_count),
      classes_(std::move(classes)) {}

void Measurement::open_window(Cycle begin, Cycle end) {
  begin_ = begin;
  end_ = end;
  counting_ = true;
  packet_slices_ = TimeSlices(begin);
  network_slices_ = TimeSlices(begin);
}

void Measurement::on_created(NodeId source, const PacketRecord& record) {
  flits_created_ += record.flits;
  flow_.created[source] += record.flits;
  if (!is_tagged(record.created)) return;
  ++tagged_created_;
  ++nodes_[source].created;
  nodes_[source].created_flits += record.flits;
  window_flits_created_ += record.flits;
  if (classes_.empty()) return;
  ++classes_[record.label].created;
  classes_[record.label].created_flits += record.flits;
}

void Measurement::on_flits(NodeId source, NodeId at, std::uint64_t count) {
  flits_arrived_ += count;
  flow_.arrived[source] += count;
  if (!counting_) return;
  window_flits_by_source_[source] += count;
  window_flits_by_destination_[at] += count;
}

void Measurement::on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) {
  event_hash_.add(id, source, record.destination, record.injected, now);
  last_delivery_ = now;
  const Cycle latency = now - record.created;
  ++flow_.packets;
  flow_.latency += latency;
  if (!classes_.empty() && counting_) classes_[record.label].accepted_flits += record.flits;
  if (!is_tagged(record.created)) return;
  const Cycle in_network = now - record.injected;
  packet_latency_.add(latency);
  network_latency_.add(in_network);
  if (!classes_.empty()) {
    classes_[record.label].packet_latency.add(latency);
    classes_[record.label].network_latency.add(in_network);
  }
  packet_slices_.add(record.created, latency);
  network_slices_.add(record.created, in_network);
  ++nodes_[source].delivered;
  nodes_[source].cycles += latency;
  ++nodes_[record.destination].received;
  nodes_[record.destination].received_cycles += latency;
  hops_ += record.hops;
  const int distance = distance_(source, record.destination);
  DistanceFigures& of_distance = at_distance(distance);
  ++of_distance.delivered;
  of_distance.cycles += latency;
  of_distance.network_cycles += in_network;
  of_distance.hops += record.hops;
  const int extra = record.hops - distance;
  misroutes_ += std::max(extra, 0);
  most_misroutes_ = std::max(most_misroutes_, extra);
  most_hops_ = std::max<int>(most_hops_, record.hops);
}

void Measurement::on_answered(const PacketRecord& reply, Cycle asked, Cycle now) {
  if (is_tagged(asked)) classes_[reply.label - std::size_t{1}].round_trip.add(now - asked);
}

std::uint64_t Measurement::tagged_pending() const {
  std::uint64_t pending = tagged_created_ - packet_latency_.count();
  for (const ClassFigures& of_class : classes_) pending += of_class.unanswered();
  return pending;
}

ConfidenceInterval Measurement::interval(const TimeSlices& slices, const LatencyHistogram& latency,
                                         Cycle cycles) const {
  constexpr double kLeastMemories = 3;
  const double variance = latency.count() == 0 ? 0 : latency.variance();
  ConfidenceInterval interval = spectral_interval(slices.until(begin_ + cycles), variance);
  const auto senders = static_cast<double>(std::count_if(
      nodes_.begin(), nodes_.end(), [](const NodeFigures& node) { return node.delivered != 0; }));
  const auto window = static_cast<double>(cycles);
  const double memory = 4 * variance * static_cast<double>(latency.count()) / (senders * window);
  if (latency.count() != 0 && window < kLeastMemories * memory) {
    interval.withdraw(fmt::format(
        "the window is too short: latencies like these are correlated over {:.0f} cycles", memory));
  }
  return interval;
}

DistanceFigures& Measurement::at_distance(std::size_t distance) {
  if (distance >= distances_.size()) distances_.resize(distance + 1);
  return distances_[distance];
}

}  // namespace switchyard
