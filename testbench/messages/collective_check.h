#pragma once

#include <functional>
#include <unordered_map>

#include "testbench/messages/message_stream.h"
#include "testbench/messages/step_schedule.h"

namespace switchyard {

/// What a message does with its blocks.
enum class BlockUse {
  Move,     ///< Its source has them no more.
  Copy,     ///< Its destination has not had them before.
  Share,    ///< It may have had them.
  Combine,  ///< Its source has them no more; its destination combines them with its own.
};

/// What a collective operation begins and ends with.
struct CollectiveState {
  std::size_t blocks = 1;
  MessageOperation operation = MessageOperation::Add;
  std::function<BlockUse(std::uint64_t step)> use;
  std::function<bool(Place place, std::size_t block)> at_first;  ///< Whether a place has a block.
  std::function<bool(Place place, std::size_t block)> in_the_end;
  bool combined = false;  ///< In the end a block is what that of all places is together.
};

/// Carries out a collective operation as its messages leave and come: blocks have values, and a message takes
/// along those that they have when it leaves. In the end every place must have the blocks that it is to have
/// and no others, with the values of a sequential loop over all places.
class CollectiveCheck final : public ResultCheck {
 public:
  /// `terminals`: [place].
  CollectiveCheck(std::unique_ptr<StepSchedule> schedule, std::vector<TerminalId> terminals,
                  CollectiveState state);

  std::string left(const MessageEnds& message) override;
  std::string came(const MessageEnds& message, std::uint64_t value) override;
  std::string ended() override;

  /// What a place has at first, if it has this block.
  static std::uint64_t first_value(Place place, std::size_t block, std::size_t blocks);

 private:
  std::size_t index(Place place, std::size_t block) const { return place * state_.blocks + block; }
  std::uint64_t find_blocks(const MessageEnds& message);
  std::uint64_t expected(std::size_t block) const;

  std::unique_ptr<StepSchedule> schedule_;
  std::vector<TerminalId> terminals_;
  std::vector<Place> place_of_;  ///< [terminal]
  CollectiveState state_;
  std::vector<std::uint8_t> has_;      ///< [index]
  std::vector<std::uint64_t> values_;  ///< [index]
  std::unordered_map<MessageId, std::vector<std::uint64_t>> under_way_;
  std::vector<std::size_t> moved_;  ///< By the message that is looked at.
};

}  // namespace switchyard
