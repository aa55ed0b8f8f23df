#pragma once

#include <memory>
#include <utility>
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
  using Processes = std::vector<std::shared_ptr<const CreationProcess>>;

  /// `processes`: of each node; null if it is silent.
  OpenLoopSource(std::uint64_t seed, std::shared_ptr<const Pattern> pattern, Processes processes,
                 PacketLength length);
  /// All nodes have the same process.
  OpenLoopSource(NodeId node_count, std::uint64_t seed, std::shared_ptr<const Pattern> pattern,
                 const std::shared_ptr<const CreationProcess>& process, PacketLength length)
      : OpenLoopSource(seed, std::move(pattern), Processes(node_count, process), std::move(length)) {}

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return false; }

 private:
  struct Node {
    const CreationProcess* process;
    CreationProcess::State creation;
    RandomStream destinations;
    RandomStream lengths;
  };
  static_assert(sizeof(Node) <= 64, "one cache line per node");

  std::shared_ptr<const Pattern> pattern_;
  Processes processes_;
  PacketLength length_;
  std::vector<Node> nodes_;
};

}  // namespace switchyard
