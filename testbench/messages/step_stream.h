#pragma once

#include "hw/config/config_node.h"
#include "testbench/messages/message_stream.h"
#include "testbench/messages/step_schedule.h"

namespace switchyard {

/// What keeps a step from beginning.
enum class Synchronization {
  None,     ///< Nothing but what a message forwards.
  Barrier,  ///< All messages of the phase before have come, anywhere.
  Receive   ///< What was sent to the terminal in the steps before has come.
};

/// How a schedule is played.
struct StepPlay {
  std::vector<TerminalId> terminals;  ///< [place]
  Synchronization synchronization = Synchronization::None;
  bool in_order = true;  ///< A message waits for the one before of its source to be ready, too.
  Cycle compute = 0;     ///< Before each message.
};

/// The messages of a schedule.
///
/// Memory: by place what it was sent and has not waited for, and the messages of a step.
class StepStream final : public MessageStream {
 public:
  StepStream(std::unique_ptr<StepSchedule> schedule, StepPlay play);

  bool next(GraphMessage& message) override;

 private:
  struct Arrival {
    Place at;
    MessageId id;
  };
  /// The next one that sends; nothing at the end.
  std::optional<StepSend> find_send();
  void end_step();
  void add_waiting(GraphMessage& message, const StepSend& send);

  std::unique_ptr<StepSchedule> schedule_;
  StepPlay play_;
  std::uint64_t step_ = 0;
  Place place_ = 0;
  MessageId id_ = 0;
  std::vector<std::vector<MessageId>> came_;  ///< [place]: of earlier steps, not waited for yet.
  std::vector<Arrival> coming_;               ///< In this step.
  std::vector<MessageId> last_sent_;          ///< [place]: kNoMessage if none.
};

/// workload.synchronization, of those that make sense.
Synchronization read_synchronization(const ConfigNode& config, bool with_receive);

}  // namespace switchyard
