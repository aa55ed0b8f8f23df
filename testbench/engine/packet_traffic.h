#pragma once

#include <memory>
#include <vector>

#include "testbench/engine/arrival_check.h"
#include "testbench/engine/traffic_network.h"
#include "testbench/experiment/experiment.h"
#include "testbench/traffic/admission.h"
#include "testbench/traffic/listening_source.h"
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
  bool ended() const override { return !failure().empty(); }
  bool exhausted() const override {
    return listening_ != nullptr ? listening_->exhausted() : creations_.empty();
  }
  const PacketLog& log() const override { return check_.log(); }
  void collect(Results& results) override;

  std::uint64_t flit_hops() const { return check_.flit_hops(); }

 private:
  const std::string& failure() const {
    return listening_ != nullptr && check_.failure().empty() ? listening_->failure() : check_.failure();
  }
  void look_ahead(NodeId source);
  void schedule(NodeId source);
  void arrived(const PacketArrival& arrival);
  void create_due();
  void create_packets(Cycle next);
  void create(NodeId source);

  Admission admission_;
  std::unique_ptr<PacketSource> source_;
  ListeningSource* listening_;  ///< The same, if it listens; else null.
  DeliveryNews news_;
  ArrivalCheck check_;
  RefusedPackets refused_;
  std::vector<PacketRequest> upcoming_;  ///< [node]
  std::vector<std::uint64_t> turns_;  ///< [node]: when its packet before was created, in order of creations.
  std::uint64_t next_turn_ = 0;
  Cycle creating_ = kNever;  ///< The cycle whose packets are created.
  std::vector<NodeId> due_;  ///< Whose they are.
  Calendar<NodeId> creations_;
  std::vector<Cycle>
      asked_;  ///< [node]: when a source that listens is to be asked; other creations are void.
  std::unique_ptr<ApproximateNetwork> network_;
};

}  // namespace switchyard
