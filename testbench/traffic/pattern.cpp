#include "testbench/traffic/pattern.h"

namespace switchyard {

NodeId sender_count(const Pattern& pattern, NodeId node_count) {
  RandomStream any(0, 0, Purpose::Destination);
  NodeId senders = 0;
  for (NodeId node = 0; node < node_count; ++node) {
    if (pattern.destination(node, any)) ++senders;
  }
  return senders;
}

}  // namespace switchyard
