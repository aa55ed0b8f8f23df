#pragma once

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/model_queues_block.h"

namespace switchyard {

/// What may stand around central queues: input buffers with packets that wait until they are read, and links
/// that are free or not.
///
/// It asks a model of the queues which packets are in them, and who was read.
class QueueTraffic {
 public:
  QueueTraffic(int size, RandomStream& random);

  /// `density`: of packets that come to the buffers; `stalls`: of links that are not free.
  QueueInputs next(double density, double stalls);

 private:
  bool with(double probability) { return random_.unit() < probability; }

  RandomStream& random_;
  QueueSwitchShape shape_;
  QueueInputs straps_;  ///< And the packets that wait.
  ModelQueuesBlock twin_;
};

}  // namespace switchyard
