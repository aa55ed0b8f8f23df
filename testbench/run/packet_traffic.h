#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbench/monitor/measurement.h"
#include "testbench/run/experiment.h"
#include "testbench/run/traffic_network.h"
#include "testbench/traffic/admission.h"
#include "tlm/approximate/approximate_network.h"
#include "tlm/approximate/calendar.h"

namespace switchyard {

/// Sources, the network without flits, and what checks that every packet arrives once, at its destination and
/// whole.
class PacketTraffic final : public TrafficNetwork {
 public:
  /// `experiment` and `measurement` must outlive it.
  /// Errors: std::invalid_argument if there is no such model of the design.
  PacketTraffic(const Experiment& experiment, Measurement& measurement);

  Cycle now() const override { return network_->now(); }
  void advance(Cycle cycles) override;
  bool ended() const override { return !failure_.empty(); }
  bool exhausted() const override { return creations_.empty(); }
  const PacketLog& log() const override { return log_; }
  void collect(Results& results) override;

  std::uint64_t flit_hops() const { return flit_hops_; }

 private:
  void look_ahead(NodeId source);
  void create(NodeId source);
  void arrived(const PacketArrival& arrival);

  Admission admission_;
  Measurement& measurement_;
  PacketLog log_;
  RefusedPackets refused_;
  std::string failure_;
  std::uint64_t flit_hops_ = 0;
  std::unique_ptr<PacketSource> source_;
  std::vector<PacketRequest> upcoming_;  ///< [node]
  Calendar<NodeId> creations_;
  std::unique_ptr<ApproximateNetwork> network_;
};

}  // namespace switchyard
