#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/catalog.h"
#include "testbench/traffic/packet_length.h"

namespace switchyard {

/// A fixed number of packets per node, all created in cycle 0: how long until they are delivered?
///
/// Config:  packets_per_node (>= 1), pattern with its keys, packet_length. Silent nodes send nothing.
class StaticWorkload final : public PacketSource {
 public:
  StaticWorkload(NodeId node_count, std::uint64_t seed, std::uint32_t packets_per_node,
                 std::shared_ptr<const Pattern> pattern, PacketLength length);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return true; }

 private:
  struct Node {
    RandomStream destinations;
    RandomStream lengths;
    std::uint32_t packets_left;
  };
  std::shared_ptr<const Pattern> pattern_;
  PacketLength length_;
  std::vector<Node> nodes_;
};

Injection build_static_workload(const TrafficContext& context);

}  // namespace switchyard
