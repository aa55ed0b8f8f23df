#pragma once

#include <string>

#include "testbench/monitor/packet_log.h"
#include "testbench/monitor/scoreboard.h"
#include "tlm/approximate/approximate_network.h"

namespace switchyard {

/// Checks that every packet of a network without flits arrives once, at its destination and whole, and tells
/// a listener: what the Scoreboard is where there are flits.
class ArrivalCheck {
 public:
  /// `listener` must outlive it.
  ArrivalCheck(NodeId node_count, DeliveryListener& listener) : log_(node_count), listener_(listener) {}

  PacketId created(NodeId source, const PacketRequest& request);
  void arrived(const PacketArrival& arrival);

  const PacketLog& log() const { return log_; }
  std::uint64_t flit_hops() const { return flit_hops_; }
  const std::string& failure() const { return failure_; }  ///< The first; empty: all is well.

 private:
  PacketLog log_;
  DeliveryListener& listener_;
  std::uint64_t flit_hops_ = 0;
  std::string failure_;
};

}  // namespace switchyard
