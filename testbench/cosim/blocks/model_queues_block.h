#pragma once

#include <algorithm>
#include <optional>

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/blocks.h"
#include "testbench/cosim/queues/model_queues.h"

namespace switchyard {

/// Where packets may go whose low bits are their destination, the same for all central queues of one size: a
/// few links, or a move.
class QueueRelation final : public RoutingFunction {
 public:
  static constexpr int kDestinations = 16;

  explicit QueueRelation(const QueueSwitchShape& shape) : shape_(shape) {}

  void route(const RouteQuery&, RouteSet&) const override {}
  std::size_t max_choices() const override { return kLargestVcs; }
  QueueCandidates queue_candidates(NodeId, NodeId destination, VcId queue, int) const override {
    RandomStream random(destination * QueueSwitch::kMaxQueues + static_cast<std::uint64_t>(queue),
                        static_cast<NodeId>(shape_.slots), Purpose::Destination);
    QueueCandidates ways{some(random), random.below(2) == 0 ? some(random) : 0};
    const auto to = static_cast<VcId>(random.below(shape_.queues));
    const std::uint64_t move = to == queue ? 0 : class_bit(to, shape_.ports - 1, shape_.ports);
    if (random.below(2) == 0) (random.below(2) == 0 ? ways.preferred : ways.escape) |= move;
    if ((ways.preferred | ways.escape) == 0) ways.preferred = class_bit(queue, 0, shape_.ports);
    return ways;
  }

 private:
  std::uint64_t some(RandomStream& random) const {
    std::uint64_t vcs = 0;
    for (VcId q = 0; q < shape_.queues; ++q) {
      for (PortId p = 0; p + 1 < shape_.ports; ++p) {
        if (random.below(3) == 0) vcs |= class_bit(q, p, shape_.ports);
      }
    }
    return vcs;
  }

  QueueSwitchShape shape_;
};

/// A QueueSwitch as the pins of rtl/queues/queue_switch.sv see it. It takes its straps in the first cycle.
class ModelQueuesBlock final : public QueueSwitchBlock {
 public:
  explicit ModelQueuesBlock(int size) : shape_(queues_of_size(size)), relation_(shape_) {}

  void reset() override { model_.reset(); }
  QueueOutputs cycle(const QueueInputs& inputs) override {
    if (!model_) model_.emplace(site_of(inputs));
    QueueOutputs outputs;
    for (VcId q = 0; q < shape_.queues; ++q) outputs.count_o[q] = model_->queues().queue(q).size();
    QueueArrivals arrivals{.free = inputs.free_i, .entering = inputs.enter_i};
    for_each_bit(arrivals.entering, [&](int vc) { arrivals.fronts[vc] = packet_of(inputs.front_i[vc]); });

    const QueueDepartures& departures = model_->step(arrivals);
    for_each_bit(departures.sent, [&](PortId port) {
      const Flit& flit = departures.flits[port];
      outputs.send_o |= class_bit(flit.vc, port, shape_.ports);
      outputs.sent_o[port] = flit.packet;
    });
    for (VcId q = 0; q < shape_.queues; ++q) {
      const std::vector<std::uint8_t>& sources = departures.sources[q];
      outputs.pushes_o[q] = sources.size();
      std::copy(sources.begin(), sources.end(), outputs.source_o.begin() + q * shape_.slots);
      for (const int source : sources) {
        if (source < shape_.ports) outputs.read_o |= class_bit(q, source, shape_.ports);
      }
    }
    return outputs;
  }
  /// What the packets in its slots may take.
  void put_ways(QueueInputs& inputs) const {
    if (!model_) return;
    for (VcId q = 0; q < shape_.queues; ++q) {
      int slot = q * shape_.slots;
      model_->queues().queue(q).visit([&](const CentralQueue::Packet& packet) {
        inputs.preferred_i[slot] = packet.preferred;
        inputs.escape_i[slot++] = packet.escape;
      });
    }
  }

 private:
  static Flit packet_of(std::uint64_t word) {
    return {.packet = static_cast<PacketId>(word),
            .destination = static_cast<NodeId>(word % QueueRelation::kDestinations),
            .remaining = 1,
            .head = true};
  }
  QueueSite site_of(const QueueInputs& inputs) const {
    QueueSite site;
    site.ports = shape_.ports;
    site.exits = Exits(shape_.ports - 1);
    site.routing = &relation_;
    site.random = Lfsr(static_cast<std::uint32_t>(inputs.seed_i));
    for (int q = 0; q < shape_.queues; ++q)
      site.config.queue_size.push_back(static_cast<int>(inputs.capacity_i[q]));
    site.config.queue_service =
        inputs.head_only_i != 0 ? KonstantinidouConfig::Service::Head : KonstantinidouConfig::Service::Any;
    site.config.selection = inputs.random_i != 0 ? Selection::Random : Selection::First;
    site.config.phits_per_packet = static_cast<int>(inputs.phits_i);
    site.config.departures_per_cycle = shape_.limits.departures;
    site.config.admissions_per_cycle = shape_.limits.admissions;
    site.starts = starts_of_pins(inputs.start_i, shape_);
    return site;
  }

  QueueSwitchShape shape_;
  QueueRelation relation_;
  std::optional<ModelQueues> model_;
};

}  // namespace switchyard
