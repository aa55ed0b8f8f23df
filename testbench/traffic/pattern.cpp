#include "testbench/traffic/pattern.h"

namespace switchyard {

double Pattern::rate(NodeId source) const {
  RandomStream any(0, 0, Purpose::Destination);
  return destination(source, any) ? 1 : 0;
}

NodeId sender_count(const Pattern& pattern, NodeId node_count) {
  NodeId senders = 0;
  for (NodeId node = 0; node < node_count; ++node) senders += pattern.rate(node) != 0;
  return senders;
}

}  // namespace switchyard
