#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "testbench/traffic/packet_source.h"

namespace switchyard {

/// The packets of several sources together; of one cycle in the order of the sources.
class MergedSource final : public PacketSource {
 public:
  /// At least one, of the same nodes; all finite or none.
  MergedSource(NodeId node_count, std::vector<std::unique_ptr<PacketSource>> sources);

  bool next(NodeId source, PacketRequest& request) override;
  bool finite() const override { return sources_.front()->finite(); }

 private:
  using Upcoming = std::optional<PacketRequest>;  ///< None: there will be none.

  Upcoming look_ahead(PacketSource& part, NodeId source);

  std::vector<std::unique_ptr<PacketSource>> sources_;
  std::vector<Upcoming> upcoming_;  ///< [node][source]
};

}  // namespace switchyard
