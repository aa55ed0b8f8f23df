#pragma once

#include <array>
#include <optional>

#include "hw/base/random_stream.h"
#include "testbench/cosim/blocks/model_merge_block.h"

namespace switchyard {

/// What may stand around a merge switch: two streams of requests that want the same addresses now and then,
/// and far ends that free their slots when they like.
///
/// A step has few requests, so that steps go round, and then the end. A ghost may come whenever a stream has
/// a bound to tell. It asks a model of the switch for the credits of its streams.
class MergeTraffic {
 public:
  MergeTraffic(int queue, std::uint64_t setting, RandomStream& random);

  /// `density`: of what moves; `stalls`: of what stands still.
  MergeInputs next(double density, double stalls);

 private:
  struct Stream {
    std::uint8_t step = 0;
    std::uint32_t place = 0;  ///< Of its next request among the addresses of the step.
    int credits = 0;
    bool skipped = false;     ///< The place before is left out.
    bool ghost_sent = false;  ///< Of this place.
  };
  /// The addresses of a step, from low to high.
  struct Step {
    std::uint32_t first = 0;
    std::uint32_t stride = 1;
    std::uint32_t count = 0;
  };

  bool with(double probability) { return random_.unit() < probability; }
  Step addresses(std::uint8_t step) const;
  std::optional<Flit> arrival(Stream& stream, double density);
  Flit request(std::uint8_t step, std::uint32_t key);

  RandomStream& random_;
  MergeSite site_;
  std::uint64_t salt_;
  std::array<Stream, 2> streams_;
  std::array<int, 2> flying_{};  ///< By output: messages that are not yet acknowledged.
  bool quiet_ = true;            ///< Nothing comes in the first cycle, which shows what a reset leaves.
  ModelMergeBlock twin_;
};

}  // namespace switchyard
