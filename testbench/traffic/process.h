#pragma once

#include "hw/base/random_stream.h"
#include "hw/base/types.h"

namespace switchyard {

/// When a node creates packets: at most one per cycle, each node independently of the others.
///
/// The process is one for all nodes; what differs from node to node is a State, which the caller keeps.
class CreationProcess {
 public:
  struct State {
    State(std::uint64_t seed, NodeId node)
        : arrivals(seed, node, Purpose::Arrival), phases(seed, node, Purpose::Process) {}

    RandomStream arrivals;
    RandomStream phases;
    Cycle from = 0;       ///< First cycle that is not decided yet.
    Cycle burst_end = 0;  ///< First cycle after the burst, for a process that has bursts.
  };

  virtual ~CreationProcess() = default;

  virtual State start(std::uint64_t seed, NodeId node) const = 0;
  /// The cycle of the next packet, later than all before; kNever if there will be none.
  virtual Cycle next(State& state) const = 0;
  /// Whether every cycle is like every other one, whatever happened before.
  virtual bool memoryless() const { return false; }
};

}  // namespace switchyard
