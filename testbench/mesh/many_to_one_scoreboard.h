#pragma once

#include <string>
#include <vector>

#include "hw/base/flit.h"
#include "hw/design/network.h"
#include "testbench/mesh/many_to_one_oracle.h"
#include "testbench/mesh/mesh_algorithm.h"
#include "testbench/monitor/event_hash.h"

namespace switchyard {

/// Knows all packets, and compares what each phase has done with what a sequential computer would have done.
class ManyToOneScoreboard {
 public:
  /// `destinations`: by processor; packet p is that of processor p.
  ManyToOneScoreboard(int side, std::vector<NodeId> destinations);

  const ManyToOneOracle& oracle() const { return oracle_; }

  void begin_phase(Cycle now, const MeshPhase& phase);
  /// A packet has arrived at its destination.
  void delivered(Cycle now, NodeId node, const Flit& packet);
  /// What a processor takes for the most packets that one gets.
  void check_most(std::uint32_t most);
  /// What the phase that ends now has left behind.
  void end_phase(const Network& network);

  /// All packets of the routing phase that is under way have arrived.
  bool all_delivered() const { return delivered_in_phase_ == due_; }
  /// From its begin to the last arrival.
  Cycle steps_of_phase() const { return last_delivery_ - begun_; }
  std::uint64_t packets_of_phase() const { return delivered_in_phase_; }
  /// Of all phases.
  std::uint64_t packets_delivered() const { return delivered_all_; }
  /// The first fault; empty: all is well.
  const std::string& failure() const { return failure_; }
  /// Fingerprint of all deliveries and their cycles.
  const EventHash& event_hash() const { return event_hash_; }

 private:
  using Counts = std::vector<std::uint32_t>;  ///< Packets by destination.

  void check_order(const Network& network, bool row_major);
  void fail(const std::string& what);

  std::vector<NodeId> destinations_;
  ManyToOneOracle oracle_;
  Counts left_;                ///< That the mesh still holds.
  Counts coloured_;            ///< Of these, the black ones.
  Counts expected_;            ///< That the routing phase has still to deliver.
  std::vector<bool> arrived_;  ///< [packet]
  MeshPhase phase_{"", MeshCommand::Load};
  Cycle begun_ = 0;
  Cycle last_delivery_ = 0;
  std::uint64_t due_ = 0;
  std::uint64_t delivered_in_phase_ = 0;
  std::uint64_t delivered_all_ = 0;
  EventHash event_hash_;
  std::string failure_;
};

}  // namespace switchyard
