#include "testbench/cosim/blocks/queue_traffic.h"

namespace switchyard {

QueueTraffic::QueueTraffic(int size, RandomStream& random)
    : random_(random), shape_(queues_of_size(size)), twin_(size) {
  for (int q = 0; q < shape_.queues; ++q)
    straps_.capacity_i[q] = with(0.5) ? shape_.slots : 1 + random_.below(shape_.slots);
  straps_.phits_i = with(0.6) ? 1 : 2 + random_.below(3);
  straps_.head_only_i = with(0.3) ? 1 : 0;
  straps_.random_i = with(0.7) ? 1 : 0;
  straps_.seed_i = 1 + random_.below(Lfsr::kPeriod);
  QueueStarts starts;
  for (int q = 0; q < shape_.queues; ++q)
    starts.sources.push_back(static_cast<int>(random_.below(shape_.sources())));
  starts.first_queue = static_cast<int>(random_.below(shape_.queues));
  straps_.start_i = start_pins(starts, shape_).words()[0];
}

QueueInputs QueueTraffic::next(double density, double stalls) {
  for (int vc = 0; vc < shape_.vcs(); ++vc) {
    if ((straps_.enter_i >> vc & 1) != 0 || !with(0.5 * density)) continue;
    straps_.enter_i |= std::uint64_t{1} << vc;
    straps_.front_i[vc] = random_.below(1U << kQueuedWidth);
  }
  QueueInputs inputs = straps_;
  for (int slot = 0; slot < shape_.all_slots(); ++slot)  // Also of what was in a slot that is empty.
    inputs.preferred_i[slot] = random_.next() & low_bits<std::uint64_t>(shape_.vcs());
  for (VcId q = 0; q < shape_.queues; ++q) {
    for (PortId p = 0; p + 1 < shape_.ports; ++p) {
      if (!with(stalls) && with(0.6)) inputs.free_i |= class_bit(q, p, shape_.ports);
    }
  }
  twin_.put_ways(inputs);
  straps_.enter_i &= ~twin_.cycle(inputs).read_o;
  return inputs;
}

}  // namespace switchyard
