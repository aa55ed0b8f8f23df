#pragma once

#include <optional>

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/buffer_traffic.h"
#include "testbench/cosim/blocks/merge_traffic.h"
#include "testbench/cosim/blocks/queue_traffic.h"
#include "testbench/cosim/blocks/tag_traffic.h"

namespace switchyard {

/// Inputs for a block, one struct a cycle, that keep to its protocol: first directed ones (nothing,
/// everything, each requester or pair by itself), then random ones whose density and stalls change every few
/// cycles. Its starts are random and stay as they are.
///
/// The same seed and size give the same inputs.
template <class Inputs>
class Stimulus {
 public:
  Stimulus(int size, std::uint64_t seed) : size_(size), seed_(seed), random_(seed, size, Purpose::Process) {}

  Inputs next() {
    if (cycle_ == 0) straps_ = straps();
    if (cycle_ % kPhase == 0) {
      density_ = random_.unit();
      stalls_ = random_.below(3) == 0 ? random_.unit() : 0;
    }
    const Inputs inputs = make();
    ++cycle_;
    return inputs;
  }

 private:
  static constexpr int kPhase = 32;  ///< Cycles with the same density.

  Inputs straps();
  Inputs make();
  bool with(double probability) { return random_.unit() < probability; }
  std::uint64_t below(int limit) { return random_.below(limit); }
  bool stalled() { return with(stalls_); }
  /// Each of the lowest `size` bits with the density of the phase.
  std::uint64_t random_mask();
  /// Of an allocator.
  PinRows request_matrix();

  int size_;
  std::uint64_t seed_;
  RandomStream random_;
  Inputs straps_{};  ///< All other pins are idle.
  int cycle_ = 0;
  double density_ = 0;
  double stalls_ = 0;
  int level_ = 0;  ///< Flits in the queue; credits that are out.
  std::optional<MergeTraffic> merge_traffic_;
  std::optional<BufferTraffic> buffer_traffic_;
  std::optional<TagTraffic> tag_traffic_;
  std::optional<QueueTraffic> queue_traffic_;
};

}  // namespace switchyard
