#pragma once

#include <vector>

#include "hw/router/output_queued/output_queued_config.h"
#include "tests/support/oblivious_networks.h"

namespace switchyard {

/// A packet of the step model: the nodes of its way, those of the first phase apart.
struct Ticket {
  NodeId source = 0;
  Nodes first_way;
  Nodes second_way;

  std::size_t hops() const { return first_way.size() + second_way.size(); }
  NodeId node(std::size_t hop) const {
    return hop < first_way.size() ? first_way[hop] : second_way[hop - first_way.size()];
  }
};

/// The synchronous machine with a queue without bound for each link, one step after the other, as plainly as
/// it can be written. A node sends one of its packets per step, in their order, and takes one in.
///
/// Source: Felperin et al., Proc. IEEE 1991, section IV.
struct StepModel {
  explicit StepModel(const ObliviousNetwork& on, OutputQueuedConfig::Discipline by)
      : network(on), discipline(by) {}

  void run(const std::vector<Ticket>& tickets);

  const ObliviousNetwork& network;
  OutputQueuedConfig::Discipline discipline;
  std::vector<int> ended;  ///< [packet]: the step in which it leaves the queue of its terminal.
  int largest_queue = 0;   ///< Before packets leave.
};

}  // namespace switchyard
