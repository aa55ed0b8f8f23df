#pragma once

#include <memory>
#include <vector>

#include "testbench/traffic/packet_length.h"
#include "testbench/traffic/packet_source.h"
#include "testbench/traffic/pattern.h"
#include "testbench/traffic/process.h"

namespace switchyard {

/// Packets without end, created whether or not the network keeps up.
///
/// Creation, destination and length have streams of their own, so changing one of the three leaves the others
/// as they are.
class OpenLoopSource final : public PacketSource {
 public:
  OpenLoopSource(NodeId node_count, std::uint64_t seed, std::shared_ptr<const Pattern> pattern,
                 std::shared_ptr<const CreationProcess> process, PacketLength length);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return false; }

 private:
  struct Node {
    CreationProcess::State creation;
    RandomStream destinations;
    RandomStream lengths;
  };
  static_assert(sizeof(Node) <= 64, "one cache line per node");

  std::shared_ptr<const Pattern> pattern_;
  std::shared_ptr<const CreationProcess> process_;
  PacketLength length_;
  std::vector<Node> nodes_;
};

}  // namespace switchyard
