#pragma once

#include <memory>
#include <vector>

#include "testbench/engine/arrival_check.h"
#include "testbench/engine/traffic_network.h"
#include "testbench/experiment/experiment.h"
#include "testbench/traffic/admission.h"
#include "tlm/approximate/calendar.h"

namespace switchyard {

/// Sources, the network without flits, and what checks its packets.
class PacketTraffic final : public TrafficNetwork {
 public:
  /// `experiment` and `listener` must outlive it.
  /// Errors: std::invalid_argument if there is no such model of the design.
  PacketTraffic(const Experiment& experiment, DeliveryListener& listener);

  Cycle now() const override { return network_->now(); }
  bool has_refused() const override { return !refused_.empty(); }
  void advance(Cycle cycles) override;
  bool ended() const override { return !check_.failure().empty(); }
  bool exhausted() const override { return creations_.empty(); }
  const PacketLog& log() const override { return check_.log(); }
  void collect(Results& results) override;

  std::uint64_t flit_hops() const { return check_.flit_hops(); }

 private:
  void look_ahead(NodeId source);
  void create_packets(Cycle next);
  void create(NodeId source);

  Admission admission_;
  ArrivalCheck check_;
  RefusedPackets refused_;
  std::unique_ptr<PacketSource> source_;
  std::vector<PacketRequest> upcoming_;  ///< [node]
  std::vector<std::uint64_t> turns_;  ///< [node]: when its packet before was created, in order of creations.
  std::uint64_t next_turn_ = 0;
  Cycle creating_ = kNever;  ///< The cycle whose packets are created.
  std::vector<NodeId> due_;  ///< Whose they are.
  Calendar<NodeId> creations_;
  std::unique_ptr<ApproximateNetwork> network_;
};

}  // namespace switchyard
