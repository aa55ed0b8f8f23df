#pragma once

#include "testbench/monitor/packet_request.h"

namespace switchyard {

class ListeningSource;

/// Where packets come from: one independent stream of requests per node.
///
/// A node's stream depends on the seed and the node only, so it may be pulled at any time and in any
/// order relative to other nodes; but that of a ListeningSource depends on deliveries, too.
class PacketSource {
 public:
  virtual ~PacketSource() = default;

  /// The next packet of `source`, in order of creation; false if there will be none.
  ///
  /// A source that reads ahead only so far may give a request without flits in between: none is created
  /// before `request.created`, a later cycle than that of the request before.
  virtual bool next(NodeId source, PacketRequest& request) = 0;
  /// Whether every node's stream ends: then the run ends when all is delivered.
  virtual bool finite() const = 0;
  /// This source, if it is one that is told of deliveries; else null.
  virtual ListeningSource* listening() { return nullptr; }
};

}  // namespace switchyard
