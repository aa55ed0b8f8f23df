#pragma once

#include <functional>
#include <vector>

#include "testbench/monitor/class_figures.h"
#include "testbench/monitor/confidence_interval.h"
#include "testbench/monitor/event_hash.h"
#include "testbench/monitor/flow_record.h"
#include "testbench/monitor/histogram.h"
#include "testbench/monitor/scoreboard.h"
#include "testbench/monitor/time_slices.h"

namespace switchyard {

/// The packets created in the window, of one node as their source and as their destination.
struct NodeFigures {
  std::uint64_t created = 0;
  std::uint64_t created_flits = 0;
  std::uint64_t delivered = 0;        ///< Of those that it created.
  std::uint64_t cycles = 0;           ///< Packet latency of these, together.
  std::uint64_t received = 0;         ///< Of those for it.
  std::uint64_t received_cycles = 0;  ///< Packet latency of these, together.
};

/// The same, of all pairs of nodes at one distance.
struct DistanceFigures {
  std::uint64_t delivered = 0;
  std::uint64_t cycles = 0;          ///< Packet latency, together.
  std::uint64_t network_cycles = 0;  ///< Network latency, together.
  std::uint64_t hops = 0;
};

/// Collects a run's figures: loads over the measured window, latencies of the packets created in it.
///
/// Everything is a sum of integers, so the figures do not depend on the order of events in a cycle.
class Measurement final : public DeliveryListener {
 public:
  /// `classes`: [label], without figures yet; none where the traffic has none.
  Measurement(NodeId node_count, std::function<int(NodeId, NodeId)> distance,
              std::vector<ClassFigures> classes = {});

  /// The window is [begin, end). Packets created in it are tagged.
  void open_window(Cycle begin, Cycle end);
  /// Packets created in what the window has more are tagged, too. To be called before they are created.
  void extend_window(Cycle end) { end_ = end; }
  void close_window() { counting_ = false; }

  void on_created(NodeId source, const PacketRecord& record) override;
  void on_flits(NodeId source, NodeId at, std::uint64_t count) override;
  void on_delivered(PacketId id, NodeId source, const PacketRecord& record, Cycle now) override;
  void on_answered(const PacketRecord& reply, Cycle asked, Cycle now) override;

  const FlowTotals& flow() const { return flow_; }                ///< Since the beginning.
  std::uint64_t flits_created() const { return flits_created_; }  ///< The same.
  std::uint64_t flits_arrived() const { return flits_arrived_; }  ///< The same.
  Cycle last_delivery() const { return last_delivery_; }          ///< The latest so far.
  /// Packets that have not come, and requests without a reply.
  std::uint64_t tagged_pending() const;

  std::uint64_t window_flits_created() const { return window_flits_created_; }
  const std::vector<std::uint64_t>& window_flits_by_source() const { return window_flits_by_source_; }
  const std::vector<std::uint64_t>& window_flits_by_destination() const {
    return window_flits_by_destination_;
  }

  const std::vector<NodeFigures>& nodes() const { return nodes_; }
  const std::vector<ClassFigures>& classes() const { return classes_; }         ///< [label]
  const std::vector<DistanceFigures>& distances() const { return distances_; }  ///< [distance]

  const LatencyHistogram& packet_latency() const { return packet_latency_; }  ///< Creation to tail's arrival.
  const LatencyHistogram& network_latency() const {
    return network_latency_;
  }  ///< Injection to tail's arrival.

  /// Of the mean latency of the packets created in the first `cycles` of the window.
  ///
  /// No half width if the window is shorter than three times what the source queues remember. A queue of one
  /// server forgets in about 4 w^2 / s cycles, of a mean wait w and a mean service time s; the standard
  /// deviation of a latency is about w there, and s is the time between two packets of a source.
  ConfidenceInterval packet_latency_interval(Cycle cycles) const {
    return interval(packet_slices_, packet_latency_, cycles);
  }
  ConfidenceInterval network_latency_interval(Cycle cycles) const {
    return interval(network_slices_, network_latency_, cycles);
  }
  std::uint64_t hops() const { return hops_; }            ///< Of the tagged packets.
  std::uint64_t misroutes() const { return misroutes_; }  ///< Hops beyond the minimal distance.
  int most_hops() const { return most_hops_; }
  int most_misroutes() const { return most_misroutes_; }  ///< Of one packet.
  const EventHash& event_hash() const { return event_hash_; }

 private:
  bool is_tagged(Cycle created) const { return created >= begin_ && created < end_; }
  DistanceFigures& at_distance(std::size_t distance);
  ConfidenceInterval interval(const TimeSlices& slices, const LatencyHistogram& latency, Cycle cycles) const;

  std::function<int(NodeId, NodeId)> distance_;
  Cycle begin_ = kNever;
  Cycle end_ = kNever;
  bool counting_ = false;

  FlowTotals flow_;
  std::uint64_t flits_created_ = 0;
  std::uint64_t flits_arrived_ = 0;
  Cycle last_delivery_ = 0;
  std::uint64_t tagged_created_ = 0;
  std::uint64_t window_flits_created_ = 0;
  std::vector<std::uint64_t> window_flits_by_source_;       ///< Flits that arrived in the window.
  std::vector<std::uint64_t> window_flits_by_destination_;  ///< The same.
  std::vector<NodeFigures> nodes_;
  std::vector<ClassFigures> classes_;
  std::vector<DistanceFigures> distances_;
  LatencyHistogram packet_latency_;
  LatencyHistogram network_latency_;
  TimeSlices packet_slices_{0};
  TimeSlices network_slices_{0};
  std::uint64_t hops_ = 0;
  std::uint64_t misroutes_ = 0;
  int most_hops_ = 0;
  int most_misroutes_ = 0;
  EventHash event_hash_;
};

}  // namespace switchyard
