#pragma once

#include <cstdint>
#include <vector>

#include "hw/base/types.h"

namespace switchyard {

/// What has come into a network and gone out of it, since cycle 0.
struct FlowTotals {
  std::vector<std::uint64_t> created;  ///< Flits, [source]
  std::vector<std::uint64_t> arrived;  ///< The same.
  std::uint64_t packets = 0;           ///< Delivered.
  std::uint64_t latency = 0;           ///< Theirs, together: cycles from creation to the tail's arrival.
};

/// The totals of a run at equal steps of time, for as long as it goes on.
///
/// After 128 steps every second sample is dropped and a step is twice as long: a record of any length has
/// between 64 and 128 steps, once it has had 64.
class FlowRecord {
 public:
  static constexpr std::size_t kMaxSteps = 128;

  /// Samples are due in cycle `begin` and after every step. Precondition: step >= 1.
  FlowRecord(Cycle begin, Cycle step) : next_(begin), step_(step) {}

  Cycle next() const { return next_; }  ///< When the next sample is due.
  void add(const FlowTotals& totals);

  Cycle step() const { return step_; }
  std::size_t steps() const { return samples_.empty() ? 0 : samples_.size() - 1; }
  NodeId sources() const { return samples_.empty() ? 0 : static_cast<NodeId>(samples_[0].created.size()); }

  // Sample k is at the begin of step k, and the last at the end of the last step.
  /// Flits of a source that wait in its queue or are under way.
  std::uint32_t backlog(std::size_t sample, NodeId source) const {
    return samples_[sample].created[source] - samples_[sample].arrived[source];
  }
  /// Flits that a source created in a step.
  std::uint32_t created(std::size_t step, NodeId source) const {
    return samples_[step + 1].created[source] - samples_[step].created[source];
  }
  std::uint64_t packets(std::size_t sample) const { return samples_[sample].packets; }
  std::uint64_t latency(std::size_t sample) const { return samples_[sample].latency; }

 private:
  /// Flits modulo 2^32, for a network of many sources: only differences count.
  struct Sample {
    std::vector<std::uint32_t> created;
    std::vector<std::uint32_t> arrived;
    std::uint64_t packets;
    std::uint64_t latency;
  };

  Cycle next_;
  Cycle step_;
  std::vector<Sample> samples_;
};

}  // namespace switchyard
