#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "testbench/messages/message.h"

namespace switchyard {

/// A terminal by its number among those that take part, from 0.
using Place = std::uint32_t;

/// What one place sends in a step.
struct StepSend {
  Place to = 0;
  std::uint32_t flits = 1;
  std::uint8_t label = 0;
  bool forwards = false;  ///< It waits for all that was `awaited` and sent to its source in earlier steps.
  bool awaited = false;   ///< The next message of its destination that `forwards` waits for it.
};

/// Communication in steps: in each, a place sends one message or none. Messages are numbered step by step,
/// and in a step by place.
///
/// A block is what belongs together from its origin to its end; schedules number them as they like. A message
/// carries some of them.
class StepSchedule {
 public:
  virtual ~StepSchedule() = default;

  virtual Place places() const = 0;
  virtual std::uint64_t steps() const = 0;
  /// Steps are begun in order, before anybody asks for what is sent in them.
  virtual void begin(std::uint64_t /*step*/) {}
  virtual std::optional<StepSend> send(std::uint64_t step, Place from) const = 0;

  /// A barrier is between steps of different phases.
  virtual std::uint64_t phase_of(std::uint64_t step) const { return step; }
  /// The step of a message. Unless it says otherwise, all places send in every step.
  virtual std::uint64_t step_of(MessageId id) const { return id / places(); }
  /// Appends the blocks of the message from one place to another. It needs no begin().
  virtual void blocks(std::uint64_t step, Place from, Place to, std::vector<std::size_t>& out) const = 0;
};

using ScheduleMaker = std::function<std::unique_ptr<StepSchedule>()>;

}  // namespace switchyard
