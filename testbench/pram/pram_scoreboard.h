#pragma once

#include <deque>
#include <string>
#include <vector>

#include "testbench/monitor/event_hash.h"
#include "testbench/pram/pram_oracle.h"

namespace switchyard {

/// When a step was under way.
struct StepTime {
  Cycle begun = 0;     ///< The first processor began it.
  Cycle answered = 0;  ///< The last answer arrived; `begun` if there was none.
  Cycle ended = 0;     ///< The last processor knew that all had ended it.
};

/// Knows every operation and every answer, and has the oracle check each step when all processors have ended
/// it.
class PramScoreboard {
 public:
  PramScoreboard(NodeId processors, std::uint32_t words) : processors_(processors), oracle_(words) {}

  /// What a word holds before the first step.
  void hold(std::uint32_t address, std::uint32_t word) { oracle_.hold(address, word); }

  void begun(Cycle now, NodeId processor, Step step, const std::optional<PramOperation>& operation);
  void answered(Cycle now, NodeId processor, Step step, const PramAnswer& answer);
  void ended(Cycle now, Step step);

  /// The first fault; empty: all is well.
  const std::string& failure() const { return failure_; }
  /// Of the steps that have ended.
  const std::vector<StepTime>& times() const { return times_; }
  /// Some processor has begun a step that not all have ended.
  bool has_open_step() const { return !open_.empty(); }
  Step steps_ended() const { return static_cast<Step>(times_.size()); }
  /// Of the steps that have ended.
  std::uint64_t operations() const { return operations_; }
  /// Pairs of a step that has ended and an address that was wanted in it.
  std::uint64_t wanted_words() const { return oracle_.touched_words(); }
  /// Fingerprint of all answers and the cycles of their arrival.
  const EventHash& event_hash() const { return event_hash_; }
  const PramOracle& oracle() const { return oracle_; }

 private:
  /// A step that some processor has begun and not all have ended.
  struct OpenStep {
    std::vector<std::optional<PramOperation>> operations;
    std::vector<std::optional<PramAnswer>> answers;
    StepTime time;
    NodeId ended = 0;
  };
  OpenStep& open(Step step) { return open_.at(step - times_.size()); }

  NodeId processors_;
  PramOracle oracle_;
  std::deque<OpenStep> open_;  ///< From step times_.size() on.
  std::vector<StepTime> times_;
  std::uint64_t operations_ = 0;
  EventHash event_hash_;
  std::string failure_;
};

}  // namespace switchyard
