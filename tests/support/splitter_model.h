#pragma once

#include <cstdint>
#include <vector>

#include "hw/topology/topology.h"
#include "testbench/workload/trace.h"

namespace switchyard {

/// A multibutterfly one step after the other, as plainly as it can be written: packets, and where they are.
///
/// Source: Felperin et al., Proc. IEEE 1991, section VII; for the colours Upfal, STOC 1989.
struct SplitterModel {
  /// `packets`: those of a source in the order in which they are created.
  SplitterModel(const Topology& on, const std::vector<TraceEntry>& packets);

  /// Packets go the oldest first, each over a link to its side with a free place; which one is drawn as the
  /// router draws. Links take one cycle.
  void run_adaptive(int buffer, bool head_alone, std::uint64_t seed);
  /// A switch holds one packet, which goes in the step of a link's colour.
  void run_colours(int link_latency);

  struct Packet {
    PacketId id = 0;
    NodeId destination = 0;  ///< Its node.
    Cycle created = 0;
    PortRef at;      ///< The buffer that it is in.
    Cycle came = 0;  ///< When it came there.
    Cycle delivered = kNever;
  };
  const Packet& packet(PacketId id) const;

 private:
  bool all_delivered() const;
  std::vector<PortId> ways(const Packet& packet) const;
  int colour(PortRef output) const;

  const Topology& network_;
  std::vector<Packet> packets_;
  std::vector<std::vector<std::size_t>> sources_;  ///< [terminal]: its packets, the last first.
};

}  // namespace switchyard
