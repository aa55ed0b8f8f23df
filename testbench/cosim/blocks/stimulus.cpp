#include "testbench/cosim/blocks/stimulus.h"

#include <algorithm>

#include "hw/base/bits.h"

namespace switchyard {
namespace {

using Mask = std::uint64_t;

}  // namespace

template <class Inputs>
std::uint64_t Stimulus<Inputs>::random_mask() {
  Mask mask = 0;
  for (int i = 0; i < size_; ++i) mask |= Mask{with(density_)} << i;
  return mask;
}

template <class Inputs>
Inputs Stimulus<Inputs>::straps() {
  return {};
}

template <>
ArbiterInputs Stimulus<ArbiterInputs>::straps() {
  return {.start_i = below(size_)};
}

template <>
AllocatorInputs Stimulus<AllocatorInputs>::straps() {
  AllocatorInputs inputs;
  for (int p = 0; p < size_; ++p) {
    inputs.input_start_i[p] = below(size_);
    inputs.output_start_i[p] = below(size_);
  }
  return inputs;
}

template <>
WavefrontInputs Stimulus<WavefrontInputs>::straps() {
  return {.start_i = below(size_)};
}

template <>
VcAllocatorInputs Stimulus<VcAllocatorInputs>::straps() {
  const int ports = ports_of_allocator(size_);
  VcAllocatorInputs inputs;
  inputs.port_start_i = below(ports);
  for (int p = 0; p < ports; ++p) inputs.vc_start_i[p] = below(vcs_of_allocator(size_));
  return inputs;
}

template <>
ArbiterInputs Stimulus<ArbiterInputs>::make() {
  ArbiterInputs inputs = straps_;
  if (cycle_ == 0) return inputs;
  if (cycle_ <= 2 * size_) {
    inputs.req_i = low_bits<Mask>(size_);  // Everybody, for two rounds.
  } else if (cycle_ <= 3 * size_) {
    inputs.req_i = bit<Mask>(cycle_ % size_);  // One after another.
  } else {
    inputs.req_i = random_mask();
  }
  inputs.accept_i = stalled() ? 0 : 1;
  return inputs;
}

template <class Inputs>
PinRows Stimulus<Inputs>::request_matrix() {
  PinRows rows{};
  const bool directed = cycle_ % 2 == 0 && cycle_ / 2 <= 4 * size_;  // In turns with random ones.
  const int step = cycle_ / 2;
  const bool first = cycle_ > 0 && cycle_ <= std::min(size_, 8) + 1;  // Where inputs and outputs start.
  for (int i = 0; i < size_; ++i) {
    Mask& row = rows[i];
    if (first) {
      row = cycle_ == 1 ? low_bits<Mask>(size_) : bit<Mask>(cycle_ % size_);
    } else if (!directed) {
      row = stalled() ? 0 : random_mask();
    } else if (step == 0) {
      row = 0;
    } else if (step <= 2 * size_) {
      row = low_bits<Mask>(size_);
    } else if (step <= 3 * size_) {
      row = bit<Mask>(step % size_);  // All inputs want one output.
    } else {
      row = i == step % size_ ? low_bits<Mask>(size_) : 0;  // One input requests all outputs.
    }
  }
  return rows;
}

template <>
AllocatorInputs Stimulus<AllocatorInputs>::make() {
  AllocatorInputs inputs = straps_;
  inputs.req_i = request_matrix();
  return inputs;
}

template <>
WavefrontInputs Stimulus<WavefrontInputs>::make() {
  WavefrontInputs inputs = straps_;
  inputs.req_i = request_matrix();
  return inputs;
}

template <>
VcAllocatorInputs Stimulus<VcAllocatorInputs>::make() {
  VcAllocatorInputs inputs = straps_;
  const bool all = cycle_ > 0 && cycle_ <= 2 * size_;  // Everybody, for two rounds; then at random.
  for (int i = 0; i < size_; ++i) {
    const int output = static_cast<int>(below(size_));
    if (all || (cycle_ > 0 && with(density_))) inputs.req_i[i] = bit<Mask>(output);
  }
  return inputs;
}

template <>
CrossbarInputs Stimulus<CrossbarInputs>::make() {
  CrossbarInputs inputs;
  for (int p = 0; p < size_; ++p) {
    inputs.data_i[p] = random_.next() & low_bits<Mask>(kCrossbarWidth);
    if (cycle_ <= size_) {
      inputs.sel_i[p] = bit<Mask>((cycle_ + p) % size_);  // Every pair once.
    } else if (with(density_)) {
      inputs.sel_i[p] = bit<Mask>(below(size_));
    }
  }
  return inputs;
}

template <>
FifoInputs Stimulus<FifoInputs>::make() {
  // Nothing, to the brim, to the bottom, then at random.
  const bool fill = cycle_ > 0 && cycle_ <= size_;
  const bool drain = cycle_ == 0 || (!fill && cycle_ <= 2 * size_);
  FifoInputs inputs;
  inputs.data_i = random_.next() & low_bits<Mask>(kFifoWidth);
  inputs.push_i = level_ < size_ && (fill || (!drain && with(density_))) ? 1 : 0;
  level_ += static_cast<int>(inputs.push_i);
  inputs.pop_i = level_ > 0 && (drain || (!fill && with(1 - density_) && !stalled())) ? 1 : 0;
  level_ -= static_cast<int>(inputs.pop_i);
  return inputs;
}

template <>
CreditInputs Stimulus<CreditInputs>::make() {
  const bool spend = cycle_ < size_;
  const bool refill = !spend && cycle_ < 2 * size_;
  CreditInputs inputs;
  inputs.incr_i = level_ > 0 && (refill || (!spend && with(1 - density_) && !stalled())) ? 1 : 0;
  level_ -= static_cast<int>(inputs.incr_i);
  inputs.decr_i = level_ < size_ && (spend || (!refill && with(density_))) ? 1 : 0;
  level_ += static_cast<int>(inputs.decr_i);
  return inputs;
}

template <>
CompareInputs Stimulus<CompareInputs>::make() {
  // Keys that are near each other or equal, half of the time; sides in turn.
  const auto record = [&](Mask key) {
    return (key & low_bits<Mask>(size_)) << kCompareDataWidth | below(256);
  };
  const Mask key = random_.next();
  CompareInputs inputs;
  inputs.own_i = record(key);
  inputs.other_i = record(with(0.5) ? key + below(3) - 1 : random_.next());
  inputs.keep_smaller_i = static_cast<Mask>(cycle_ % 2);
  return inputs;
}

template <>
MergeInputs Stimulus<MergeInputs>::make() {
  if (!merge_traffic_)  // Of another kind with the next seed; three on with the next size.
    merge_traffic_.emplace(queue_of_merge_switch(size_), 3 * static_cast<std::uint64_t>(size_) + seed_,
                           random_);
  return merge_traffic_->next(density_, stalls_);
}

template <>
BufferInputs Stimulus<BufferInputs>::make() {
  if (!buffer_traffic_) buffer_traffic_.emplace(size_, random_);
  return buffer_traffic_->next(density_, stalls_);
}

template <>
TagInputs Stimulus<TagInputs>::make() {
  if (!tag_traffic_)  // Of another kind with the next seed, and with the next size.
    tag_traffic_.emplace(size_, seed_ + static_cast<std::uint64_t>(size_), random_);
  return tag_traffic_->next(density_, stalls_);
}

template <>
QueueInputs Stimulus<QueueInputs>::make() {
  if (!queue_traffic_) queue_traffic_.emplace(size_, random_);
  return queue_traffic_->next(density_, stalls_);
}

template class Stimulus<ArbiterInputs>;
template class Stimulus<AllocatorInputs>;
template class Stimulus<WavefrontInputs>;
template class Stimulus<VcAllocatorInputs>;
template class Stimulus<CrossbarInputs>;
template class Stimulus<FifoInputs>;
template class Stimulus<CreditInputs>;
template class Stimulus<MergeInputs>;
template class Stimulus<BufferInputs>;
template class Stimulus<TagInputs>;
template class Stimulus<CompareInputs>;
template class Stimulus<QueueInputs>;

}  // namespace switchyard
