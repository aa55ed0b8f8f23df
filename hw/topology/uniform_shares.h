#pragma once

#include <map>
#include <utility>
#include <vector>

#include "hw/topology/topology.h"

namespace switchyard {

/// How much the nodes of a network send to each other if every terminal that sends sends one flit per cycle,
/// evenly to all others that receive.
class UniformShares {
 public:
  explicit UniformShares(const Topology& topology)
      : sent_(topology.node_count()), receivers_(topology.node_count()) {
    for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
      const Attachment terminal = topology.attachment(t);
      if (!terminal.receives()) continue;
      ++receivers_[terminal.exit.node];
      ++all_receivers_;
    }
    for (TerminalId t = 0; t < topology.terminal_count(); ++t) {
      const Attachment terminal = topology.attachment(t);
      if (!terminal.sends()) continue;
      const double others = all_receivers_ - (terminal.receives() ? 1 : 0);
      if (others == 0) continue;
      sent_[terminal.entry.node] += 1 / others;
      if (terminal.receives() && terminal.entry.node != terminal.exit.node)
        to_itself_[{terminal.entry.node, terminal.exit.node}] += 1 / others;
    }
  }

  /// Flits per cycle from all terminals that send at `from` to all that receive at another node.
  double between(NodeId from, NodeId to) const {
    if (to_itself_.empty()) return sent_[from] * receivers_[to];
    const auto own = to_itself_.find({from, to});
    return sent_[from] * receivers_[to] - (own == to_itself_.end() ? 0 : own->second);
  }

 private:
  std::vector<double> sent_;       ///< [node]: flits per cycle from it to each terminal that receives.
  std::vector<double> receivers_;  ///< [node]
  double all_receivers_ = 0;
  /// From node to node, if they are the entry and the exit of one terminal: what it does not send itself.
  std::map<std::pair<NodeId, NodeId>, double> to_itself_;
};

}  // namespace switchyard
