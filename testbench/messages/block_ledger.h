#pragma once

#include "testbench/messages/message_stream.h"
#include "testbench/messages/step_schedule.h"

namespace switchyard {

/// Knows where each block of a total exchange is.
///
/// A message that leaves takes its blocks from its source, where they must be; one that comes puts them down
/// at its destination. In the end every block must be at its final place, and none under way. A block may go
/// in `parts`, one message each: it is where it was until all parts have come, and all go the same way.
class BlockLedger final : public ResultCheck {
 public:
  /// `terminals`: [place].
  BlockLedger(std::unique_ptr<StepSchedule> schedule, std::vector<TerminalId> terminals,
              std::uint64_t parts = 1);

  std::string left(const MessageEnds& message) override;
  std::string came(const MessageEnds& message, std::uint64_t value) override;
  std::string ended() override;

 private:
  struct Block {
    Place at;
    std::uint32_t parts_left = 0;  ///< From there.
    std::uint32_t parts_came = 0;
  };
  void find_blocks(const MessageEnds& message);
  std::string name_of(std::size_t block) const;

  std::unique_ptr<StepSchedule> schedule_;
  std::vector<TerminalId> terminals_;
  std::vector<Place> place_of_;  ///< [terminal]
  std::uint64_t parts_;
  std::vector<Block> blocks_;
  std::vector<std::size_t> moved_;  ///< By the message that is looked at.
};

/// [terminal]: its place. `terminals`: [place].
std::vector<Place> places_of(const std::vector<TerminalId>& terminals);

}  // namespace switchyard
