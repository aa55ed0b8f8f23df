#pragma once

#include <optional>

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// Whom a node sends to.
///
/// A pattern never sends a packet to its own source. A node whose partner would be itself is silent: it
/// creates no packets at all, and its share of the load is not offered. Whether a node is silent depends on
/// the node only, never on the stream.
class Pattern {
 public:
  virtual ~Pattern() = default;

  /// Destination of the next packet of `source`; nullopt if `source` is silent.
  virtual std::optional<NodeId> destination(NodeId source, RandomStream& stream) const = 0;

  /// With which probability a packet of `source` goes to `destination`; 0 for all if it is silent.
  virtual double probability(NodeId source, NodeId destination) const = 0;

  /// What `source` creates, as a share of the load, where the traffic has no rates of its own: 0 if it is
  /// silent, else above 0, at most 1.
  virtual double rate(NodeId source) const;
};

/// How many of nodes 0 .. node_count - 1 are not silent.
NodeId sender_count(const Pattern& pattern, NodeId node_count);

}  // namespace switchyard
