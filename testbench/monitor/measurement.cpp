#include "testbench/monitor/measurement.h"

#include <algorithm>
#include <utility>

namespace switchyard {

Measurement::Measurement(NodeId node_count, std::function<int(NodeId, NodeId)> distance)
    : distance_(std::move(distance)), window_flits_by_source_(node_count, 0), sources_(node_count) {}

void Measurement::open_window(Cycle begin, Cycle end) {
  begin_ = begin;
  end_ = end;
  counting_ = true;
  packet_batches_ = BatchMeans(begin, end);
  network_batches_ = BatchMeans(begin, end);
}

void Measurement::on_created(NodeId source, const PacketRecord& record) {
  flits_created_ += record.flits;
  if (record.created < begin_ || record.created >= end_) return;
  ++tagged_created_;
  ++sources_[source].created;
  window_flits_created_ += record.flits;
}

void Measurement::on_flits(NodeId source, std::uint64_t count) {
  flits_arrived_ += count;
  if (counting_) window_flits_by_source_[source] += count;
}

void Measurement::on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) {
  event_hash_.add(id, source, record.destination, record.injected, now);
  last_delivery_ = now;
  if (record.created < begin_ || record.created >= end_) return;
  packet_latency_.add(now - record.created);
  ++sources_[source].delivered;
  sources_[source].cycles += now - record.created;
  network_latency_.add(now - record.injected);
  packet_batches_.add(record.created, now - record.created);
  network_batches_.add(record.created, now - record.injected);
  hops_ += record.hops;
  const int extra = record.hops - distance_(source, record.destination);
  misroutes_ += static_cast<std::uint64_t>(std::max(extra, 0));
  most_misroutes_ = std::max(most_misroutes_, extra);
  most_hops_ = std::max<int>(most_hops_, record.hops);
}

}  // namespace switchyard
